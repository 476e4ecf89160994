import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { allNodes, outline } from '../support/snapshots';
import { activateBaton, eventually } from './batonApi';

describe('agent sessions', () => {
  let api: BatonApi;
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const state = (...parts: string[]) => path.join(root(), '.claude', 'state', ...parts);
  const rows = (view: 'session' | 'agents') => outline(api.views[view].nodes());
  const hasRow = (part: string | RegExp) => (seen: string[]) =>
    seen.some((row) => (typeof part === 'string' ? row.includes(part) : part.test(row)));
  const hasNone = (part: string) => (seen: string[]) => !hasRow(part)(seen);

  const session = 'b1946ac9-2f3a-4c0e-8d4e-0f6f1e2a7c55';
  const delivery = {
    id: '0a1b2c3d',
    session_id: session,
    agent: 'claude',
    event: 'SessionStart',
    source: 'startup',
    at: new Date().toISOString(),
    characters: 6120,
  };

  /** As a hook does, which never leaves half a file. */
  function writeJson(file: string, value: unknown): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(value));
    renameSync(`${file}.new`, file);
  }
  const deliver = (of: object) => {
    writeJson(state('deliveries.json'), { version: 1, deliveries: [{ ...delivery, ...of }] });
  };

  before(async () => {
    api = await activateBaton();
    await eventually('the session', () => rows('agents'), hasRow('Test the user service'));
  });

  after(async () => {
    rmSync(state('deliveries.json'), { force: true });
    rmSync(state('contexts'), { recursive: true, force: true });
    await eventually('the end', () => rows('agents'), hasNone('Claude Code'));
  });

  it('show what is delivered, and whether it arrived', async () => {
    assert.ok(hasNone(' characters')(rows('session')));
    deliver({ status: 'injected' });
    const sent = /\(clock\) Sent \d\d:\d\d · 6,120 characters \| at startup · not seen yet/;
    await eventually('the delivery', () => rows('session'), hasRow(sent));
    assert.ok(hasRow(sent)(rows('agents')));
    assert.match(api.statusBar.shown()?.tooltip ?? '', /^Context sent \d\d:\d\d, 6,120/m);
    deliver({ status: 'arrived', arrived_at: delivery.at });
    const arrived = /\(pass\) Delivered \d\d:\d\d · 6,120 characters \| at startup$/;
    await eventually('the arrival', () => rows('session'), hasRow(arrived));
    assert.ok(hasRow(arrived)(rows('agents')));
    deliver({ status: 'missing', problem: 'The transcript of the session does not show it.' });
    const lost = /\(warning\) Did not arrive: the transcript does not show it \| \d\d:\d\d$/;
    await eventually('the loss', () => rows('session'), hasRow(lost));
    assert.ok(hasRow(/^\(archive\) Agent context \| did not arrive · /)(rows('session')));
    assert.ok(hasRow(/^\(warning\) Session b1946ac9?…? \| Claude Code/)(rows('agents')));
  });

  it('show what they knew, open it, and give their id', async () => {
    const file = state('contexts', `${session}.json`);
    writeJson(file, {
      meta: { saved_at: new Date().toISOString(), session_id: session, agent: 'claude' },
      goal: { original_request: 'Seen in the view', current_objective: 'Follow the files' },
      progress: { done: ['a'], current: ['b'], pending: [] },
    });
    // A folder that was missing is told of late; the slow poll finds it too.
    const seen = () => rows('agents');
    await eventually('the context', seen, hasRow('Follow the files'), 20_000);
    assert.ok(hasRow('Progress | 1 of 2')(rows('agents')));
    const row = allNodes(api.views.agents.nodes()).find((node) => node.session?.id === session);
    await vscode.commands.executeCommand('baton.openContext', row);
    assert.equal(vscode.window.activeTextEditor?.document.fileName, file);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('baton.copySessionId', row);
    assert.equal(await vscode.env.clipboard.readText(), session);
    writeFileSync(file, '{ "meta": ');
    await eventually('the problem', seen, hasRow('cannot be read'));
    assert.ok(hasRow(`(warning) ${session}.json`)(rows('session')));
    assert.ok(hasRow('Test the user service')(rows('agents')));
  });
});
