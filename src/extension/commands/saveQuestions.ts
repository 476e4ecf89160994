// What a person is asked around a save. Each answers undefined or false when it was cancelled.

import * as vscode from 'vscode';
import { toSubject } from '../../core/save/checkpointWords';
import type { SavePlan } from '../../core/save/savePlan';
import type { FoundSecret } from '../../core/save/secretsInFiles';
import { render } from '../../core/support/message';
import { showWarning } from '../messages';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';

/** Only what is on disk is committed. */
export async function askAboutUnsaved(root: string): Promise<boolean> {
  const inProject = (uri: vscode.Uri) =>
    uri.scheme === 'file' && uri.path.startsWith(`${vscode.Uri.file(root).path}/`);
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && inProject(uri),
  );
  if (unsaved.length === 0) {
    return true;
  }
  const saveAll = t('Save All and Continue');
  const without = t('Continue Without Saving Them');
  const choice = await showWarning(
    unsaved.length === 1
      ? t('1 editor has changes that are not saved.')
      : t('{0} editors have changes that are not saved.', unsaved.length),
    {
      modal: true,
      detail: `${t('A checkpoint holds only what is on disk.')}\n\n${named(
        unsaved.map(({ uri }) => vscode.workspace.asRelativePath(uri)),
      )}`,
    },
    saveAll,
    without,
  );
  if (choice !== saveAll) {
    return choice === without;
  }
  const saved = await Promise.all(unsaved.map((document) => document.save()));
  return saved.every(Boolean);
}

export function askForWords(title: string, words: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: t('What does this checkpoint hold? It will be committed as "{0}".', toSubject('…')),
    value: words,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === ''
        ? t('Describe the work in a few words.')
        : {
            message: t('Will be committed as "{0}"', toSubject(text)),
            severity: vscode.InputBoxValidationSeverity.Info,
          },
  });
}

/** Whether new files go in; nobody is asked where there are none. */
export async function askAboutNewFiles(
  title: string,
  { newFiles }: SavePlan,
): Promise<boolean | undefined> {
  if (newFiles.length === 0) {
    return false;
  }
  const shown = noIcons(newFiles.slice(0, mostNamed).join(', '));
  const rest = newFiles.length - mostNamed;
  const choice = await vscode.window.showQuickPick(
    [
      {
        label: t('Only Changed Files'),
        detail: t('New files stay as they are.'),
        untracked: false,
      },
      {
        label: t('New Files, Too'),
        detail: rest > 0 ? t('{0} and {1} more', shown, rest) : shown,
        untracked: true,
      },
    ],
    { title, placeHolder: t('There are new files. What goes into the checkpoint?') },
  );
  return choice?.untracked;
}

/** Others build on the default branch. */
export async function askAboutDefaultBranch({
  target,
}: SavePlan): Promise<'push' | 'save' | undefined> {
  if (!target?.isDefaultBranch) {
    return 'push';
  }
  const { branch, remote } = target;
  const push = t('Push to {0}', branch);
  const saveOnly = t('Save Only');
  const choice = await showWarning(
    t('Push a checkpoint to {0}, the default branch of {1}?', branch, remote),
    {
      modal: true,
      detail: t('Others build on it. A branch of its own is safer for work in progress.'),
    },
    saveOnly,
    push,
  );
  return choice === push ? 'push' : choice === saveOnly ? 'save' : undefined;
}

export async function askAboutSecrets(
  found: readonly FoundSecret[],
): Promise<'show' | 'commit' | undefined> {
  const show = t('Show');
  const commit = t('Commit Anyway');
  const places = found.map(({ file, line, kind }) => `${file}:${line} · ${render(kind, t)}`);
  const choice = await showWarning(
    found.length === 1
      ? t('Nothing was committed: a file seems to hold a secret.')
      : t('Nothing was committed: {0} places seem to hold secrets.', found.length),
    {
      modal: true,
      detail: `${named(places)}\n\n${t('Take it out, or list the file in .gitignore. What was once committed stays in the history.')}`,
    },
    show,
    commit,
  );
  return choice === show ? 'show' : choice === commit ? 'commit' : undefined;
}

const mostNamed = 5;

/** A line each, the rest counted. */
function named(lines: readonly string[]): string {
  const rest = lines.length - mostNamed;
  return [...lines.slice(0, mostNamed), ...(rest > 0 ? [t('and {0} more', rest)] : [])].join('\n');
}
