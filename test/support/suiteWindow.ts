// What suites with a window of their own have in common: a folder to work in, a look at the errors
// after each test, and pictures in three themes.

import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Window } from './window';

/**
 * A folder for the suite that calls this, removed after it together with its window. A test that
 * leaves errors of ours in the window has failed; one that failed leaves a picture.
 */
export function useWorkFolder(window: () => Window | undefined): string {
  const work = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-e2e-'));
  afterEach(async function () {
    if (this.currentTest?.isFailed()) {
      await window()?.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
    }
    assert.deepEqual(window()?.extensionHostErrors(), []);
  });
  after(async () => {
    await window()?.close();
    rmSync(work, { recursive: true, force: true });
  });
  return work;
}

const themes = [
  ['light', 'vs', { colorScheme: 'light', forcedColors: 'none' }],
  ['high-contrast', 'hc-black', { colorScheme: 'dark', forcedColors: 'active' }],
  ['dark', 'vs-dark', { colorScheme: 'dark', forcedColors: 'none' }],
] as const;

/** Saves test-results/<name>-light.png, -high-contrast.png and -dark.png. */
export async function pictures(window: Window, name: string): Promise<void> {
  for (const [theme, className, media] of themes) {
    await window.page.emulateMedia(media);
    await window.page.locator(`.monaco-workbench.${className}`).waitFor();
    await window.screenshot(`${name}-${theme}`);
  }
}
