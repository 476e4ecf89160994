// Problems in Baton's own files, at the top of a view: each says what happened and, on a click,
// opens the place.

import path from 'node:path';
import type { Problem } from '../../core/schemas/problem';
import type { Snapshot } from '../../core/snapshot';
import { render } from '../../core/support/message';
import type { Rendering, TreeNode } from './treeNode';

/** A file that cannot be used at all is worth whole sentences above the rows, not a cut one. */
export function problemNotice({ problems }: Snapshot, { t }: Rendering): string | undefined {
  const grave = problems.filter(({ code }) => graveCodes.has(code));
  return grave.length === 0
    ? undefined
    : grave.map(({ file, message }) => `${file}: ${render(message, t)}`).join('\n');
}

const graveCodes = new Set<Problem['code']>([
  'invalid-json',
  'invalid-setting',
  'outside-project',
  'unreadable',
]);

/** More are counted: a badly merged file must not push the session out of sight. */
const mostShown = 5;

export function problemNodes(
  view: string,
  { problems, root }: Pick<Snapshot, 'problems' | 'root'>,
  rendering: Rendering,
): TreeNode[] {
  const shown = problems.slice(0, mostShown).map((problem, index) => ({
    ...problemNode(problem, root, rendering),
    id: `${view}/problems/${index}`,
  }));
  const rest = problems.slice(mostShown);
  return rest.length === 0
    ? shown
    : [
        ...shown,
        {
          id: `${view}/problems/more`,
          kind: 'group',
          label: rendering.t('More problems'),
          description: String(rest.length),
          icon: { id: 'warning', color: 'warning' },
          children: rest.map((problem, index) => ({
            ...problemNode(problem, root, rendering),
            id: `${view}/problems/more/${index}`,
          })),
        },
      ];
}

function problemNode(problem: Problem, root: string, { t }: Rendering): Omit<TreeNode, 'id'> {
  const place = path.posix.basename(problem.file) + (problem.line ? `:${problem.line}` : '');
  const message = render(problem.message, t);
  return {
    kind: problem.restorable ? 'problem.restorable' : 'problem',
    label: place,
    description: message,
    tooltip: `${problem.file}${problem.line ? `:${problem.line}` : ''}\n\n${message}`,
    icon: { id: 'warning', color: 'warning' },
    spoken: t('1 problem'),
    target:
      problem.code === 'invalid-setting'
        ? undefined
        : { file: path.join(root, problem.file), line: problem.line },
    root,
  };
}
