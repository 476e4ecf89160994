// The decisions of a project, found and filtered. Loads no schema: it is asked for in a terminal.

import { parseDecisions } from './documents/decisions';
import { decisionId, supersededBy } from './documents/decisionReferences';
import { typeNamed } from './documents/decisionHead';
import type { DocumentProblem } from './documents/documentProblem';
import { projectPaths, relativePath } from './projectPaths';
import type { Decision } from './schemas/handover';
import { sddDirectoryOf } from './sddDirectory';
import { readFileWithin } from './stores/fileWithin';
import { UserError } from './support/errors';
import { msg } from './support/message';

export interface ListedDecision extends Decision {
  /** The decision that took its place. */
  readonly supersededBy?: string;
}

export interface DecisionList {
  /** Relative to the root. */
  readonly file: string;
  /** In file order. */
  readonly decisions: readonly ListedDecision[];
  readonly problems: readonly DocumentProblem[];
  /** As it is in the file, with everything that no field holds. */
  textOf(decision: Decision): string;
}

export interface DecisionFilter {
  readonly type?: string | undefined;
  /** Somewhere in its number, summary or fields, in any case. */
  readonly search?: string | undefined;
  /** Only so many, the latest. */
  readonly limit?: number | undefined;
}

export function readDecisions(root: string, sddDirectory: string | undefined): DecisionList {
  const { decisions: file } = projectPaths(root, sddDirectoryOf(root, sddDirectory).directory);
  const seen = readFileWithin(file, root);
  if (seen.kind === 'outside' || seen.kind === 'unreadable') {
    throw new UserError(seen.kind, seen.reason);
  }
  const text = seen.kind === 'ok' ? seen.bytes.toString('utf8') : '';
  const { decisions, problems } = parseDecisions(text);
  const superseded = supersededBy(decisions);
  return {
    file: relativePath(root, file),
    decisions: decisions.map((each) => {
      const by = superseded.get(each.id);
      return by ? { ...each, supersededBy: by } : each;
    }),
    problems,
    textOf: (decision) => writtenText(text, decision, decisions),
  };
}

export function filtered(
  decisions: readonly ListedDecision[],
  { type, search, limit }: DecisionFilter,
): readonly ListedDecision[] {
  const wanted = type && (typeNamed(type) ?? type).toUpperCase();
  const words = search?.normalize('NFC').toLowerCase();
  const fitting = decisions.filter(
    (each) => (!wanted || each.type.toUpperCase() === wanted) && (!words || mentions(each, words)),
  );
  return limit === undefined ? fitting : fitting.slice(Math.max(fitting.length - limit, 0));
}

function mentions(decision: ListedDecision, words: string): boolean {
  return Object.values(decision).some(
    (value) => typeof value === 'string' && value.normalize('NFC').toLowerCase().includes(words),
  );
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
      msg('There is no decision {0}. See "baton decision list".', name),
    );
  }
  return named;
}

/** Up to the next entry, or to a section that is not its own. */
function writtenText(text: string, { line }: Decision, decisions: readonly Decision[]): string {
  const lines = text.split(/\r\n|\n|\r/);
  const next = decisions.find((each) => each.line > line)?.line ?? lines.length + 1;
  const own = lines.slice(line - 1, next - 1);
  const isHeading = own[0]?.startsWith('#');
  const end = isHeading ? -1 : own.findIndex((each) => /^#{1,6}\s/.test(each));
  return own
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd();
}
