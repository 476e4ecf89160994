import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentSessions } from '../../../src/core/context/agentSessions';
import { createProject, type Project } from '../../../src/core/project';
import type { Snapshot } from '../../../src/core/snapshot';
import { silentLogger } from '../../../src/core/support/logger';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

const delivery = {
  id: '0a1b2c3d',
  session_id: 'session-one',
  agent: 'claude',
  event: 'SessionStart',
  source: 'startup',
  at: '2026-01-15T14:02:00Z',
  characters: 6120,
  status: 'arrived',
};
const context = {
  meta: { saved_at: '2026-01-15T14:30:00Z', agent: 'claude' },
  goal: { original_request: 'Add login', current_objective: 'Test the login' },
  progress: { done: ['a', 'b', 'c'], current: ['d'], pending: ['e', 'f', 'g'] },
  state: { recent_files: ['src/a.ts', 'src/b.ts'] },
};

describe('agent sessions of a project', () => {
  const scratch = useScratchFolder();

  function write(file: string, content: unknown, root = scratch('project')): void {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
  }

  function open(root = scratch('project')): Project {
    mkdirSync(root, { recursive: true });
    return createProject({
      root,
      home: tmpdir(),
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date('2026-01-15T15:00:00Z'),
    });
  }

  const problems = (snapshot: Snapshot) =>
    snapshot.problems.map(({ file, code }) => `${file} ${code}`);

  it('are told in a few words from their saved contexts', async () => {
    write('.claude/state/contexts/session-one.json', context);
    const { contexts } = await open().refresh();
    assert.deepEqual(contexts, [
      {
        session: 'session-one',
        file: scratch('project', '.claude', 'state', 'contexts', 'session-one.json'),
        isReadable: true,
        agent: 'claude',
        savedAt: '2026-01-15T14:30:00Z',
        request: 'Add login',
        objective: 'Test the login',
        progress: { done: 3, total: 7 },
        recentFiles: 2,
      },
    ]);
  });

  it('are the twenty that were saved last, and no other files', async () => {
    for (let number = 10; number < 35; number++) {
      const file = `.claude/state/contexts/session-${number}.json`;
      write(file, context);
      utimesSync(scratch('project', file), number, number);
    }
    write('.claude/state/contexts/session-99.json.corrupt-1', 'x');
    write('.claude/state/contexts/.session-98.json.1-a.tmp', 'x');
    const { contexts } = await open().refresh();
    assert.equal(contexts.length, 20);
    assert.equal(contexts[0]?.session, 'session-34');
    assert.equal(contexts.at(-1)?.session, 'session-15');
  });

  it('stay in sight when their file cannot be read, and hide no other', async () => {
    write('.claude/state/contexts/session-one.json', context);
    write('.claude/state/contexts/session-bad.json', '{ "meta": ');
    write('outside.json', context, scratch());
    symlinkSync(
      scratch('outside.json'),
      scratch('project', '.claude', 'state', 'contexts', 'session-out.json'),
    );
    symlinkSync(
      'session-loop.json',
      scratch('project', '.claude', 'state', 'contexts', 'session-loop.json'),
    );
    const snapshot = await open().refresh();
    assert.deepEqual(problems(snapshot).sort(), [
      '.claude/state/contexts/session-bad.json invalid-json',
      '.claude/state/contexts/session-loop.json unreadable',
      '.claude/state/contexts/session-out.json outside-project',
    ]);
    const readable = snapshot.contexts.filter(({ isReadable }) => isReadable);
    assert.deepEqual(
      readable.map(({ session }) => session),
      ['session-one'],
    );
    assert.equal(snapshot.contexts.length, 4);
  });

  it('have their receipts, the newest first, without what does not fit', async () => {
    write('.claude/state/deliveries.json', {
      version: 1,
      deliveries: [
        delivery,
        { ...delivery, id: '1', status: 'lost' },
        { ...delivery, id: '2', at: '2026-01-15T14:40:00Z', status: 'injected', extra: 1 },
      ],
    });
    const snapshot = await open().refresh();
    assert.deepEqual(
      snapshot.deliveries.map(({ id }) => id),
      ['2', '0a1b2c3d'],
    );
    assert.deepEqual(
      [...new Set(problems(snapshot))],
      ['.claude/state/deliveries.json invalid-field'],
    );
    write('.claude/state/deliveries.json', 'broken');
    write('.claude/state/contexts/session-one.json', context);
    const broken = await open().refresh();
    assert.deepEqual(problems(broken), ['.claude/state/deliveries.json invalid-json']);
    assert.equal(agentSessions(broken).length, 1);
  });

  it('tell of a change once', async () => {
    write('.claude/state/deliveries.json', { deliveries: [{ ...delivery, status: 'injected' }] });
    write('.claude/state/contexts/session-one.json', context);
    // Looked at anew each time, and the same each time.
    mkdirSync(scratch('project', '.claude', 'state', 'contexts', 'session-dir.json'));
    const project = open();
    await project.refresh();
    const seen: string[] = [];
    project.onDidChange(({ deliveries, contexts }) => {
      seen.push(`${deliveries[0]?.status} ${contexts[1]?.objective}`);
    });
    await project.refresh();
    write('.claude/state/deliveries.json', { deliveries: [delivery] });
    await project.refresh();
    await project.refresh();
    // As Baton writes it.
    const file = scratch('project', '.claude', 'state', 'contexts', 'session-one.json');
    writeFileSync(`${file}.new`, JSON.stringify({ ...context, goal: { current_objective: 'On' } }));
    renameSync(`${file}.new`, file);
    utimesSync(scratch('project', '.claude', 'state', 'contexts', 'session-dir.json'), 4e9, 4e9);
    await project.refresh();
    assert.deepEqual(seen, ['arrived Test the login', 'arrived On']);
    const folders = project.watched().map(({ directory }) => directory);
    assert.ok(folders.includes(scratch('project', '.claude', 'state')));
    assert.ok(folders.includes(scratch('project', '.claude', 'state', 'contexts')));
  });

  it('are those of the main worktree until there are own ones; receipts of its own come first', async () => {
    mkdirSync(scratch('main'));
    initRepository(scratch('main'));
    commitAll(scratch('main'));
    write('.claude/session-context.json', context, scratch('main'));
    write('.claude/state/contexts/session-one.json', context, scratch('main'));
    write('.claude/state/deliveries.json', { deliveries: [delivery] }, scratch('main'));
    git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
    const project = open(scratch('side'));
    const shared = await project.refresh();
    assert.equal(shared.sharedFrom?.root, scratch('main'));
    assert.equal(shared.contexts[0]?.session, 'session-one');
    assert.equal(shared.deliveries[0]?.session_id, 'session-one');
    const folders = project.watched().map(({ directory }) => directory);
    assert.ok(folders.includes(scratch('main', '.claude', 'state', 'contexts')));
    const own = { ...delivery, id: 'own', session_id: 'session-own' };
    write('.claude/state/deliveries.json', { deliveries: [own] }, scratch('side'));
    const told = await project.refresh();
    assert.equal(told.sharedFrom?.root, scratch('main'));
    assert.deepEqual(
      told.deliveries.map(({ id }) => id),
      ['own'],
    );
    write('.claude/session-context.json', context, scratch('side'));
    write('.claude/state/contexts/session-own.json', context, scratch('side'));
    const { contexts, sharedFrom } = await project.refresh();
    assert.equal(sharedFrom, undefined);
    assert.deepEqual(
      contexts.map(({ session }) => session),
      ['session-own'],
    );
  });

  it('are joined by their id, the one that was seen last first', async () => {
    const saved = (at: string) => ({ ...context, meta: { ...context.meta, saved_at: at } });
    write('.claude/state/contexts/session-one.json', saved('2026-01-15T10:00:00Z'));
    write('.claude/state/contexts/session-two.json', saved('2026-01-15T12:00:00Z'));
    write('.claude/session-context.json', {
      meta: { session_id: 'by-another-tool', saved_at: '2026-01-15T09:00:00Z' },
    });
    write('.claude/state/deliveries.json', {
      deliveries: [
        { ...delivery, id: 'a', at: '2026-01-15T08:00:00Z' },
        { ...delivery, id: 'b', session_id: 'session-new', at: '2026-01-15T11:00:00Z' },
        { ...delivery, id: 'c', at: '2026-01-15T13:00:00Z' },
      ],
    });
    const sessions = agentSessions(await open().refresh());
    assert.deepEqual(
      sessions.map((each) => [each.id, each.context?.objective, each.deliveries.map((d) => d.id)]),
      [
        ['session-one', 'Test the login', ['c', 'a']],
        ['session-two', 'Test the login', []],
        ['session-new', undefined, ['b']],
        ['by-another-tool', undefined, []],
      ],
    );
    assert.equal(sessions[3]?.context?.file, scratch('project', '.claude', 'session-context.json'));
  });
});
