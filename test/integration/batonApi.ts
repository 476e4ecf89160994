import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';

export async function activateBaton(): Promise<BatonApi> {
  const extension = vscode.extensions.getExtension<BatonApi>('baton-tools.baton');
  assert.ok(extension, 'the extension is not there');
  return extension.activate();
}

/** Only the last ones are kept, so that the number of a kind stands still once there were many. */
export function forgetNotices({ notices }: BatonApi, about: string): void {
  const others = notices.shown.filter((each) => !each.includes(about));
  (notices.shown as string[]).splice(0, notices.shown.length, ...others);
}

/** Waits for something that VS Code does in its own time; unless told, half as long as the slow poll. */
export async function eventually<T>(
  what: string,
  look: () => T,
  isIt: (seen: T) => boolean,
  milliseconds = 5000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const seen = look();
    if (isIt(seen)) {
      return seen;
    }
    assert.ok(Date.now() < deadline, `${what} did not come; seen: ${JSON.stringify(seen)}`);
    await delay(25);
  }
}
