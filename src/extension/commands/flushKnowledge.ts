// Moves the knowledge buffer into files that stay, once a person saw what goes where.

import path from 'node:path';
import * as vscode from 'vscode';
import { knowledgeTags } from '../../core/documents/knowledgeTags';
import type { Project } from '../../core/project';
import { relativePath } from '../../core/projectPaths';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { commands } from '../contributions';
import { showInformation, showWarning } from '../messages';
import { t } from '../translate';
import { tagName } from '../views/knowledgeNode';

export async function flushKnowledge(project: Project): Promise<void> {
  const { snapshot, root } = project;
  const { knowledge = [], skillCandidates = [] } = snapshot?.buffer ?? {};
  if (!snapshot || knowledge.length + skillCandidates.length === 0) {
    throw new UserError('nothing-to-flush', msg('The knowledge buffer is empty.'));
  }
  const counts = [
    ...knowledgeTags.map((tag) => ({
      name: tagName(tag, t),
      count: knowledge.filter((entry) => entry.tag === tag).length,
    })),
    { name: t('Skill candidates'), count: skillCandidates.length },
  ];
  const flush = t('Flush');
  const choice = await showWarning(
    t('Flush the knowledge buffer into {0}?', relativePath(root, snapshot.paths.knowledge)),
    {
      modal: true,
      detail: [
        ...counts.filter(({ count }) => count > 0).map(({ name, count }) => `${name}: ${count}`),
        '',
        t('They are added to the files there and taken out of buffer.md.'),
      ].join('\n'),
    },
    flush,
  );
  if (choice === flush) {
    const { files, entries, candidates } = await project.flushBuffer();
    void tell(root, files, entries + candidates);
  }
}

async function tell(root: string, files: readonly string[], count: number): Promise<void> {
  const open = t('Open');
  const names = files.map((file) => path.posix.basename(file)).join(', ');
  const [first] = files;
  const choice = await showInformation(
    count === 1
      ? t('1 entry is kept in {0}.', names)
      : t('{0} entries are kept in {1}.', count, names),
    ...(first === undefined ? [] : [open]),
  );
  if (choice === open && first !== undefined) {
    await vscode.commands.executeCommand(commands.openFile, { file: path.join(root, first) });
  }
}
