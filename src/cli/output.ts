// What a command prints. At once where that goes, else through the streams of Node, which wait for a
// slow reader.

import { writeNow } from './writeNow';

export interface Output {
  write(content: string | Uint8Array): void;
  /** When all of it has been taken. */
  written(): Promise<void>;
}

/** For all that is said beside the result: what is written past it would be lost at the end. */
export const standardError = createOutput(2, () => undefined);

/** `onFailure`: nobody reads it any more, or a disk is full. */
export function createOutput(descriptor: 1 | 2, onFailure: (error: unknown) => void): Output {
  // Only the stream knows how a console of Windows wants its letters.
  let isStreamed = process.platform === 'win32';
  let known: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    if (!known) {
      known = descriptor === 1 ? process.stdout : process.stderr;
      known.on('error', onFailure);
    }
    return known;
  };
  return {
    write: (content) => {
      if (isStreamed) {
        stream().write(content);
        return;
      }
      try {
        const rest = writeNow(descriptor, content);
        if (rest) {
          isStreamed = true;
          stream().write(rest);
        }
      } catch (error) {
        onFailure(error);
      }
    },
    written: () =>
      new Promise((resolve) => {
        if (known) {
          known.write('', () => {
            resolve();
          });
        } else {
          resolve();
        }
      }),
  };
}
