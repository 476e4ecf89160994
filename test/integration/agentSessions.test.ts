import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { claudeLines } from '../support/claudeLines';
import { allNodes, outline } from '../support/snapshots';
import { type Answers, answerWith, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';
import { recordedAgents } from './recordedAgents';
import { sampleProject } from './sample';

const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';
const gemini = '33333333-3333-4333-8333-333333333333';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What is as new as the start of an agent may be what it began. */
const older = 2_500;

describe('sessions of agents', () => {
  let api: BatonApi;
  let agents: ReturnType<typeof recordedAgents>;
  let undo: { restore(): void }[] = [];
  let sample: ReturnType<typeof sampleProject>;
  const slug = () => sample.root.replace(/[^A-Za-z0-9]/g, '-');
  const claudeFile = (id: string) => `claude/projects/${slug()}/${id}.jsonl`;
  const geminiFile = 'gemini/.gemini/tmp/app/chats/session-2026-11-16T10-00-33333333.jsonl';
  const registry = () => sample.file('.claude', 'state', 'registry.json');
  const rows = () => outline(api.views.agents.nodes());
  /** Not one of the test before. */
  const rowNamed = (part: string) =>
    allNodes(api.views.agents.nodes()).find(
      ({ label, session, kind }) =>
        kind.startsWith('agentSession') &&
        label.includes(part) &&
        session?.listed?.file?.startsWith(agents.path()),
    );
  const listed = (part: string) =>
    eventually(
      'the row',
      () => rowNamed(part),
      (row) => row !== undefined,
      20_000,
    );
  const run = async (command: string, ...args: unknown[]) => {
    await vscode.commands.executeCommand(`baton.${command}`, ...args);
  };
  const answer = (answers: Answers) => {
    const answered = answerWith(answers);
    undo.push(answered);
    return answered;
  };
  const fixture = (name: string, from: string) =>
    readFileSync(
      path.join(__dirname, '../../../test/fixtures/transcripts', name),
      'utf8',
    ).replaceAll(from, sample.root);
  const claudeSession = (id: string, words: string) =>
    claudeLines(id)
      .prompt(words)
      .says(`I look at: ${words}`)
      .text()
      .replaceAll('/home/dev/demo-app', sample.root);

  before(() => {
    sample = sampleProject();
  });

  beforeEach(async () => {
    api = await activateBaton();
    await eventually('the project', () => api.projects.all[0]?.snapshot, Boolean);
    agents = recordedAgents(['claude', 'codex', 'gemini', 'qwen']);
    undo.push(agents);
    agents.write(claudeFile(first), claudeSession(first, 'Mend the log-in'));
    agents.write(claudeFile(second), claudeSession(second, 'Paint the shed'));
    await vscode.commands.executeCommand('baton.agents.focus');
    await run('refresh');
  });

  afterEach(async () => {
    vscode.window.terminals.forEach((terminal) => {
      terminal.dispose();
    });
    await eventually(
      'no terminal',
      () => vscode.window.terminals.length,
      (count) => count === 0,
    );
    undo.reverse().forEach((each) => {
      each.restore();
    });
    undo = [];
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(registry(), { force: true });
    sample.reset();
  });

  after(() => {
    sample.leave();
  });

  it('are listed from the stores of the four CLIs, with their size and their branch', async () => {
    agents.write(
      'codex/sessions/2026/11/16/rollout-2026-11-16T15-43-47-01a1e507-5d45-70d1-97de-9a601459bdde.jsonl',
      fixture('codex/editsPlanAndCompaction.jsonl', '/home/dev/app'),
    );
    agents.write('gemini/.gemini/tmp/app/.project_root', sample.root);
    agents.write(
      'gemini/.gemini/tmp/app/chats/session-2026-11-16T15-44-aaaaaaaa.jsonl',
      fixture('gemini/editsAndTodos.jsonl', '/home/dev/app'),
    );
    agents.write(
      `qwen/projects/${slug()}/chats/eeeeeeee-0002-4000-8000-000000000002.jsonl`,
      fixture('qwen/editsTodosAndCompression.jsonl', '/home/dev/app'),
    );
    const hasAll = (seen: readonly string[]) =>
      ['Claude Code', 'Codex', 'Gemini CLI', 'Qwen Code'].every((agent) =>
        seen.some((row) => row.includes(`| ${agent} · `)),
      );
    const seen = await eventually('the sessions', rows, hasAll, 30_000);
    assert.ok(
      seen.some((row) => /Mend the log-in \| Claude Code · .* · main · 2 messages/.test(row)),
      seen.join('\n'),
    );
    assert.ok(
      seen.some((row) => /Rename one to first .*\| Codex · .* messages · .* tokens/.test(row)),
    );
  });

  it('resume in a terminal that is the program itself, and are verified', async () => {
    const file = agents.path(claudeFile(first));
    const words = claudeSession(first, 'Go on');
    agents.does(
      'claude',
      `require('node:fs').appendFileSync(${JSON.stringify(file)}, ${JSON.stringify(words)});`,
    );
    const row = await listed('Mend the log-in');
    await delay(older);
    await run('resumeAgent', row);
    const told = await agents.next('claude');
    assert.deepEqual(told.args, ['--resume', first]);
    assert.equal(told.cwd, sample.root);
    assert.equal(told.env.TERM_PROGRAM, 'vscode');
    assert.equal(told.env.BATON_AGENT_DEPTH, '1');
    const options = vscode.window.terminals[0]?.creationOptions as vscode.TerminalOptions;
    assert.equal(options.shellPath, agents.path('bin', 'claude'));
    assert.deepEqual(options.shellArgs, ['--resume', first]);
    await eventually(
      'the check',
      rows,
      (seen) => seen.some((row) => /^\(verified\) .*\| verified · Claude Code/.test(row)),
      20_000,
    );
    await run('copySessionId', await listed('Mend the log-in'));
    assert.equal(await vscode.env.clipboard.readText(), first);
  });

  it('say when another one answered, and offer to start anew', async () => {
    const other = '44444444-4444-4444-8444-444444444444';
    const file = agents.path(claudeFile(other));
    const text = claudeSession(other, 'Somebody else');
    agents.does(
      'claude',
      `if (args[0] === '--resume') require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)});`,
    );
    const { asked } = answer({ warning: (_, choices) => choices[0] });
    const row = await listed('Mend the log-in');
    await delay(older);
    await run('resumeAgent', row);
    assert.deepEqual((await agents.next('claude')).args, ['--resume', first]);
    await eventually(
      'the warning',
      rows,
      (seen) =>
        seen.some((each) => each.includes('(warning) Mend the log-in | another session answered')),
      20_000,
    );
    assert.match(asked[0]?.text ?? '', /^Claude Code came back in another session/);
    assert.deepEqual(asked[0]?.choices, ['Start a New Session']);
    const { args } = await agents.next('claude');
    assert.equal(args[0], '--session-id');
    assert.match(args[1] ?? '', uuid);
    assert.equal(args.length, 2);
  });

  it('say when the agent works in another folder now', async () => {
    const file = agents.path(claudeFile(first));
    const words = claudeSession(first, 'Go on').replaceAll(sample.root, '/elsewhere');
    agents.does(
      'claude',
      `require('node:fs').appendFileSync(${JSON.stringify(file)}, ${JSON.stringify(words)});`,
    );
    const { asked } = answer({});
    await run('resumeAgent', await listed('Mend the log-in'));
    await agents.next('claude');
    await eventually(
      'the warning',
      rows,
      (seen) => seen.some((row) => row.startsWith('(warning) Mend the log-in | in another folder')),
      20_000,
    );
    assert.match(asked[0]?.text ?? '', /works in \/elsewhere now, which is not this project/);
  });

  it('are not resumed twice before a person says so, and their terminal is offered', async () => {
    await run('resumeAgent', await listed('Mend the log-in'));
    await agents.next('claude');
    const [terminal] = vscode.window.terminals;
    // Known to others as soon as its process is.
    await eventually(
      'the running one',
      () => readdirSync(agents.path('data'), { recursive: true, encoding: 'utf8' }),
      (names) => names.some((name) => name.endsWith(path.join('agent-running', `${first}.json`))),
      20_000,
    );
    const choices = ['Show Terminal', 'Resume Anyway', 'Fork Instead'];
    const expected: readonly (readonly [choice: string, args: readonly string[]])[] = [
      ['Show Terminal', []],
      ['Fork Instead', ['--resume', first, '--fork-session', '--session-id']],
      ['Resume Anyway', ['--resume', first]],
    ];
    for (const [choice, args] of expected) {
      const answered = answer({ warning: () => choice });
      await run('resumeAgent', await listed('Mend the log-in'));
      answered.restore();
      const { asked } = answered;
      assert.match(asked[0]?.text ?? '', /runs already, in process \d+: two at once/);
      assert.deepEqual(asked[0]?.choices, choices);
      const told = args.length === 0 ? [] : (await agents.next('claude')).args;
      assert.deepEqual(told.slice(0, args.length), args);
    }
    assert.equal(vscode.window.terminals.length, 3);
    assert.ok(terminal && vscode.window.terminals.includes(terminal));
  });

  it('fork, are renamed, and keep the name', async () => {
    const row = await listed('Paint the shed');
    await run('forkAgent', row);
    const { args } = await agents.next('claude');
    assert.deepEqual(args.slice(0, 4), ['--resume', second, '--fork-session', '--session-id']);
    assert.match(args[4] ?? '', uuid);
    answer({ input: () => 'The green shed' });
    await run('renameSession', await listed('Paint the shed'));
    await listed('The green shed');
    const entries = JSON.parse(readFileSync(registry(), 'utf8')) as Record<
      string,
      { title: string }
    >;
    assert.equal(entries[second]?.title, 'The green shed');
  });

  it('of Gemini CLI survive what it deletes', async () => {
    const chat = [
      { sessionId: gemini, projectHash: 'x', startTime: '2026-11-16T10:00:00Z' },
      { id: 'a', type: 'user', content: 'Sort the books', timestamp: '2026-11-16T10:00:00Z' },
      { id: 'b', type: 'gemini', content: 'Sorted.', timestamp: '2026-11-16T10:00:01Z' },
    ];
    agents.write('gemini/.gemini/tmp/app/.project_root', sample.root);
    const file = agents.write(geminiFile, chat.map((line) => `${JSON.stringify(line)}\n`).join(''));
    agents.does('gemini', `require('node:fs').rmSync(${JSON.stringify(file)});`);
    const { asked } = answer({});
    await run('resumeAgent', await listed('Sort the books'));
    assert.deepEqual((await agents.next('gemini')).args, ['--resume', gemini]);
    await eventually(
      'the loss',
      () => existsSync(file),
      (isThere) => !isThere,
    );
    vscode.window.terminals[0]?.dispose();
    await eventually('the chat', () => existsSync(file), Boolean, 20_000);
    assert.match(readFileSync(file, 'utf8'), /Sort the books/);
    await eventually(
      'the word',
      () => asked.map(({ text }) => text),
      (texts) =>
        texts.some((text) => text === 'Gemini CLI had deleted the session, and Baton put it back.'),
    );
  });

  it('are handed over to another agent, with what this one knew as its first prompt', async () => {
    answer({ pick: (labels) => labels.filter((label) => label.endsWith('Codex')) });
    await run('handOverSession', await listed('Paint the shed'));
    const { args } = await agents.next('codex');
    assert.deepEqual(args.slice(0, 2), ['--no-daemon', '--']);
    assert.match(args[2] ?? '', /^# Handover: [^]*You take over[^]*## Goal\n\nPaint the shed\n/);
    assert.equal(args.length, 3);
  });

  it('begin in the agent that is chosen, and no word becomes an option', async () => {
    const hostile = '--dangerously-skip-permissions $(touch x) `x`';
    const { asked } = answer({
      pick: (labels) => labels.filter((label) => label.endsWith('Claude Code')),
      input: () => hostile,
    });
    await run('startAgent');
    const { args } = await agents.next('claude');
    assert.deepEqual([args[0], args[2], args[3]], ['--session-id', '--', hostile]);
    assert.match(args[1] ?? '', uuid);
    assert.deepEqual(
      asked[0]?.choices.map((label) => label.replace('$(hubot) ', '')),
      ['Claude Code', 'Codex', 'Gemini CLI', 'Qwen Code'],
    );
    await eventually('the row', rows, (seen) =>
      // Shortened, for what stands beside it.
      seen.some((row) => row.startsWith('(watch) --dangerously-skip-')),
    );
  });

  it('begin in an agent that another one proposed, once a person has confirmed it as it is', async () => {
    const [project] = api.projects.all;
    const proposal = { command: agents.path('bin', 'qwen'), start: ['--go', '{prompt}'] };
    await project?.proposeAgent('painter', proposal);
    await run('refresh');
    const find = () => api.views.agents.nodes().find(({ kind }) => kind === 'proposedAgent');
    const row = await eventually('the proposal', find, Boolean, 20_000);
    let isChanged = true;
    const { asked } = answer({
      warning: async (text, choices) => {
        if (isChanged && text.startsWith('Is Baton to run')) {
          await project?.proposeAgent('painter', { ...proposal, start: ['--yolo', '{prompt}'] });
        }
        return choices[0];
      },
      pick: (labels) => labels.filter((label) => label.endsWith('painter')),
      input: () => 'Paint',
    });
    await run('confirmAgent', row);
    await eventually(
      'the refusal',
      () => asked.map(({ text }) => text),
      (texts) => texts.some((text) => text.startsWith('The proposed agent painter was changed')),
    );
    assert.match(asked[0]?.detail ?? '', /Starts with: "--go" "\{prompt\}"/);
    isChanged = false;
    await run('confirmAgent', row);
    await run('startAgent');
    const { args } = await agents.next('qwen');
    assert.deepEqual(args, ['--yolo', 'Paint']);
    assert.match(asked.at(-1)?.text ?? '', /Start painter/);
    assert.ok(asked.some(({ detail }) => detail?.includes('it asks less before it acts: --yolo')));
  });

  it('are shown in Restricted Mode, and nothing is started', async () => {
    const row = await listed('Mend the log-in');
    const { asked } = answer({ pick: (labels) => labels.slice(0, 1), input: () => 'x' });
    undo.push(pretend(vscode.workspace, 'isTrusted', false));
    for (const command of [
      'resumeAgent',
      'forkAgent',
      'handOverSession',
      'startAgent',
      'confirmAgent',
    ]) {
      await run(command, row);
    }
    await eventually(
      'the refusals',
      () => asked.length,
      (count) => count === 5,
    );
    assert.ok(asked.every(({ text }) => text.includes('Restricted Mode')));
    assert.equal(vscode.window.terminals.length, 0);
    assert.deepEqual(agents.started(), []);
    assert.deepEqual(api.mcpServers.all(), []);
    await run('openTranscript', row);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /Mend the log-in/);
  });
});
