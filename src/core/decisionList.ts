// The decisions of a project, found and filtered. Loads no schema: it is asked for in a terminal.

import { parseDecisions } from './documents/decisions';
import { filteredDecisions } from './documents/decisionFilter';
import { typeNamed } from './documents/decisionHead';
import { decisionId, type LinkedDecision, withSuperseded } from './documents/decisionLinks';
import type { DocumentProblem } from './documents/documentProblem';
import { tableCells } from './documents/listItem';
import { headingOf } from './documents/markdownLines';
import { projectPaths, relativePath } from './projectPaths';
import type { Decision } from './schemas/handover';
import { sddDirectoryOf } from './sddDirectory';
import { readFileWithin } from './stores/fileWithin';
import { UserError } from './support/errors';
import { msg } from './support/message';
import { shortLine } from './support/plainText';

export type ListedDecision = LinkedDecision;

export interface DecisionList {
  /** Relative to the root. */
  readonly file: string;
  /** In file order. */
  readonly decisions: readonly ListedDecision[];
  readonly problems: readonly DocumentProblem[];
  /** As it is in the file, with everything that no field holds. */
  textOf(decision: Decision): string;
}

export function readDecisions(root: string, sddDirectory: string | undefined): DecisionList {
  const { decisions: file } = projectPaths(root, sddDirectoryOf(root, sddDirectory).directory);
  const seen = readFileWithin(file, root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  const { decisions, problems } = parseDecisions(text);
  return {
    file: relativePath(root, file),
    decisions: withSuperseded(decisions),
    problems,
    textOf: (decision) => writtenText(text, decision, decisions),
  };
}

export interface WantedDecisions {
  /** As a person writes them; in the wild there are more than the eight. */
  readonly types: readonly string[];
  /** Words that all are in it. */
  readonly text: string;
  /** Only so many, the latest. */
  readonly limit: number | undefined;
}

export function wantedDecisions(
  decisions: readonly ListedDecision[],
  { types, text, limit }: WantedDecisions,
): readonly ListedDecision[] {
  const wanted = types.map((type) => (typeNamed(type) ?? type).toUpperCase());
  const ofType =
    wanted.length === 0
      ? decisions
      : decisions.filter(({ type }) => wanted.includes(type.toUpperCase()));
  const fitting = filteredDecisions(ofType, { types: [], text });
  return limit === undefined ? fitting : fitting.slice(Math.max(fitting.length - limit, 0));
}

/** All that have this number: after a merge there may be more than one. */
export function decisionsNamed(
  { decisions }: DecisionList,
  name: string,
): readonly ListedDecision[] {
  const id = decisionId(name);
  const named = decisions.filter((each) => each.id === id);
  if (named.length === 0) {
    throw new UserError(
      'no-such-decision',
      msg('There is no decision {0}. See "baton decision list".', shortLine(name, 100)),
    );
  }
  return named;
}

/** Up to the next entry, or to a section that is not its own. */
function writtenText(text: string, { line }: Decision, decisions: readonly Decision[]): string {
  const lines = text.split(/\r\n|\n|\r/);
  const next = decisions.find((each) => each.line > line)?.line ?? lines.length + 1;
  const [head = '', ...rest] = lines.slice(line - 1, next - 1);
  const level = headingOf(head)?.level ?? 6;
  const end = tableCells(head)
    ? 0
    : rest.findIndex((each) => (headingOf(each)?.level ?? 7) <= level);
  return [head, ...rest.slice(0, end < 0 ? undefined : end)].join('\n').trimEnd();
}
