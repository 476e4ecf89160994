import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { outline } from '../support/snapshots';
import { answerWith, type Answers } from './answers';
import { activateBaton, eventually } from './batonApi';
import { sampleProject } from './sample';

describe('live sessions in the window', function () {
  this.timeout(90_000);
  let api: BatonApi;
  let sample: ReturnType<typeof sampleProject>;
  const undo: { restore(): void }[] = [];
  const id = 'aaaaaaaa-0001-4000-8000-000000000001';
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`baton.${command}`, ...args);
  const project = () => {
    const [first] = api.projects.all;
    assert.ok(first);
    return first;
  };
  const rows = () => outline(api.views.agents.nodes()).map((row) => row.trim());
  const group = () => api.views.agents.nodes().find(({ id: row }) => row === 'agents/live');
  const answer = (answers: Answers) => {
    const answered = answerWith(answers);
    undo.push(answered);
    return answered.asked;
  };
  const open = async () => {
    await project().openLiveSession({ agent: 'claude', agentSession: id });
    await eventually('the row', rows, (seen) => seen.some((row) => row.includes('aaaaaaaa')));
  };

  before(async () => {
    api = await activateBaton();
    await eventually(
      'the project',
      () => api.projects.all[0]?.snapshot,
      (seen) => seen !== undefined,
    );
    sample = sampleProject();
  });
  afterEach(async () => {
    undo.splice(0).forEach((each) => {
      each.restore();
    });
    rmSync(sample.file('.claude', 'state', 'sessions'), { recursive: true, force: true });
    await project().refresh();
    sample.reset();
  });
  after(() => {
    sample.leave();
  });

  it('ask in a notification, whose button answers', async () => {
    await open();
    const asked = answer({ information: (_, choices) => choices.find((each) => each === 'Two') });
    const { questionId } = await project().askUser(id, {
      question: 'Which one?',
      options: ['One', 'Two'],
    });
    const outcome = await project().awaitAnswer(id, questionId, { waitMs: 30_000 });
    assert.ok(outcome.status === 'answered');
    assert.deepEqual([outcome.response.answer, outcome.response.source], ['Two', 'vscode']);
    const told = asked.filter(({ text }) => text.includes('asks: Which one?'));
    assert.deepEqual(
      told.map(({ choices }) => choices),
      [['One', 'Two', 'Answer…']],
    );
  });

  it('are answered from their row, and counted on the badge until then', async () => {
    await open();
    answer({
      pick: (labels) => labels.filter((each) => each === 'Another answer…'),
      input: () => 'None',
    });
    const { questionId } = await project().askUser(id, {
      question: 'Which one?',
      options: ['One'],
    });
    await eventually(
      'the badge',
      () => api.views.agents.badge()?.value,
      (seen) => seen === 1,
    );
    const row = group()?.children?.[0]?.children?.find(({ question }) => question);
    await run('answerQuestion', row);
    const outcome = await project().awaitAnswer(id, questionId, { waitMs: 30_000 });
    assert.ok(outcome.status === 'answered');
    assert.equal(outcome.response.answer, 'None');
    await eventually(
      'no badge',
      () => api.views.agents.badge(),
      (seen) => seen === undefined,
    );
  });

  it('take work, are muted, and end', async () => {
    await open();
    const session = () => group()?.children?.[0];
    const asked = answer({ input: () => 'Write the tests' });
    await run('sendWork', session());
    const command = await project().takeCommand(id, { waitMs: 10_000 });
    assert.equal(command?.command, 'Write the tests');
    await run('muteSession', session());
    await project().notifyUser(id, { message: 'Heard by nobody', level: 'info' });
    await eventually('what it told', rows, (seen) =>
      seen.some((row) => row.includes('Heard by nobody')),
    );
    await delay(500);
    assert.deepEqual(
      asked.filter(({ text }) => text.includes('Heard by nobody')),
      [],
    );
    await run('muteSession', session());
    await run('endLiveSession', session());
    await eventually('its end', rows, (seen) =>
      seen.some((row) => row.includes('aaaaaaaa | ended')),
    );
  });

  it('are revealed in the terminal that their agent runs in', async () => {
    const terminal = vscode.window.createTerminal({ shellPath: '/bin/sh', name: 'agent' });
    const pid = await terminal.processId;
    assert.ok(pid !== undefined);
    const { identityOf } = await import('../../src/core/support/processIdentity');
    await project().openLiveSession({
      agent: 'claude',
      agentSession: id,
      process: identityOf(pid),
    });
    await eventually('the row', rows, (seen) => seen.some((row) => row.includes('aaaaaaaa')));
    await run('revealTerminal', group()?.children?.[0]);
    await eventually(
      'the terminal',
      () => vscode.window.activeTerminal,
      (seen) => seen === terminal,
    );
    answer({ warning: (_, choices) => choices[0] });
    await run('endLiveSession', group()?.children?.[0]);
    await eventually('its end', rows, (seen) =>
      seen.some((row) => row.includes('aaaaaaaa | ended')),
    );
    await eventually(
      'no terminal',
      () => vscode.window.terminals.includes(terminal),
      (seen) => !seen,
    );
  });
});
