import { decisionMentions } from '../../src/core/documents/decisionLinks';
import { parseSessionMarkdown } from '../../src/core/documents/sessionMarkdown';
import type { Decision } from '../../src/core/schemas/handover';
import type { Snapshot } from '../../src/core/snapshot';

/** One that is in line 10 of the log, 20, 30 … */
export function decision(number: number, parts: Partial<Decision> = {}): Decision {
  return {
    id: `D${number}`,
    at: '2026-01-14T15:00:00Z',
    type: 'USER_DECISION',
    summary: `Decision ${number}`,
    reason: 'because',
    line: number * 10,
    ...parts,
  };
}

/** What a snapshot holds of such a session.md. */
export function handoverWith(text: string): Pick<Snapshot, 'handover' | 'mentions'> {
  const { document } = parseSessionMarkdown(text);
  const path = '.claude/sdd/handover/session.md';
  return { handover: { path, ...document }, mentions: decisionMentions(text) };
}
