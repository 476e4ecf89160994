// `baton hook EVENT`, in bundles of its own: agents run it several times on every turn. It prints what
// an event may add to the conversation, and always ends well.

import { writeSync } from 'node:fs';
import { runHook } from './hook';
import { parseHookCall } from './hookCall';

/** A reader that is slow; one that is gone gets nothing. */
const mostAttempts = 1_000;

/** Not through process.stdout, which takes longer to set up than a hook with nothing to do. */
function print(text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  for (let attempt = 0; done < bytes.length && attempt < mostAttempts; attempt += 1) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        return;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

const call = parseHookCall(process.argv.slice(3));
void (call ? runHook(call, process.env, print) : Promise.resolve()).then(() => process.exit(0));
