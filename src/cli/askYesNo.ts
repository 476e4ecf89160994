// A question to the person at the terminal. Whoever only presses Enter, or leaves, has not agreed.

import { createInterface } from 'node:readline';
import type { Translate } from '../core/support/message';
import { plainText } from '../core/support/plainText';
import type { VerbInput } from './verb';

/** Else there is nobody to ask, or a program that waits for one document. */
export function canAsk({ values }: Pick<VerbInput, 'values'>): boolean {
  return values.json !== true && process.stdin.isTTY && process.stdout.isTTY;
}

export async function isAgreed(question: string, t: Translate): Promise<boolean> {
  // On stderr, because stdout is for the report.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    terminal.on('close', () => {
      resolve('');
    });
    terminal.question(`${plainText(question)} ${t('[y/N]')} `, resolve);
  });
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
