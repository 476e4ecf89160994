// A person's words as they are kept: what they want stands at the beginning or at the end, before or
// after what they pasted. Secrets are taken out before anything is cut, as in `keptText.ts`.

import { bytesOf, clippedEnds, lookAhead, safeEnd, safeStart, safeText } from './keptText';
import { isFence } from './proseLines';

/** Enough to tell what was pasted, also where the words leave no room; the words are what counts. */
const ofPaste = { least: 80, most: 400 };

export function keptWords(text: string, share: number): string {
  const looked = share + lookAhead;
  if (text.length > 2 * looked) {
    const head = safeStart(text.slice(0, looked));
    const tail = safeEnd(text, looked);
    return shortened(joined(head, tail).trim(), share);
  }
  const safe = safeText(text).trim();
  return bytesOf(safe) <= share ? safe : shortened(safe, share);
}

/** Where the gap is in what was pasted, all of that is one block. */
function joined(head: string, tail: string): string {
  const isOpen = edgesIn(head) % 2 === 1;
  const isEnded = edgesIn(tail) % 2 === 1;
  const gap = isOpen === isEnded ? ['…'] : isOpen ? ['```', '…'] : ['…', '```'];
  return [head, ...gap, tail].join('\n');
}

function edgesIn(text: string): number {
  return text.split('\n').filter(isFence).length;
}

/** What was pasted in fences gets the room that the words leave. */
function shortened(text: string, share: number): string {
  const lines = wordsFirst(text.split('\n'));
  const edges = lines.flatMap((line, index) => (isFence(line) ? [index] : []));
  const words: string[][] = [];
  const pastes: string[] = [];
  let done = 0;
  // One that is not closed may be no fence.
  for (let edge = 0; edge + 1 < edges.length; edge += 2) {
    const [from = 0, to = 0] = edges.slice(edge);
    words.push(lines.slice(done, from + 1));
    pastes.push(lines.slice(from + 1, to).join('\n'));
    done = to;
  }
  words.push(lines.slice(done));
  const room = share - bytesOf(words.flat().join('\n'));
  const even = Math.floor(room / pastes.length) - 4;
  const each = Math.max(ofPaste.least, Math.min(ofPaste.most, even));
  const parts = words.flatMap((own, index) => {
    const paste = pastes[index];
    return paste === undefined ? own : [...own, clippedEnds(paste, each)];
  });
  return clippedEnds(parts.join('\n').trim(), share);
}

/**
 * Lists show the beginning only, so what was pasted before all words goes behind them. Between two
 * pastes, words tell what the one is to the other.
 */
function wordsFirst(lines: readonly string[]): readonly string[] {
  let start = 0;
  while (isFence(lines[start] ?? '')) {
    const end = lines.findIndex((line, index) => index > start && isFence(line));
    if (end < 0) {
      break;
    }
    start = end + 1;
    while (lines[start]?.trim() === '') {
      start++;
    }
  }
  return start === 0 || start >= lines.length || lines.slice(start).some(isFence)
    ? lines
    : [...lines.slice(start), '', ...lines.slice(0, start)];
}
