import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';

export async function activateBaton(): Promise<BatonApi> {
  const extension = vscode.extensions.getExtension<BatonApi>('baton-tools.baton');
  assert.ok(extension, 'the extension is not there');
  return extension.activate();
}

/** Waits for something that VS Code does in its own time. Shorter than Baton's slow poll. */
export async function eventually<T>(
  what: string,
  look: () => T,
  isIt: (seen: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 8000;
  for (;;) {
    const seen = look();
    if (isIt(seen)) {
      return seen;
    }
    assert.ok(Date.now() < deadline, `${what} did not come; seen: ${JSON.stringify(seen)}`);
    await delay(25);
  }
}
