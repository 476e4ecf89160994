// What the end of a turn says for a draft of session.md: what was done, and what comes next in the
// words of the agent. Pure.

import { listItemOf, saysNothing } from '../documents/listItem';
import { headingOf, markdownLines } from '../documents/markdownLines';
import type { DraftRequest } from './handoverReports';
import { quotedLine } from './quotedWords';
import type { NotedTrigger } from './triggers';

export interface TurnEnd {
  /** The command that began the turn, if one did. */
  readonly noted: NotedTrigger | undefined;
  /** The pipeline was stopped, paused or blocked. */
  readonly isStopped: boolean;
  /** The setting asks for a draft at every end. */
  readonly isEvery: boolean;
  readonly message: string;
  /** Tasks of the agent that are done. */
  readonly done: readonly string[];
}

/** undefined where there is nothing to draft. */
export function draftAfterTurn(end: TurnEnd): DraftRequest | undefined {
  const { noted, isStopped, isEvery, message, done } = end;
  const summary = summaryIn(message);
  if (noted) {
    const command = quotedLine(`/sdd-${noted.trigger} ${noted.about}`, 150);
    const words = summary || done.at(-1);
    return {
      trigger: isStopped ? 'stop' : noted.trigger,
      accomplished: [words ? `${command}: ${words}` : command],
      nextSaid: nextIn(message),
    };
  }
  if (isStopped) {
    return {
      trigger: 'stop',
      accomplished: summary ? [summary] : [],
      nextSaid: nextIn(message),
    };
  }
  // One line per turn would bury what was accomplished.
  return isEvery ? { trigger: 'stop', accomplished: done, nextSaid: nextIn(message) } : undefined;
}

const longestMessage = 100_000;

/** The first sentence that says something. */
export function summaryIn(message: string): string {
  const lines = plainLines(message).filter(
    (text) => !headingOf(text) && !/^\s*(?:\||\[|>|\*\*\[|-{3}|={3})/.test(text),
  );
  const first = lines
    .map((text) => wordsOf(listItemOf(text)?.text ?? text))
    .find((text) => /\p{Letter}{2}/u.test(text) && !/[:：]$/.test(text));
  const [sentence] = /^.{15,}?(?:[.!?](?=\s|$)|[。！？])/.exec(first ?? '') ?? [first];
  return quotedLine(sentence ?? '', 250);
}

const nextLabel =
  /^(?:immediate )?(?:next(?: action| steps?| up)?|次(?:の(?:アクション|ステップ|作業))?|다음(?: (?:단계|작업|행동))?)\s{0,3}[:：]\s{0,3}(.*)$/i;
const nextHeading =
  /^(?:immediate )?(?:next(?: actions?| steps?| up)?|次(?:の(?:アクション|ステップ|作業))?|다음(?: (?:단계|작업|행동))?)[\s:：]*$/i;

/** `Next: …`, or the first item below `## Next steps`. */
export function nextIn(message: string): string | undefined {
  const lines = plainLines(message);
  for (const [index, line] of lines.entries()) {
    const words = wordsOf(headingOf(line)?.text ?? listItemOf(line)?.text ?? line);
    const said = nextLabel.exec(words)?.[1] ?? '';
    const below =
      said === '' && nextHeading.test(words)
        ? lines.slice(index + 1).find((each) => each.trim() !== '')
        : undefined;
    const next = said || (below && !headingOf(below) ? (listItemOf(below)?.text ?? below) : '');
    if (next !== '' && !saysNothing(next)) {
      return quotedLine(wordsOf(next), 500);
    }
  }
  return undefined;
}

function plainLines(message: string): string[] {
  return markdownLines(message.slice(-longestMessage)).flatMap(({ text, fenced, commented }) =>
    fenced || commented ? [] : [text],
  );
}

/** Without the marks of bold words around them. */
function wordsOf(text: string): string {
  return text.replaceAll('**', '').replaceAll('__', '').trim();
}
