import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject, type Project } from '../../../src/core/project';
import { findProjectRoot } from '../../../src/core/projectRoot';
import { isEmpty, type Snapshot } from '../../../src/core/snapshot';
import { silentLogger } from '../../../src/core/support/logger';
import { render } from '../../../src/core/support/message';
import { commitAll, git, initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

const state = {
  mode: 'quick',
  saved_at: '2026-01-15T14:30:00Z',
  git_branch: 'main',
  git_commit: 'abc1234',
  git_pushed: false,
  openspec: null,
  openspec_status: null,
  working_on: 'Authentication',
  next_steps: ['Write tests'],
  task_progress: { completed: 5, total: 12, percentage: 42 },
};
const decision =
  '[2026-01-15T10:30:00Z] D1: USER_DECISION | Use sessions\n- Reason: r\n- Impact: i\n';

describe('project', () => {
  const scratch = useScratchFolder();
  const opened: Project[] = [];
  afterEach(() => {
    opened.splice(0).forEach((project) => {
      project.dispose();
    });
  });

  function write(file: string, content: unknown, root = scratch('project')): void {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
  }

  function open(root = scratch('project'), sddDirectory?: string): Project {
    mkdirSync(root, { recursive: true });
    const project = createProject({
      root: findProjectRoot(root, tmpdir()),
      home: tmpdir(),
      sddDirectory,
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date('2026-01-15T15:00:00Z'),
    });
    opened.push(project);
    return project;
  }

  async function read(root?: string): Promise<Snapshot> {
    return open(root).refresh();
  }

  const problems = (snapshot: Snapshot) =>
    snapshot.problems.map(({ file, code }) => `${file} ${code}`);

  it('shows what is in all its files', async () => {
    mkdirSync(scratch('project'));
    initRepository(scratch('project'));
    write('.claude/session-state.json', state);
    write('.claude/session-context.json', { goal: { current_objective: 'o' } });
    write('.claude/sdd/handover/decisions.md', decision);
    write('.claude/sdd/handover/session.md', '# Session Handover\n**Branch**: main\n');
    write('.claude/state/blockers.json', {
      open: [{ type: 'other', severity: 'low', description: 'b' }],
    });
    write('.claude/state/sessions/a/meta.json', { sessionId: 'a', status: 'idle' });
    const snapshot = await read();
    assert.deepEqual(snapshot.problems, []);
    assert.deepEqual(snapshot.state, state);
    assert.equal(snapshot.context?.goal?.current_objective, 'o');
    assert.equal(snapshot.decisions[0]?.summary, 'Use sessions');
    assert.equal(snapshot.handover?.path, '.claude/sdd/handover/session.md');
    assert.equal(snapshot.handover.branch, 'main');
    assert.equal(snapshot.blockers[0]?.description, 'b');
    assert.equal(snapshot.sessions[0]?.status, 'idle');
    assert.equal(snapshot.head?.branch, 'main');
  });

  describe('with nothing to show', () => {
    it('tells a missing folder, an empty one and no repository apart', async () => {
      const bare = await read();
      assert.ok(isEmpty(bare));
      assert.equal(bare.head, undefined);
      assert.equal(bare.folder, 'missing');
      initRepository(scratch('project'));
      mkdirSync(scratch('project', '.claude'));
      const empty = await read();
      assert.ok(isEmpty(empty));
      assert.deepEqual(empty.head, { branch: 'main', commit: null });
      assert.equal(empty.folder, 'present');
    });
  });

  describe('with a broken file', () => {
    it('reports JSON that does not parse, and reads the rest', async () => {
      write('.claude/session-state.json', '{ "mode": ');
      write('.claude/sdd/handover/decisions.md', decision);
      const snapshot = await read();
      assert.equal(snapshot.state, null);
      assert.deepEqual(problems(snapshot), ['.claude/session-state.json invalid-json']);
      assert.equal(snapshot.problems[0]?.restorable, false);
      assert.equal(snapshot.decisions.length, 1);
      assert.deepEqual(readdirSync(scratch('project', '.claude')).sort(), [
        'sdd',
        'session-state.json',
      ]);
    });

    it('shows the backup, and restores it with the broken file kept', async () => {
      write('.claude/session-state.json', 'broken');
      write('.claude/session-state.json.bak', state);
      const project = open();
      const snapshot = await project.refresh();
      assert.deepEqual(snapshot.state, state);
      assert.equal(snapshot.problems[0]?.restorable, true);
      assert.match(render(snapshot.problems[0].message), /The backup is shown instead/);
      const { keptAside = '' } = await project.restoreState();
      assert.equal(keptAside, '.claude/session-state.json.corrupt-20260115T150000Z');
      assert.equal(readFileSync(scratch('project', keptAside), 'utf8'), 'broken');
      assert.deepEqual(project.snapshot?.problems, []);
      assert.deepEqual(project.snapshot.state, state);
    });

    it('reports a field that does not fit, and a required one that is missing', async () => {
      const { openspec, ...rest } = state;
      write('.claude/session-state.json', {
        ...rest,
        next_steps: 'one',
        openspec_status: openspec,
      });
      const snapshot = await read();
      assert.equal(snapshot.state?.working_on, 'Authentication');
      assert.deepEqual(
        snapshot.problems.map(({ message }) => render(message)),
        [
          '"next_steps" is left out: expected array, found "one".',
          'The required field "openspec" is missing.',
        ],
      );
    });

    it("survives links in a circle, values nested without end, and a folder in a file's place", async () => {
      write('.claude/sdd/handover/decisions.md', decision);
      write('.claude/session-state.json', state);
      symlinkSync(
        'session-state.json.bak',
        scratch('project', '.claude', 'session-state.json.bak'),
      );
      write('.claude/session-context.json', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
      mkdirSync(scratch('project', '.claude', 'state', 'blockers.json'), { recursive: true });
      const snapshot = await read();
      assert.equal(snapshot.decisions.length, 1);
      assert.deepEqual(snapshot.state, state);
      assert.deepEqual(problems(snapshot), [
        '.claude/session-context.json invalid-json',
        '.claude/state/blockers.json unreadable',
      ]);
    });

    const obstacles: [name: string, make: (at: string) => void][] = [
      [
        'a file',
        (at) => {
          writeFileSync(at, '');
        },
      ],
      [
        'a link in a circle',
        (at) => {
          symlinkSync(at, at);
        },
      ],
    ];
    for (const folder of ['.claude', '.claude/state', '.claude/state/sessions']) {
      for (const [name, make] of obstacles) {
        it(`survives ${name} in place of ${folder}`, async () => {
          write('.sdd/handover/decisions.md', decision);
          mkdirSync(path.dirname(scratch('project', folder)), { recursive: true });
          make(scratch('project', folder));
          const snapshot = await read();
          assert.equal(snapshot.decisions.length, 1);
          const told = snapshot.problems.every(({ code }) => code === 'unreadable');
          assert.ok(told, JSON.stringify(problems(snapshot)));
        });
      }
    }

    it('sees a file that takes the place of a folder', async () => {
      mkdirSync(scratch('project', '.claude', 'session-state.json'), { recursive: true });
      const project = open();
      assert.deepEqual(problems(await project.refresh()), [
        '.claude/session-state.json unreadable',
      ]);
      rmSync(scratch('project', '.claude', 'session-state.json'), { recursive: true });
      write('.claude/session-state.json', state);
      assert.deepEqual((await project.refresh()).problems, []);
    });

    it('survives that its folder is removed', async () => {
      write('.claude/session-state.json', state);
      const project = open();
      await project.refresh();
      rmSync(scratch('project'), { recursive: true });
      assert.equal((await project.refresh()).state, null);
    });

    it('offers to restore only what it can restore', async () => {
      write('.claude/session-context.json', 'broken');
      write('.claude/session-context.json.bak', { goal: { current_objective: 'o' } });
      write('.claude/session-state.json.bak', state);
      const project = open();
      const snapshot = await project.refresh();
      assert.equal(snapshot.context?.goal?.current_objective, 'o');
      assert.equal(snapshot.problems[0]?.restorable, false);
      assert.match(render(snapshot.problems[0].message), /shown instead: mend the file/);
      await assert.rejects(project.restoreState(), /is not broken/);
      assert.equal((await project.refresh()).state, null);
    });

    it('tells about sessions that lie outside once, and does not list them', async () => {
      mkdirSync(scratch('elsewhere', 'private-name'), { recursive: true });
      mkdirSync(scratch('project', '.claude', 'state'), { recursive: true });
      symlinkSync(scratch('elsewhere'), scratch('project', '.claude', 'state', 'sessions'));
      const snapshot = await read();
      assert.deepEqual(problems(snapshot), ['.claude/state/sessions outside-project']);
    });

    it('notices that a backup came or went', async () => {
      write('.claude/session-state.json', 'broken');
      const project = open();
      assert.equal((await project.refresh()).state, null);
      write('.claude/session-state.json.bak', state);
      assert.deepEqual((await project.refresh()).state, state);
      rmSync(scratch('project', '.claude', 'session-state.json.bak'));
      assert.equal((await project.refresh()).state, null);
    });

    it('does not follow a link out of the project', async () => {
      write('session-state.json', state, scratch('elsewhere'));
      mkdirSync(scratch('project'));
      symlinkSync(scratch('elsewhere'), scratch('project', '.claude'));
      const snapshot = await read();
      assert.equal(snapshot.state, null);
      assert.ok(problems(snapshot).includes('.claude/session-state.json outside-project'));
      await assert.rejects(open().startSession({ workingOn: 'x' }), /out of the project/);
      assert.deepEqual(
        JSON.parse(readFileSync(scratch('elsewhere', 'session-state.json'), 'utf8')),
        state,
      );
    });
  });

  describe('handover folder', () => {
    const cases: [
      name: string,
      folders: string[],
      setting: string | undefined,
      expected: string,
    ][] = [
      ['.sdd first', ['.sdd', '.claude/sdd'], undefined, '.sdd'],
      ['.claude/sdd else', ['.claude/sdd'], undefined, '.claude/sdd'],
      ['.claude/sdd when neither exists', [], undefined, '.claude/sdd'],
      ['the setting before all', ['.sdd'], 'docs/sdd', 'docs/sdd'],
    ];
    for (const [name, folders, setting, expected] of cases) {
      it(`is ${name}`, async () => {
        folders.forEach((folder) => mkdirSync(scratch('project', folder), { recursive: true }));
        const project = open(undefined, setting);
        assert.equal(
          (await project.refresh()).paths.handover,
          scratch('project', ...expected.split('/'), 'handover'),
        );
      });
    }

    it('is found when it appears later', async () => {
      const project = open();
      await project.refresh();
      write('.sdd/handover/decisions.md', decision);
      assert.equal((await project.refresh()).decisions.length, 1);
    });

    for (const setting of ['..', '../other', '/etc', '.']) {
      it(`may not be ${setting}, which is told and takes nothing else away`, async () => {
        write('.claude/sdd/handover/decisions.md', decision);
        const snapshot = await open(undefined, setting).refresh();
        assert.deepEqual(problems(snapshot), ['baton.sddDir invalid-setting']);
        assert.equal(snapshot.decisions.length, 1);
      });
    }

    it('may have dots in its name', async () => {
      const snapshot = await open(undefined, '..sdd').refresh();
      assert.deepEqual(snapshot.problems, []);
      assert.equal(snapshot.paths.handover, scratch('project', '..sdd', 'handover'));
    });
  });

  describe('changes', () => {
    it('fire once each, and not when nothing changed', async () => {
      write('.claude/session-state.json', state);
      const project = open();
      const seen: (string | undefined)[] = [];
      project.onDidChange(({ state: current }) => seen.push(current?.working_on));
      await project.refresh();
      await project.refresh();
      write('.claude/state/unrelated', 'x');
      await project.refresh();
      write('.claude/session-state.json.new', { ...state, working_on: 'Next' });
      renameSync(
        scratch('project', '.claude', 'session-state.json.new'),
        scratch('project', '.claude', 'session-state.json'),
      );
      await project.refresh();
      rmSync(scratch('project', '.claude', 'session-state.json'));
      await project.refresh();
      assert.deepEqual(seen, ['Authentication', 'Next', undefined]);
    });

    it('that arrive while reading are not missed', async () => {
      write('.claude/session-state.json', state);
      const project = open();
      const first = project.refresh();
      write('.claude/session-state.json', { ...state, working_on: 'Changed meanwhile' });
      await Promise.all([first, project.refresh()]);
      assert.equal(project.snapshot?.state?.working_on, 'Changed meanwhile');
    });

    it('keep the same value for what did not change', async () => {
      write('.claude/session-state.json', state);
      write('.claude/sdd/handover/decisions.md', decision);
      const project = open();
      const before = await project.refresh();
      write('.claude/session-state.json', { ...state, working_on: 'Next' });
      const after = await project.refresh();
      assert.equal(after.decisions, before.decisions);
      assert.notEqual(after.state, before.state);
    });

    it('are watched in every directory that holds a file of ours, and heartbeats are ignored', async () => {
      mkdirSync(scratch('project'));
      initRepository(scratch('project'));
      write('.claude/state/sessions/a/meta.json', { sessionId: '../../another' });
      const project = open();
      await project.refresh();
      const watched = project
        .watched()
        .map(
          ({ directory, pattern }) => `${path.relative(scratch('project'), directory)}/${pattern}`,
        );
      assert.deepEqual(watched, [
        '/{.git,.claude,.sdd,ROADMAP.md}',
        '.claude/*',
        '.claude/state/*',
        '.claude/sdd/*',
        '.claude/sdd/handover/*',
        '.claude/sdd/handover/sessions/*',
        '.claude/state/contexts/*',
        '.claude/state/sessions/*',
        '.claude/state/sessions/a/*',
        '.claude/state/sessions/a/questions/*',
        '.claude/state/sessions/a/responses/*',
        '.claude/state/sessions/a/notifications/*',
        '.claude/state/sessions/a/commands/*',
        '.git/{HEAD,*_HEAD,rebase-*}',
      ]);
      assert.ok(project.ignores('heartbeat'));
      assert.ok(!project.ignores('meta.json'));
    });
  });

  describe('blockers', () => {
    it('come from both places, once each, the most severe first, then the oldest', async () => {
      const of = (description: string, severity: string, detected_at?: string) => ({
        type: 'other',
        severity,
        description,
        detected_at,
      });
      write('.claude/state/blockers.json', {
        open: [
          of('young', 'high', '2026-01-02T00:00:00Z'),
          of('low', 'low'),
          of('old', 'high', '2026-01-01T00:00:00Z'),
        ],
      });
      write('.claude/session-state.json', {
        ...state,
        blocker: of('only in the state', 'critical'),
        blockers: [of('low', 'low')],
      });
      assert.deepEqual(
        (await read()).blockers.map(({ description }) => description),
        ['only in the state', 'old', 'young', 'low'],
      );
    });
  });

  it('sees a repository that is made later', async () => {
    const project = open();
    assert.equal((await project.refresh()).head, undefined);
    initRepository(scratch('project'));
    assert.deepEqual((await project.refresh()).head, { branch: 'main', commit: null });
    await project.startSession({ workingOn: 'x' });
    assert.equal(git(scratch('project'), 'status', '--porcelain'), '');
  });

  it('is not empty with a blocker alone', async () => {
    write('.claude/state/blockers.json', { open: [{ type: 'other', description: 'b' }] });
    assert.equal(isEmpty(await read()), false);
  });

  describe('worktree', () => {
    function withWorktree(): Project {
      mkdirSync(scratch('main'));
      initRepository(scratch('main'));
      commitAll(scratch('main'));
      write('.claude/session-state.json', state, scratch('main'));
      git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
      return open(scratch('side'));
    }

    for (const own of ['session-state.json', 'session-context.json']) {
      it(`has its own state once it has a ${own}`, async () => {
        const project = withWorktree();
        assert.ok((await project.refresh()).sharedFrom);
        write(`.claude/${own}`, {}, scratch('side'));
        const snapshot = await project.refresh();
        assert.equal(snapshot.sharedFrom, undefined);
        assert.equal(snapshot.state?.working_on, undefined);
      });
    }

    it('shows the state of the main one, and no blockers but its own', async () => {
      const project = withWorktree();
      const blocker = { type: 'other', description: 'of the main one' };
      write('.claude/session-state.json', { ...state, blocker }, scratch('main'));
      assert.deepEqual((await project.refresh()).blockers, []);
      const own = await project.reportBlocker({ description: 'of its own', source: 'user' });
      const snapshot = await project.refresh();
      assert.equal(snapshot.state?.working_on, 'Authentication');
      assert.deepEqual(snapshot.blockers, [own]);
      assert.deepEqual((await read(scratch('main'))).blockers, [blocker]);
      assert.ok(
        project
          .watched()
          .some(({ directory }) => directory === scratch('side', '.claude', 'state')),
      );
      await project.solveBlocker(own.id ?? '');
      assert.deepEqual((await project.refresh()).blockers, []);
    });

    it('watches the folders of the main one while it shows them', async () => {
      const project = withWorktree();
      await project.refresh();
      const directories = project.watched().map(({ directory }) => directory);
      assert.ok(directories.includes(scratch('main', '.claude')));
      assert.ok(directories.includes(scratch('main', '.claude', 'state', 'sessions')));
    });

    it('says which file of the main one is broken, and leaves it to be mended there', async () => {
      const project = withWorktree();
      write('.claude/session-state.json', 'broken', scratch('main'));
      write('.claude/session-state.json.bak', state, scratch('main'));
      const snapshot = await project.refresh();
      assert.deepEqual(problems(snapshot), ['../main/.claude/session-state.json invalid-json']);
      assert.equal(snapshot.problems[0]?.restorable, false);
      rmSync(scratch('main', '.claude', 'session-state.json.bak'));
      assert.equal((await project.refresh()).sharedFrom?.root, scratch('main'));
    });

    it('shows the state of the main one until it has its own', async () => {
      mkdirSync(scratch('main'));
      initRepository(scratch('main'));
      commitAll(scratch('main'));
      write('.claude/session-state.json', state, scratch('main'));
      git(scratch('main'), 'worktree', 'add', '-q', '-b', 'side', scratch('side'));
      const project = open(scratch('side'));
      const shared = await project.refresh();
      assert.equal(shared.state?.working_on, 'Authentication');
      assert.equal(shared.sharedFrom?.root, scratch('main'));
      await project.startSession({ workingOn: 'Side work' });
      assert.equal(project.snapshot?.state?.working_on, 'Side work');
      assert.equal(project.snapshot.sharedFrom, undefined);
      assert.equal(project.snapshot.state.git_branch, 'side');
      const main = await read(scratch('main'));
      assert.equal(main.state?.working_on, 'Authentication');
    });
  });

  describe('starting a session', () => {
    it('writes a complete state, keeps unknown fields and the one before, and excludes it from git', async () => {
      mkdirSync(scratch('project'));
      initRepository(scratch('project'));
      const commit = commitAll(scratch('project'));
      write('.claude/session-state.json', { ...state, mine: 'kept' });
      const project = open();
      await project.startSession({ workingOn: 'New work' });
      const written = JSON.parse(
        readFileSync(scratch('project', '.claude', 'session-state.json'), 'utf8'),
      ) as Record<string, unknown>;
      assert.deepEqual(written, {
        mode: 'quick',
        saved_at: '2026-01-15T15:00:00.000Z',
        git_branch: 'main',
        git_commit: commit.slice(0, 7),
        git_pushed: false,
        openspec: null,
        openspec_status: null,
        working_on: 'New work',
        next_steps: [],
        blocker: null,
        completed_tasks: [],
        pending_tasks: [],
        task_progress: { completed: 0, total: 0, percentage: 0 },
        modified_files: [],
        mine: 'kept',
      });
      const backup = readFileSync(scratch('project', '.claude', 'session-state.json.bak'), 'utf8');
      assert.deepEqual(JSON.parse(backup), { ...state, mine: 'kept' });
      assert.equal(git(scratch('project'), 'status', '--porcelain'), '');
      assert.deepEqual(project.snapshot?.problems, []);
    });

    it('over a broken state keeps the broken file, and the last good one as the backup', async () => {
      mkdirSync(scratch('project'));
      initRepository(scratch('project'));
      write('.claude/session-state.json', 'broken');
      write('.claude/session-state.json.bak', state);
      const { keptAside } = await open().startSession({ workingOn: 'New work' });
      assert.equal(readFileSync(scratch('project', keptAside ?? ''), 'utf8'), 'broken');
      const backup = readFileSync(scratch('project', '.claude', 'session-state.json.bak'), 'utf8');
      assert.deepEqual(JSON.parse(backup), state);
      assert.equal(git(scratch('project'), 'status', '--porcelain'), '');
    });

    it('goes on where the exclude file cannot be written', async () => {
      mkdirSync(scratch('project'));
      initRepository(scratch('project'));
      rmSync(scratch('project', '.git', 'info'), { recursive: true });
      writeFileSync(scratch('project', '.git', 'info'), '');
      const project = open();
      await project.startSession({ workingOn: 'New work' });
      assert.equal(project.snapshot?.state?.working_on, 'New work');
    });

    it('does not write to a repository that a .git file only names', async () => {
      mkdirSync(scratch('victim'));
      initRepository(scratch('victim'));
      const exclude = () => readFileSync(scratch('victim', '.git', 'info', 'exclude'), 'utf8');
      const before = exclude();
      write('.git', 'gitdir: ../victim/.git\n');
      await open().startSession({ workingOn: 'x' });
      assert.equal(exclude(), before);
    });

    it('works without a repository', async () => {
      const project = open();
      await project.startSession({ workingOn: 'New work' });
      assert.equal(project.snapshot?.state?.git_branch, null);
    });
  });
});
