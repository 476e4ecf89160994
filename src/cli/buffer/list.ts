// `baton buffer list`: what was learned and is not kept yet.

import { formatCandidate, formatKnowledge } from '../../core/documents/knowledgeEntry';
import { relativePath } from '../../core/projectPaths';
import { msg, render } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';

export const list: Verb = {
  summary: msg('Show what was learned and is not kept yet'),
  run: async (input) => {
    const { t } = input;
    const snapshot = await withProject(input, (project) => project.refresh());
    const path = relativePath(snapshot.root, snapshot.paths.buffer);
    const { updated = null, knowledge = [], skillCandidates = [] } = snapshot.buffer ?? {};
    const problems = snapshot.problems.filter(({ file }) => file === path);
    return {
      json: {
        path,
        updated,
        knowledge,
        skillCandidates,
        problems: problems.map(({ message, ...problem }) => ({
          ...problem,
          message: render(message),
        })),
      },
      text: () => {
        const lines = [
          ...knowledge.map((each) => oneLine(formatKnowledge(each))),
          ...(skillCandidates.length > 0 ? [`${t('Skill candidates')}:`] : []),
          ...skillCandidates.map((each) => oneLine(formatCandidate(each))),
          ...(knowledge.length + skillCandidates.length === 0
            ? [t('The knowledge buffer is empty.')]
            : []),
          ...problems.map(
            ({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${render(message, t)}`,
          ),
        ];
        return `${lines.join('\n')}\n`;
      },
    };
  },
};
