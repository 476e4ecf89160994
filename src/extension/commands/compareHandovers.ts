// Two handovers side by side: the current one and those before it, any two of them.

import path from 'node:path';
import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { realPathWithin } from '../../core/stores/regularFile';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { relativeDay } from '../../core/support/relativeDay';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';

interface Version {
  readonly file: string;
  readonly name: string;
  readonly date: string | undefined;
}

/** `chosen`: the file of a row, else both are asked for. */
export async function compareHandovers(project: Project, chosen?: string): Promise<void> {
  const all = versionsOf(project);
  if (all.length < 2) {
    throw new UserError(
      'nothing-to-compare',
      msg('There is only one handover so far, so there is nothing to compare it with.'),
    );
  }
  const first = all.find(({ file }) => file === chosen) ?? (await pickVersion(all, t('Compare')));
  const rest = all.filter((each) => each !== first);
  const second = first && (await pickVersion(rest, t('Compare {0} with', first.name)));
  if (first && second) {
    await showDifference(project.root, all, first, second);
  }
}

export async function compareWithCurrent(project: Project, chosen?: string): Promise<void> {
  const all = versionsOf(project);
  const archive = all.find(({ file }) => file === chosen);
  const current = all.find(({ file }) => file === project.snapshot?.paths.sessionMarkdown);
  if (!current || !archive) {
    throw new UserError(
      'nothing-to-compare',
      msg('There is no current handover to compare it with. Draft one first.'),
    );
  }
  await showDifference(project.root, all, archive, current);
}

/** The newest first. */
function versionsOf({ snapshot }: Project): readonly Version[] {
  const { handover, paths, archives = [] } = snapshot ?? {};
  const current =
    handover && paths
      ? [
          {
            file: paths.sessionMarkdown,
            name: path.basename(paths.sessionMarkdown),
            date: handover.generated ?? undefined,
          },
        ]
      : [];
  return [...current, ...archives.map((each) => ({ ...each, name: path.basename(each.file) }))];
}

/** The only one there is needs no question. */
async function pickVersion(
  versions: readonly Version[],
  title: string,
): Promise<Version | undefined> {
  if (versions.length === 1) {
    return versions[0];
  }
  const choice = await vscode.window.showQuickPick(
    versions.map((version) => ({
      label: noIcons(version.name),
      description: version.date && relativeDay(version.date, new Date(), vscode.env.language),
      version,
    })),
    { title: noIcons(title), placeHolder: t('Which handover?') },
  );
  return choice?.version;
}

/** The older one on the left, whichever was chosen first. */
async function showDifference(
  root: string,
  newestFirst: readonly Version[],
  ...two: readonly [Version, Version]
): Promise<void> {
  const [right, left] = newestFirst.filter((each) => two.includes(each));
  if (left && right) {
    for (const { file, name } of [left, right]) {
      if (realPathWithin(root, file) === undefined) {
        throw new UserError(
          'outside-project',
          msg('{0} leads out of the project, so it is not opened.', name),
        );
      }
    }
    await vscode.commands.executeCommand(
      'vscode.diff',
      vscode.Uri.file(left.file),
      vscode.Uri.file(right.file),
      `${left.name} ↔ ${right.name}`,
    );
  }
}
