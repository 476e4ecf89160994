// What a command prints. At once where that goes, else through the streams of Node, which wait for a
// slow reader.

import { writeNow } from './writeNow';

export interface Output {
  write(text: string): void;
  /** When all of it has been taken. */
  written(): Promise<void>;
}

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
    write: (text) => {
      if (isStreamed) {
        stream().write(text);
        return;
      }
      try {
        const rest = writeNow(descriptor, text);
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
