import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcriptScheme } from '../../src/extension/contributions';
import type { BatonApi } from '../../src/extension/extension';
import { claudeLines } from '../support/claudeLines';
import { largeSession, writeLargeTranscript } from '../support/largeTranscript';
import { allNodes } from '../support/snapshots';
import { answerWith } from './answers';
import { activateBaton, eventually } from './batonApi';
import { recordedAgents } from './recordedAgents';
import { sampleProject } from './sample';

describe('a transcript', () => {
  let api: BatonApi;
  let agents: ReturnType<typeof recordedAgents>;
  let sample: ReturnType<typeof sampleProject>;
  const fileOf = (id: string) =>
    `claude/projects/${sample.root.replace(/[^A-Za-z0-9]/g, '-')}/${id}.jsonl`;
  const small = '55555555-5555-4555-8555-555555555555';
  const editor = () => vscode.window.activeTextEditor;
  const text = () => editor()?.document.getText() ?? '';
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`baton.${command}`, ...args);
  const rowOf = (id: string) =>
    eventually(
      'the row',
      () => allNodes(api.views.agents.nodes()).find(({ session }) => session?.id === id),
      Boolean,
      20_000,
    );

  before(async () => {
    api = await activateBaton();
    await eventually('the project', () => api.projects.all[0]?.snapshot, Boolean);
    sample = sampleProject();
    agents = recordedAgents([]);
    agents.write(
      fileOf(small),
      claudeLines(small)
        .prompt('[click](command:workbench.action.files.newUntitledFile) me')
        .call('1', 'Bash', { command: 'npm test' })
        .fails('1', 'Exit code 1\nboom')
        .says('It fails.')
        .text()
        .replaceAll('/home/dev/demo-app', sample.root),
    );
    writeLargeTranscript(agents.write(fileOf(largeSession), ''), 3_000_000, sample.root);
    await vscode.commands.executeCommand('baton.agents.focus');
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    agents.restore();
    sample.reset();
    sample.leave();
  });

  it('is a document to be read, in which no word is a link', async () => {
    await run('openTranscript', await rowOf(small));
    const { document } = editor() ?? {};
    assert.equal(document?.uri.scheme, transcriptScheme);
    assert.equal(document.languageId, 'markdown');
    assert.match(text(), /^# Claude Code · `5{8}-.*`\n\nPage 1 of 1\n\n## You · /);
    assert.match(text(), /\n\*\*Run\*\* `npm test` · failed with exit code 1\n/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    assert.deepEqual(
      links.map(({ target }) => target?.toString()),
      [],
    );
  });

  it('opens at its end, and is turned page by page', async () => {
    const answered = answerWith({});
    const { asked } = answered;
    try {
      await run('openTranscript', await rowOf(largeSession));
      const pages = Number(/^Page (\d+) of \1$/m.exec(text().replace('Previous page · ', ''))?.[1]);
      assert.ok(pages >= 5, text().slice(0, 200));
      assert.equal(editor()?.selection.active.line, (editor()?.document.lineCount ?? 0) - 1);
      const last = text();
      await run('nextPage');
      await eventually(
        'the word',
        () => asked.at(-1)?.text,
        (said) => said === 'This is the last page.',
      );
      await run('previousPage');
      await eventually('the page before', text, (seen) =>
        seen.includes(`Previous page · Page ${pages - 1} of ${pages} · Next page`),
      );
      const uri = editor()?.document.uri;
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        uri,
      );
      assert.deepEqual(
        links.map(({ target }) => target?.path),
        ['baton.previousPage', 'baton.nextPage', 'baton.previousPage', 'baton.nextPage'],
      );
      await run('nextPage');
      await eventually('the last page', text, (seen) => seen === last);
      assert.equal(editor()?.selection.active.line, 0);
    } finally {
      answered.restore();
    }
  });

  it('opens where a line of the file is shown', async () => {
    const file = agents.path(fileOf(small));
    await run('openTranscript', { file, agent: 'claude', line: 4 });
    const { document, selection } = editor() ?? {};
    assert.equal(document?.lineAt((selection?.active.line ?? 0) + 3).text, 'It fails.');
  });

  it('is only read out of the store of its agent', async () => {
    const answered = answerWith({});
    const { asked } = answered;
    try {
      for (const file of [sample.file('package.json'), agents.path('claude.js')]) {
        await run('openTranscript', { file, agent: 'claude', line: 1 });
        await eventually(
          'the refusal',
          () => asked.at(-1)?.text ?? '',
          (said) => said.includes(file),
        );
      }
      const query = JSON.stringify({
        file: sample.file('package.json'),
        agent: 'claude',
        title: 'x',
        page: 1,
        size: 1,
      });
      const forged = vscode.Uri.from({ scheme: transcriptScheme, path: '/x.md', query });
      await assert.rejects(async () => vscode.workspace.openTextDocument(forged));
    } finally {
      answered.restore();
    }
  });
});
