import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { commands } from '../../src/extension/contributions';
import type { BatonApi } from '../../src/extension/extension';
import { decideInSession } from '../support/loggedEntries';
import { answerWith, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';
import { recordedAgents } from './recordedAgents';
import { sampleProject } from './sample';

describe('handover form', () => {
  let sample: ReturnType<typeof sampleProject>;
  const session = () => sample.file('.claude', 'sdd', 'handover', 'session.md');
  let api: BatonApi;
  let undo: { restore(): void }[] = [];

  const shown = () => api.handoverForms.shown(sample.root);
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ label }) => label.startsWith('Handover: '));
  const opened = async () => {
    await vscode.commands.executeCommand(commands.handover);
    return eventually('the form', shown, (state) => state?.phase === 'editing', 20_000);
  };

  before(async () => {
    sample = sampleProject();
    api = await activateBaton();
    await eventually('the project', () => api.projects.all[0]?.snapshot, Boolean);
  });

  afterEach(async () => {
    undo.forEach((each) => {
      each.restore();
    });
    undo = [];
    await vscode.window.tabGroups.close(tabs());
    sample.reset();
  });

  after(() => {
    sample.leave();
  });

  it('opens once for a project, filled in with what is known', async () => {
    decideInSession(sample.file('.claude', 'sdd', 'handover', 'decisions.md'));
    const state = await opened();
    assert.equal(state?.form?.target, '.claude/sdd/handover/session.md');
    const { fields, lists } = state.form;
    assert.match(fields.goal.value, /^User authentication/);
    assert.deepEqual(fields.goal.marks, ['from the saved session']);
    assert.match(fields.accomplished.value, /Sign in through the user service/);
    assert.ok(lists.decisions.some(({ id }) => id === 'D8'));
    assert.ok(lists.steeringExceptions.some(({ id }) => id === 'D9'));
    await opened();
    await eventually('the tab', tabs, ({ length }) => length === 1);
  });

  it('says that session.md has changed, and what it will archive then', async () => {
    await opened();
    writeFileSync(
      session(),
      `${readFileSync(session(), 'utf8')}\n## Notes\n\nBy another program.\n`,
    );
    const state = await eventually('the notice', shown, (now) => now?.notice !== undefined, 10_000);
    assert.match(state?.notice?.text ?? '', /^session\.md has changed/);
    assert.equal(state?.phase, 'editing');
  });

  it('is gone when its tab is closed', async () => {
    await opened();
    await eventually('the tab', tabs, ({ length }) => length === 1);
    await vscode.window.tabGroups.close(tabs());
    await eventually('the end', shown, (state) => state === undefined);
  });

  it('is refused in Restricted Mode', async () => {
    const answers = answerWith({});
    undo.push(answers, pretend(vscode.workspace, 'isTrusted', false));
    await vscode.commands.executeCommand(commands.handover);
    assert.match(answers.asked[0]?.text ?? '', /Restricted Mode/);
    assert.equal(tabs().length, 0);
  });

  it('hands over to a colleague by the clipboard', async () => {
    const answers = answerWith({
      pick: (labels) =>
        labels.filter((label) => /A colleague|Copy to Clipboard/.test(label)).slice(0, 1),
    });
    undo.push(answers);
    await vscode.commands.executeCommand(commands.handoverTo);
    assert.deepEqual(
      answers.asked.map(({ text }) => text),
      ['Handover to…', 'Handover to A colleague'],
    );
    assert.ok(answers.asked[0]?.choices.some((choice) => choice.endsWith('Gemini CLI')));
    assert.match(await vscode.env.clipboard.readText(), /^# Handover: /);
  });

  it('begins an agent with the handover as one argument, without a shell', async () => {
    const agents = recordedAgents(['gemini']);
    const answers = answerWith({
      pick: (labels) => labels.filter((label) => label.endsWith('Gemini CLI')).slice(0, 1),
    });
    undo.push(answers, agents);
    await vscode.commands.executeCommand(commands.handoverTo);
    const { args } = await agents.next('gemini');
    const [option, id = '', prompt = '', ...others] = args;
    assert.equal(option, '--session-id');
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(prompt, /^--prompt-interactive=# Handover: [^]+\n[^]*User authentication/);
    assert.deepEqual(others, []);
    vscode.window.terminals.at(-1)?.dispose();
  });
});
