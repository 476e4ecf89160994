import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { transcriptScheme } from '../../src/extension/contributions';
import type { BatonApi } from '../../src/extension/extension';
import { claudeLines } from '../support/claudeLines';
import { activateBaton, eventually } from './batonApi';
import { recordedAgents } from './recordedAgents';
import { sampleProject } from './sample';

describe('Search…', () => {
  let api: BatonApi;
  let agents: ReturnType<typeof recordedAgents>;
  let sample: ReturnType<typeof sampleProject>;
  const session = '66666666-6666-4666-8666-666666666666';

  before(async () => {
    api = await activateBaton();
    await eventually('the project', () => api.projects.all[0]?.snapshot, Boolean);
    sample = sampleProject();
    agents = recordedAgents([]);
    agents.write(
      `claude/projects/${sample.root.replace(/[^A-Za-z0-9]/g, '-')}/${session}.jsonl`,
      claudeLines(session)
        .prompt('Look at the lighthouse')
        .says('The quixotic beacon is broken.')
        .text()
        .replaceAll('/home/dev/demo-app', sample.root),
    );
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    agents.restore();
    sample.reset();
    sample.leave();
  });

  /** Takes the first result, as soon as there is one. */
  const searchFor = async (words: string, isOpen: (document: vscode.TextDocument) => boolean) => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const done = vscode.commands.executeCommand('baton.search', { words });
    const shown = () => vscode.window.activeTextEditor?.document;
    const timer = setInterval(() => {
      void vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }, 100);
    try {
      await eventually(
        words,
        shown,
        (document) => document !== undefined && isOpen(document),
        20_000,
      );
    } finally {
      clearInterval(timer);
    }
    await done;
    return vscode.window.activeTextEditor ?? assert.fail('no editor');
  };

  it('finds what an agent said, and opens the transcript there', async () => {
    const editor = await searchFor(
      'quixotic',
      (document) =>
        document.uri.scheme === transcriptScheme && document.getText().includes('quixotic'),
    );
    const { line } = editor.selection.active;
    const text = editor.document.getText();
    assert.equal(text.split('\n').slice(line).join('\n').indexOf('Look at the lighthouse'), -1);
    assert.match(
      text.split('\n').slice(line).join('\n'),
      /^## Claude Code[^\n]*\n\n```\nThe quixotic/,
    );
  });

  it('finds a decision, and opens it at its entry', async () => {
    const [decision] = api.projects.all[0]?.snapshot?.decisions ?? [];
    assert.ok(decision);
    const editor = await searchFor(
      `"${decision.summary}"`,
      ({ fileName }) => path.basename(fileName) === 'decisions.md',
    );
    assert.equal(editor.selection.active.line + 1, decision.line);
  });
});
