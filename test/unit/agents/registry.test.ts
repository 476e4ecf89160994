import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { RegistryEntry } from '../../../src/core/schemas/registry';
import { storeSession } from '../../support/agentStores';
import { batonMeanwhile, json } from '../../support/baton';
import { useBlockerProject } from '../../support/blockerProject';

/** Of this file alone: a session that a test beside it has open counts as running. */
const cliSession = '0a1b2c3d-6666-4111-8111-111111111111';

describe('registry of sessions', function () {
  this.timeout(120_000);
  const { scratch, open, repository, dataFolder } = useBlockerProject();
  const helper = {
    command: 'true',
    start: ['{id}'],
    resume: ['{id}'],
    headless: [] as string[],
  };
  const env = () => ({
    BATON_AGENTS: JSON.stringify({ helper }),
    HOME: scratch('home'),
    BATON_HOME: dataFolder(),
    PATH: process.env.PATH ?? '',
  });
  const state = (name: string, root = scratch('project')) => path.join(root, '.claude/state', name);
  const entries = (root?: string) =>
    JSON.parse(readFileSync(state('registry.json', root), 'utf8')) as Record<string, RegistryEntry>;
  const write = (text: string): void => {
    mkdirSync(path.dirname(state('x')), { recursive: true });
    writeFileSync(state('registry.json'), text);
  };
  const entry = (hour: number) => ({
    cli_name: 'helper',
    cli_session_id: cliSession,
    created_at: new Date(Date.UTC(2025, 0, 1, hour)).toISOString(),
    last_used: new Date(Date.UTC(2025, 0, 1, hour)).toISOString(),
    request_count: 1,
  });

  it('has of a session what is needed to go on with it', async () => {
    const made = repository();
    const { root } = made;
    const project = open(root, env());
    const { session } = await project.planLaunch({ agent: 'helper', prompt: 'Mend the log-in' });
    const { [session]: kept } = entries();
    const repo = readFileSync(path.join(root, '.git/baton-id'), 'utf8').trim();
    assert.deepEqual(
      [kept?.cli_name, kept?.request_count, kept?.cwd, kept?.repo, kept?.title],
      ['helper', 1, root, repo, 'Mend the log-in'],
    );
    assert.match(kept?.cli_session_id ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(kept?.created_at, kept?.last_used);
    await project.planLaunch({ session, resume: true });
    assert.equal(entries()[session]?.request_count, 2);
    assert.ok(Date.parse(entries()[session]?.last_used ?? '') > Date.parse(kept?.created_at ?? ''));
    assert.equal(made.git('status', '--porcelain'), '');
  });

  it('keeps fields and entries that it does not know', async () => {
    const { root } = repository();
    const known = { 'my-session': { ...entry(1), colour: 'green' } };
    write(JSON.stringify(known));
    const project = open(root, env());
    await project.planLaunch({ agent: 'helper', session: 'another-one', resume: false });
    await project.renameAgentSession('my-session', 'A name');
    assert.deepEqual(entries()['my-session'], { ...known['my-session'], title: 'A name' });
    assert.deepEqual(Object.keys(entries()), ['my-session', 'another-one']);
  });

  it('loses nothing when several processes add to it at once', async () => {
    const { root } = repository();
    const names = Array.from({ length: 12 }, (_, index) => `session-${index}`);
    const runs = await Promise.all(
      names.map((name) =>
        batonMeanwhile(root, ['agent', 'start', 'helper', '--session', name, '--json'], env()),
      ),
    );
    assert.deepEqual(
      runs.map((run) => [run.code, json(run).session]),
      names.map((name) => [0, name]),
    );
    assert.deepEqual(Object.keys(entries()).sort(), [...names].sort());
  });

  it('has at most a thousand, and an archive of the oldest', async () => {
    const { root } = repository();
    const many = Array.from({ length: 1_003 }, (_, index) => [`session-${index}`, entry(index)]);
    // Not in the order of their age.
    write(JSON.stringify(Object.fromEntries(many.toReversed())));
    await open(root, env()).planLaunch({ agent: 'helper', session: 'the-newest', resume: false });
    const kept = Object.keys(entries());
    assert.equal(kept.length, 1_000);
    assert.ok(kept.includes('the-newest') && kept.includes('session-4'));
    const archived = readFileSync(state('registry-archive.jsonl'), 'utf8').trim().split('\n');
    assert.deepEqual(
      archived.map((line) => (JSON.parse(line) as { session_id: string }).session_id),
      ['session-0', 'session-1', 'session-2', 'session-3'],
    );
  });

  it('is copied aside where it cannot be read, and begun anew', async () => {
    const { root } = repository();
    write('{"my-session": {');
    const project = open(root, env());
    assert.deepEqual((await project.agentSessions()).sessions, []);
    assert.equal(readFileSync(state('registry.json'), 'utf8'), '{"my-session": {');
    await project.planLaunch({ agent: 'helper', session: 'another-one', resume: false });
    assert.deepEqual(Object.keys(entries()), ['another-one']);
    const [aside = ''] = readdirSync(state('')).filter((name) => name.includes('.corrupt-'));
    assert.equal(readFileSync(state(aside), 'utf8'), '{"my-session": {');
  });

  it('goes with its folder, and its sessions are found where it is now', async () => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    writeFileSync(scratch('bin/claude'), '#!/bin/sh\necho 9.8.7\n', { mode: 0o755 });
    const more = { ...env(), PATH: [scratch('bin'), env().PATH].join(path.delimiter) };
    storeSession('claude', scratch('home'), { id: cliSession, cwd: root, prompts: ['Hello'] });
    const before = open(root, more);
    await before.renameAgentSession(cliSession, 'A name');
    const { [cliSession]: kept } = entries();
    before.dispose();
    const moved = scratch('elsewhere/renamed');
    mkdirSync(path.dirname(moved));
    renameSync(root, moved);
    const project = open(moved, more);
    const { sessions } = await project.agentSessions();
    assert.deepEqual(
      sessions.map(({ id, title, prompts }) => [id, title, prompts]),
      [[cliSession, 'A name', 1]],
    );
    const launch = await project.planLaunch({ session: cliSession, resume: true });
    assert.deepEqual([launch.does, launch.asked, launch.cwd], ['resume', cliSession, moved]);
    assert.equal(
      entries(moved)[cliSession]?.repo,
      readFileSync(path.join(moved, '.git/baton-id'), 'utf8').trim(),
    );
    assert.equal(entries(moved)[cliSession]?.created_at, kept?.created_at);
  });

  it('of the main working tree is known in another one, which keeps its own', async () => {
    const made = repository();
    write(JSON.stringify({ 'my-session': entry(1) }));
    const tree = scratch('tree');
    made.git('worktree', 'add', '-q', tree);
    const project = open(tree, env());
    const { sessions } = await project.agentSessions();
    assert.deepEqual(
      sessions.map(({ id }) => id),
      ['my-session'],
    );
    await project.renameAgentSession('my-session', 'A name');
    assert.equal(entries(tree)['my-session']?.title, 'A name');
    assert.deepEqual(entries(), { 'my-session': entry(1) });
  });

  it('is not believed, nor written, where the repository brought it', async () => {
    const made = repository();
    const { root } = made;
    write(JSON.stringify({ 'my-session': entry(1) }));
    made.git('add', '-f', '.claude/state/registry.json');
    made.git('commit', '-q', '-m', 'registry');
    const project = open(root, env());
    assert.deepEqual((await project.agentSessions()).sessions, []);
    await assert.rejects(project.planLaunch({ agent: 'helper' }), /registry\.json/);
    assert.equal(existsSync(state('registry-archive.jsonl')), false);
  });

  it('forgets a session on demand, but not in the archive', async () => {
    const { root } = repository();
    write(JSON.stringify({ 'my-session': entry(1), 'another-one': entry(2) }));
    const project = open(root, env());
    await project.forgetAgentSession('my-session');
    assert.deepEqual(Object.keys(entries()), ['another-one']);
    assert.match(
      readFileSync(state('registry-archive.jsonl'), 'utf8'),
      /"session_id":"my-session"/,
    );
    await assert.rejects(project.forgetAgentSession('my-session'), /knows no session/);
  });
});
