// The signs and words by which a list says how far things are, in English, Korean and Japanese. Looked up,
// not matched by patterns: hooks look at every line that an agent says.

import type { AgentTask } from './transcriptEvent';

type Status = AgentTask['status'];

function table(words: Readonly<Record<Status, string>>): ReadonlyMap<string, Status> {
  return new Map(
    (['done', 'current', 'pending'] as const).flatMap((status) =>
      words[status].split('|').map((word) => [word, status] as const),
    ),
  );
}

const signs = table({
  done: '✅|☑|✔|✓|🟢|💯',
  current: '🔄|⏳|⌛|🚧|🔨|🏗|▶|🟡|🔵',
  pending: '⬜|⬛|☐|🔲|🔳|◻|▢|⏸|⭕|⚪|🔜|❌|✗|✘|🔴',
});
export const statusSigns: readonly string[] = [...signs.keys()];

export function statusOfSign(sign: string): Status | undefined {
  return signs.get(sign);
}

/** In lower case, without what may stand around them. */
const headings = table({
  done: 'completed|complete|done|finished|implemented|what i did|what i’ve done|완료|완료된|완료한|완료 사항|완료 내용|한 일|끝낸 일|完了|完了した|完了済み|実装済み|実装した|対応済み|済み|やったこと',
  current:
    'in progress|currently|working on|currently working on|ongoing|now|진행 중|진행중|진행 중인|작업 중|進行中|作業中|対応中|実装中|進行中の',
  pending:
    'remaining|left|pending|outstanding|open|to do|todo|to-do|todos|next|next up|not done|not started|not implemented|남은|남은 것|할 일|해야 할 일|다음|다음 할 일|미완료|예정|대기|대기 중|残り|残りの|残|未完了|未完了の|未着手|未対応|未実装|次の|今後の|今後の予定|これから|これからやること|やること',
});
const headingWords = [...headings.keys()];
const before = /^(?:what(?:['’]s| is| was| has been) |still |already )+/;
const after =
  /(?:(?: so far| already| yet| to do| to be done)? ?(?:tasks?|steps?|items?|work|작업|항목|단계|일|タスク|項目|作業|ステップ|手順|こと)|(?: so far| already| to do| to be done))$/;
const longestHeading = 60;

/** Of a line that is a heading by its marks or its colon. */
export function statusOfHeading(line: string): Status | undefined {
  const trimmed = line.trim();
  if (trimmed.length > longestHeading || !/^[#*_]|[:：][*_]*$/.test(trimmed)) {
    return undefined;
  }
  const unmarked = trimmed.toLowerCase().replace(/[#*_:：]+/g, '');
  // Nearly all have none of the words, and to compile the patterns takes its time.
  if (!headingWords.some((word) => unmarked.includes(word))) {
    return undefined;
  }
  const plain = unmarked
    .replace(/[(（].{1,12}[)）]\s*$/, '')
    // A sign in front.
    .replace(/^\s*[^ -~\u3041-\uD7A3]*/, '')
    .trim();
  return (
    headings.get(plain) ??
    headings.get(plain.replace(before, '')) ??
    headings.get(plain.replace(before, '').replace(after, '').trim())
  );
}

const cells = table({
  done: 'done|complete|completed|finished|완료|完了|済|済み',
  current: 'in progress|in-progress|ongoing|wip|진행 중|진행중|進行中|作業中|対応中',
  pending:
    'pending|to do|todo|to-do|open|not started|remaining|next|대기|예정|미완료|남음|未着手|未完了|未対応|予定|残り',
});

/** A sign, whatever follows it, or a word alone. */
export function statusOfCell(cell: string): Status | undefined {
  const sign = /^(\S{1,2}?)\uFE0F?(?:[ \t]|$)/.exec(cell)?.[1];
  return signs.get(sign ?? '') ?? cells.get(cell.toLowerCase());
}
