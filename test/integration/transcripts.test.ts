import assert from 'node:assert/strict';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { type Answers, answerWith } from './answers';
import { activateBaton, eventually } from './batonApi';

describe('transcripts that Claude Code will delete', () => {
  let api: BatonApi;
  let folder = '';
  let answered: ReturnType<typeof answerWith> | undefined;
  const before = { ...process.env };
  const answer = (answers: Answers) => (answered = answerWith(answers));
  const root = () => realpathSync(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
  const rows = () => outline(api.views.session.nodes());
  const copies = () => globSync('**/*.gz', { cwd: path.join(folder, 'data') });
  const setKeeping = (value: boolean | undefined) =>
    vscode.workspace
      .getConfiguration('baton')
      .update('keepTranscripts', value, vscode.ConfigurationTarget.Global);
  const writeTranscript = (id: string, daysOld: number) => {
    const slug = root().replace(/[^A-Za-z0-9]/g, '-');
    const file = path.join(folder, 'claude', 'projects', slug, `${id}.jsonl`);
    const at = new Date(Date.now() - daysOld * 86_400_000);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ type: 'user', cwd: root() })}\n`);
    utimesSync(file, at, at);
  };

  beforeEach(async () => {
    api = await activateBaton();
    await eventually(
      'the project',
      () => api.projects.all[0]?.snapshot,
      (snapshot) => snapshot !== undefined,
    );
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'baton-transcripts-')));
    process.env.CLAUDE_CONFIG_DIR = path.join(folder, 'claude');
    process.env.BATON_HOME = path.join(folder, 'data');
  });
  afterEach(async () => {
    await setKeeping(undefined);
    answered?.restore();
    answered = undefined;
    for (const name of ['CLAUDE_CONFIG_DIR', 'BATON_HOME']) {
      process.env[name] = before[name];
      if (before[name] === undefined) {
        Reflect.deleteProperty(process.env, name);
      }
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('are kept by the command, which says how much that is', async () => {
    writeTranscript('window-1', 28);
    const { asked } = answer({});
    await vscode.commands.executeCommand('baton.keepTranscripts');
    assert.equal(copies().length, 1);
    const told = await eventually(
      'the size',
      () => asked.find(({ text }) => text.startsWith('1 transcript kept')),
      (found) => found !== undefined,
    );
    assert.deepEqual(told?.choices, ['Keep From Now On']);
    assert.ok(
      rows().some((row) => row.includes('1 transcript kept')),
      rows().join('\n'),
    );
  });

  it('are given back by the command', async () => {
    writeTranscript('window-3', 28);
    answer({});
    await vscode.commands.executeCommand('baton.keepTranscripts');
    const transcripts = () => globSync('**/*.jsonl', { cwd: path.join(folder, 'claude') });
    const [kept = ''] = transcripts();
    rmSync(path.join(folder, 'claude', kept));
    answered?.restore();
    const { asked } = answer({ pick: (labels) => labels });
    await vscode.commands.executeCommand('baton.restoreTranscript');
    assert.deepEqual(asked[0]?.choices, ['window-3']);
    assert.deepEqual(transcripts(), [kept]);
    assert.match(asked[1]?.text ?? '', /claude --resume window-3$/);
  });

  it('are forgotten by the command, when the user says so', async () => {
    writeTranscript('window-4', 28);
    answer({});
    await vscode.commands.executeCommand('baton.keepTranscripts');
    const forget = async (said: string | undefined) => {
      answered?.restore();
      const { asked } = answer({ pick: (labels) => labels, warning: () => said });
      await vscode.commands.executeCommand('baton.forgetTranscript');
      return asked;
    };
    const [, asked] = await forget(undefined);
    assert.match(asked?.text ?? '', /^Forget what is kept of window-4, \d/);
    assert.match(asked?.detail ?? '', /gone for good/);
    assert.equal(copies().length, 1);
    const told = await forget('Forget');
    assert.equal(told.at(-1)?.text, 'The copies of window-4 are removed.');
    assert.deepEqual(copies(), []);
    const transcripts = globSync('**/*.jsonl', { cwd: path.join(folder, 'claude') });
    assert.equal(transcripts.length, 1);
    assert.ok(!rows().some((row) => row.includes('transcript kept')), rows().join('\n'));
  });

  it('are kept by themselves once the user wants that', async () => {
    writeTranscript('window-2', 3);
    await setKeeping(true);
    await eventually('a copy', copies, (found) => found.length === 1, 15_000);
  });
});
