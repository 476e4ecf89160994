// `baton hook EVENT`, in bundles of its own: agents run it several times on every turn. It prints what
// an event may add to the conversation, and always ends well.

import { writeNow } from '../writeNow';
import { runHook } from './hook';
import { parseHookCall } from './hookCall';

/** A reader that is slow; one that is gone gets nothing. */
const mostAttempts = 1_000;

function print(text: string): void {
  let rest: string | Uint8Array | undefined = text;
  try {
    for (let attempt = 0; rest?.length && attempt < mostAttempts; attempt++) {
      rest = writeNow(1, rest);
      if (rest) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    }
  } catch {
    // Nobody reads it.
  }
}

const call = parseHookCall(process.argv.slice(3));
void (call ? runHook(call, process.env, print) : Promise.resolve()).then(() => process.exit(0));
