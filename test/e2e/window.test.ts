import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSampleProject } from '../../scripts/sample/sampleProject';
import { type Window, openWindow } from '../support/window';

describe('window', function () {
  this.timeout(180_000);
  let workspace: string;
  let window: Window | undefined;

  before(async () => {
    workspace = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-e2e-'));
    await createSampleProject(workspace);
    window = await openWindow({ workspace, extension: 'packaged' });
  });

  after(async () => {
    await window?.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  it('opens with the packaged extension installed, and without errors of ours', async () => {
    assert.ok(window);
    await window.workbench.openViewContainer('Extensions');
    const installed = window.page.locator('.part.sidebar .extension-list-item');
    await installed.filter({ hasText: 'Baton' }).first().waitFor({ timeout: 60_000 });
    await window.activated();
    const file = await window.screenshot('window');
    assert.ok(statSync(file).size > 10_000);
    assert.deepEqual(window.extensionHostErrors(), []);
  });
});
