import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

describe('activation', () => {
  it('happens by itself after start-up', async () => {
    console.log(`VS Code ${vscode.version}, Node ${process.versions.node}`);
    const extension = vscode.extensions.getExtension('baton-tools.baton');
    assert.ok(extension, 'the extension is not there');
    const deadline = Date.now() + 15_000;
    while (!extension.isActive && Date.now() < deadline) {
      await delay(50);
    }
    assert.ok(extension.isActive, 'the extension is not active');
    // An extension whose activation failed calls itself active too, but this then rejects.
    await extension.activate();
  });
});
