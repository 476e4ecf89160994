// What an agent says it found out, folded into the digest. Only the last few are kept, so what it said
// waits until it is known to be among them: looking for findings is what takes longest in a read.

import { type Digest, type KeptDiscovery, shares } from './digest';
import { findingsIn } from './findings';
import { mayHaveSign } from './findingSigns';
import type { FileFold } from './foldFiles';
import { hashOf } from './keptText';
import type { Unsettled } from './unsettled';

export type DiscoveryFold = ReturnType<typeof createDiscoveryFold>;

interface Spoken {
  readonly text: string;
  readonly at: string | undefined;
  readonly offset: number;
  /** The file that was at hand then. */
  readonly about: { file?: string | undefined };
}

/** However long the transcript is, no more wait than these. */
const mostSpoken = 64;

export function createDiscoveryFold(digest: Digest, unsettled: Unsettled, files: FileFold) {
  let spoken: Spoken[] = [];

  const foundIn = ({ text, at, offset, about }: Spoken): KeptDiscovery[] =>
    findingsIn(text).map(({ start, end, file, isNamed }) => {
      const sentence = text.slice(start, end);
      const discovery: KeptDiscovery = { hash: hashOf(sentence), at, offset, text: '' };
      unsettled.made(discovery, 'text', text, shares.discoveries.text, (safe) =>
        // Where a secret was, the sentence is another one, or it was never one.
        safe === text ? sentence : sentenceLike(safe, sentence),
      );
      if (file !== undefined) {
        unsettled.text(discovery, 'file', file, shares.files.text);
      } else if (!isNamed) {
        unsettled.hand(about, 'file', discovery, 'file');
      }
      return discovery;
    });

  /** The newest first, until there are enough. */
  const settle = () => {
    const newest = new Map<string, KeptDiscovery>();
    const add = (discoveries: readonly KeptDiscovery[]) => {
      for (const each of discoveries.toReversed()) {
        if (newest.size === shares.discoveries.count || newest.has(each.hash)) {
          continue;
        }
        // Without its secrets, it may say nothing.
        unsettled.settle(each);
        if (each.text !== '') {
          newest.set(each.hash, each);
        }
      }
    };
    for (const each of spoken.toReversed()) {
      if (newest.size === shares.discoveries.count) {
        break;
      }
      add(foundIn(each));
    }
    add(digest.discoveries);
    digest.discoveries = [...newest.values()].toReversed();
    spoken = [];
  };

  return {
    said(text: string, at: string | undefined, offset: number) {
      if (!mayHaveSign(text)) {
        return;
      }
      const about = {};
      files.handLast(about);
      spoken.push({ text, at, offset, about });
      if (spoken.length === mostSpoken) {
        settle();
      }
    },
    settle,
  };
}

function sentenceLike(text: string, sentence: string): string {
  const beginning = sentence.slice(0, 12);
  const found = findingsIn(text).map(({ start, end }) => text.slice(start, end));
  return (
    found.find((other) => other === sentence) ??
    found.find((other) => other.startsWith(beginning)) ??
    ''
  );
}
