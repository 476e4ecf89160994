import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { ownIdentity } from '../../../src/core/support/processIdentity';
import { firstSession, secondSession, useAgentSessions } from '../../support/agentSession';
import { json } from '../../support/baton';

describe('SESSION_START', function () {
  this.timeout(120_000);
  const sessions = useAgentSessions();
  const { create, start, run, root, scratch, write, inputOf, dataFolder } = sessions;
  const logFile = '.claude/sdd/handover/decisions.md';
  const record = '.claude/state/handover/session.json';

  const entries = () =>
    existsSync(root(logFile)) ? parseDecisions(readFileSync(root(logFile), 'utf8')).decisions : [];
  const marks = () => entries().map(({ type, source }) => `${type} ${source ?? ''}`);
  const load = (session?: string) => {
    const env: Record<string, string> =
      session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1' };
    const done = run(['load', '--json'], env);
    return json<{ handover: { sessionStart: { isNew: boolean; decision: string | null } } }>(done)
      .handover.sessionStart;
  };
  const endSession = () => {
    const last = entries().length + 1;
    const at = new Date().toISOString();
    const text = existsSync(root(logFile)) ? readFileSync(root(logFile), 'utf8') : '';
    write(logFile, `${text}\n[${at}] D${last}: SESSION_END | done\n- Source: test\n`);
  };

  it('is written by the hook at a startup, and then by no load', () => {
    create();
    start('startup', firstSession);
    assert.deepEqual(marks(), ['SESSION_START claude startup']);
    assert.deepEqual(load(firstSession), { isNew: false, decision: null });
    assert.deepEqual(load(), { isNew: false, decision: null });
    assert.equal(entries().length, 1);
  });

  it('is written by a load in the shell of an agent, and then by no hook of that session', () => {
    create();
    assert.deepEqual(load(firstSession), { isNew: true, decision: 'D1' });
    start('startup', firstSession);
    assert.deepEqual(marks(), ['SESSION_START baton load']);
  });

  it('is written by a person who loads, and taken over by the agent that is started then', () => {
    create();
    assert.deepEqual(load(), { isNew: true, decision: 'D1' });
    start('startup', firstSession);
    assert.equal(entries().length, 1);
    start('startup', secondSession);
    assert.equal(entries().length, 2, 'the next agent begins its own');
  });

  it('is written again after a clear, which has a new id, and after a handover', () => {
    create();
    start('startup', firstSession);
    start('clear', secondSession);
    assert.equal(entries().length, 2);
    endSession();
    assert.deepEqual(load(secondSession), { isNew: false, decision: null });
    assert.deepEqual(load(), { isNew: true, decision: 'D4' });
  });

  for (const source of ['resume', 'fork', 'compact']) {
    it(`is not written at a ${source}`, () => {
      create();
      start(source, firstSession);
      assert.deepEqual(entries(), []);
      if (source !== 'compact') {
        assert.deepEqual(load(firstSession), { isNew: false, decision: null });
      }
    });
  }

  it('is not written by a load that only repeats itself after an action', () => {
    create();
    run(['load', '--apply', 'start-new', '--working-on', 'x', '--json']);
    assert.deepEqual(entries(), []);
  });

  it('is not written where no person enabled the hooks', () => {
    sessions.repository();
    start('startup', firstSession);
    assert.deepEqual(entries(), []);
  });

  it('says what the session starts from, and never changes what is there', () => {
    create();
    sessions.handOver();
    const before = readFileSync(root(logFile), 'utf8');
    start('startup', firstSession);
    const after = readFileSync(root(logFile), 'utf8');
    assert.ok(after.startsWith(before));
    const { id, summary, context, decision } = entries().at(-1) ?? {};
    assert.deepEqual(
      { id, summary, context, decision },
      {
        id: 'D2',
        summary: 'Session started from the handover',
        context: 'session.md',
        decision: 'Resume from: Ask for the design',
      },
    );
  });

  it('is one when a hook and loads come at the same moment', async () => {
    create();
    const started = (args: readonly string[], env: Record<string, string>, input: string) =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, [path.resolve('dist/cli.js'), ...args], {
          cwd: root(),
          env: { PATH: process.env.PATH, HOME: scratch('home'), BATON_HOME: dataFolder(), ...env },
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        child.stdin.on('error', () => undefined);
        child.stdin.end(input);
        child.once('exit', resolve);
      });
    const input = inputOf('SessionStart', firstSession, { source: 'startup' });
    const own = { CLAUDE_CODE_SESSION_ID: firstSession };
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? started(['hook', 'SessionStart'], {}, input)
          : started(['load'], index % 4 === 1 ? own : {}, ''),
      ),
    );
    assert.deepEqual([...new Set(codes)], [0]);
    assert.equal(entries().length, 1, readFileSync(root(logFile), 'utf8'));
  });

  it('is written by the next one when its writer was killed before it had written', () => {
    const { pid: gone } = spawnSync(process.execPath, ['-e', '0']);
    const at = new Date().toISOString();
    const begunBy = (writer: object) => {
      write(record, { starts: [{ session: firstSession, at, writer }] });
    };
    create();
    begunBy({ ...ownIdentity() });
    assert.equal(load(firstSession).isNew, false, 'it is being written now');
    begunBy({ ...ownIdentity(), pid: gone, host: 'another' });
    assert.equal(load(firstSession).isNew, false, 'on another machine, nobody knows');
    begunBy({ ...ownIdentity(), pid: gone });
    assert.deepEqual(load(firstSession), { isNew: true, decision: 'D1' });
    begunBy({ ...ownIdentity(), pid: gone });
    write(logFile, `[${at}] D1: SESSION_START | killed right after\n`);
    assert.equal(load(firstSession).isNew, false, 'it was written');
  });

  it('is injected as before, whatever keeps it from being written', () => {
    create();
    sessions.handOver();
    const usual = start('startup', firstSession);
    rmSync(root('.claude/state/handover'), { recursive: true });
    mkdirSync(scratch('elsewhere'));
    symlinkSync(scratch('elsewhere'), root('.claude/state/handover'));
    const hampered = start('startup', secondSession);
    assert.equal(hampered.length, usual.length);
    assert.equal(existsSync(scratch('elsewhere', 'session.json')), false);
    assert.match(sessions.log(), /SESSION_START was not written/);
    const { stdout, code } = run(['load']);
    assert.equal(code, 0);
    assert.match(stdout, /SESSION_START was not written/);
  });

  it('does not believe a record that came with the repository', () => {
    const repository = create();
    const starts = [{ session: null, at: new Date().toISOString() }];
    write(record, { starts });
    repository.git('add', '-f', record);
    repository.git('commit', '-q', '-m', 'state');
    assert.deepEqual(load(), { isNew: false, decision: null });
    assert.equal(readFileSync(root(record), 'utf8'), JSON.stringify({ starts }));
  });

  it('leaves room for decisions in what is injected', () => {
    create();
    sessions.handOver();
    const text = readFileSync(root(logFile), 'utf8');
    const starts = Array.from(
      { length: 12 },
      (_, index) => `\n[2026-11-16T09:00:00Z] D${index + 2}: SESSION_START | again\n`,
    );
    writeFileSync(root(logFile), text + starts.join(''));
    assert.match(start('startup', firstSession), /D1 USER_DECISION: No cookies/);
  });
});
