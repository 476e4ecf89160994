// How decisions are shown in a terminal.

import { homedir } from 'node:os';
import type { DecisionList, ListedDecision } from '../../core/decisionList';
import { readDecisions } from '../../core/decisionList';
import { type DocumentProblem, folded } from '../../core/documents/documentProblem';
import { findProjectRoot } from '../../core/projectRoot';
import { sddSetting } from '../../core/sddSetting';
import { render, type Translate } from '../../core/support/message';
import type { VerbInput } from '../verb';

export function decisionsOf({ cwd, env }: VerbInput): DecisionList {
  const home = homedir();
  const root = findProjectRoot(cwd, home);
  return readDecisions(root, sddSetting({ root, home, env }));
}

/** One row; the columns are as wide as the widest id. */
export function rowOf(decision: ListedDecision, idWidth: number, t: Translate): string {
  const { id, at, type, summary, supersededBy } = decision;
  const time = at.length > 16 ? at.slice(0, 16).replace('T', ' ') : at.padEnd(16);
  const end = supersededBy ? ` (${t('superseded by {0}', supersededBy)})` : '';
  return `${id.padEnd(idWidth)}  ${time}  ${type.padEnd(19)}  ${summary}${end}`;
}

export function problemLines(
  file: string,
  problems: readonly DocumentProblem[],
  t: Translate,
): string[] {
  return folded(problems).map(
    ({ line, message }) => `  - ${file}${line ? `:${line}` : ''}: ${render(message, t)}`,
  );
}

export function problemsJson(problems: readonly DocumentProblem[]) {
  return problems.map(({ message, ...problem }) => ({ ...problem, message: render(message) }));
}
