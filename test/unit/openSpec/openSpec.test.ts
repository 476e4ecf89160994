import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { activeChanges, findChange, openSpecStatus } from '../../../src/core/openSpec';
import { useScratchFolder } from '../../support/scratchFolder';

describe('OpenSpec', () => {
  const folder = useScratchFolder();
  const root = () => folder('project');
  const changes = (...parts: string[]) => folder('project', 'openspec', 'changes', ...parts);

  /** Each has a proposal that names its own directory. */
  function withChanges(...names: string[]) {
    mkdirSync(root(), { recursive: true });
    for (const name of names) {
      mkdirSync(changes(name), { recursive: true });
      writeFileSync(changes(name, 'proposal.md'), `# ${name}\n`);
    }
  }

  it('tells all about a change', () => {
    withChanges();
    mkdirSync(changes('00027-user-auth'), { recursive: true });
    writeFileSync(changes('00027-user-auth', 'proposal.md'), '# Change: 사용자 인증\n\n## Why\n');
    writeFileSync(changes('00027-user-auth', 'tasks.md'), '## 1\n- [x] model\n- [ ] form\n');
    assert.deepEqual(findChange(root(), '#00027'), {
      id: '#00027',
      name: '00027-user-auth',
      directory: 'openspec/changes/00027-user-auth',
      title: '사용자 인증',
      archived: false,
      hasProposal: true,
      tasks: [
        { text: 'model', done: true, line: 2 },
        { text: 'form', done: false, line: 3 },
      ],
      tasksFile: 'openspec/changes/00027-user-auth/tasks.md',
    });
  });

  it('tells all about an archived change', () => {
    withChanges('archive/2025-01-20-add-auth');
    assert.deepEqual(findChange(root(), 'add-auth'), {
      id: 'add-auth',
      name: '2025-01-20-add-auth',
      directory: 'openspec/changes/archive/2025-01-20-add-auth',
      title: 'archive/2025-01-20-add-auth',
      archived: true,
      hasProposal: true,
      tasks: [],
      tasksFile: undefined,
    });
  });

  it('finds an empty directory, and says what is not there', () => {
    mkdirSync(changes('00027'), { recursive: true });
    const change = findChange(root(), '00027');
    assert.equal(change?.name, '00027');
    assert.equal(change.hasProposal, false);
    assert.equal(change.title, undefined);
    assert.equal(change.tasksFile, undefined);
  });

  const lookups: [id: string, names: string[], found: string | undefined][] = [
    ['add-auth', ['add-auth', 'add-auth-2'], 'add-auth'],
    ['add-auth', ['add-auth-2'], undefined],
    ['00027', ['00026-x', '00027-user-auth', '00028-y'], '00027-user-auth'],
    ['00027', ['00027_user_auth'], '00027_user_auth'],
    ['00027', ['00027-a', '00027'], '00027'],
    ['00027', ['00027-b', '00027-a'], '00027-a'],
    ['#00027', ['00027-a'], '00027-a'],
    [' # 00027 ', ['00027-a'], '00027-a'],
    ['27', ['270-x'], undefined],
    ['27', ['00027-x'], undefined],
    ['00027', ['27-x', '027-x'], undefined],
    ['27', ['270-x', '27-x'], '27-x'],
    ['00027', ['archive/2025-01-20-00027-user-auth'], 'archive/2025-01-20-00027-user-auth'],
    ['00027', ['archive/00027-user-auth'], 'archive/00027-user-auth'],
    ['00027', ['archive/2025-01-20-00027-a', '00027-b'], '00027-b'],
    ['00027', ['archive/2025-01-20-00027', '00027-b'], '00027-b'],
    ['00027-a', ['archive/2025-01-20-00027-a', '00027-b'], 'archive/2025-01-20-00027-a'],
    ['2025-01-20-add-auth', ['archive/2025-01-20-add-auth'], 'archive/2025-01-20-add-auth'],
    ['2025', ['archive/2025-01-20-add-auth'], undefined],
    ['20', ['archive/2025-01-20-add-auth'], undefined],
    ['a', ['archive/2025-01-20-a', 'archive/2025-03-01-a'], 'archive/2025-03-01-a'],
    ['archive', ['archive/2025-01-20-a'], undefined],
    ['.hidden', ['.hidden'], undefined],
    ['인증'.normalize('NFC'), ['인증'.normalize('NFD')], '인증'.normalize('NFD')],
    ['인증'.normalize('NFD'), ['인증'.normalize('NFC')], '인증'.normalize('NFC')],
    ['', ['a'], undefined],
    ['#', ['a'], undefined],
    ['.', ['a'], undefined],
    ['..', ['a'], undefined],
    ['a/', ['a'], undefined],
    ['./a', ['a'], undefined],
    ['archive/a', ['archive/a'], undefined],
    ['../changes/a', ['a'], undefined],
    ['a..b', ['a..b'], undefined],
    ['a\n', ['a'], undefined],
    ['a\u0000', ['a'], undefined],
    ['a\u202E', ['a\u202E'], undefined],
    ['a\\b', ['a\\b'], undefined],
  ];
  for (const [id, names, found] of lookups) {
    it(`finds ${found ?? 'nothing'} for ${JSON.stringify(id)} among ${JSON.stringify(names)}`, () => {
      withChanges(...names);
      const change = findChange(root(), id);
      assert.equal(change?.directory, found && `openspec/changes/${found}`);
      assert.equal(change?.archived, found?.startsWith('archive/'));
    });
  }

  it('lists those that are not archived, by name', () => {
    withChanges('b', 'a', 'archive/2025-01-20-c', '.hidden');
    writeFileSync(changes('README.md'), '# Changes\n');
    assert.deepEqual(
      activeChanges(root()).map(({ id, name, title }) => [id, name, title]),
      [
        ['a', 'a', 'a'],
        ['b', 'b', 'b'],
      ],
    );
  });

  it('finds nothing where there is no OpenSpec', () => {
    withChanges();
    assert.deepEqual(activeChanges(root()), []);
    assert.equal(findChange(root(), 'a'), undefined);
    assert.deepEqual(activeChanges(folder('nowhere')), []);
  });

  it('finds nothing where changes is a file', () => {
    mkdirSync(path.dirname(changes()), { recursive: true });
    writeFileSync(changes(), '');
    assert.deepEqual(activeChanges(root()), []);
  });

  it('does not take a file for a change', () => {
    withChanges('a');
    writeFileSync(changes('00027-x'), '');
    assert.equal(findChange(root(), '00027'), undefined);
  });

  it('takes neither a directory nor a file out of all bounds for tasks', () => {
    withChanges('a', 'b');
    mkdirSync(changes('a', 'tasks.md'));
    writeFileSync(changes('b', 'tasks.md'), Buffer.alloc(9 * 1024 * 1024, '- [x] a\n'));
    for (const id of ['a', 'b']) {
      assert.equal(findChange(root(), id)?.tasksFile, undefined);
      assert.deepEqual(findChange(root(), id)?.tasks, []);
    }
  });

  describe('links', () => {
    function outside(...parts: string[]) {
      const target = folder('outside', ...parts);
      mkdirSync(target, { recursive: true });
      writeFileSync(path.join(target, 'proposal.md'), '# Secret\n');
      writeFileSync(path.join(target, 'tasks.md'), '- [ ] secret\n');
      return target;
    }

    it('out of the project are not followed to a change', () => {
      withChanges('a');
      symlinkSync(outside(), changes('b'));
      assert.equal(findChange(root(), 'b'), undefined);
      assert.deepEqual(
        activeChanges(root()).map(({ name }) => name),
        ['a'],
      );
    });

    it('out of the project are not followed to its files', () => {
      withChanges();
      mkdirSync(changes('a'), { recursive: true });
      for (const file of ['proposal.md', 'tasks.md']) {
        symlinkSync(path.join(outside(), file), changes('a', file));
      }
      const change = findChange(root(), 'a');
      assert.equal(change?.title, undefined);
      assert.equal(change?.hasProposal, false);
      assert.deepEqual(change.tasks, []);
      assert.equal(change.tasksFile, undefined);
    });

    it('out of the project are not followed to all changes, nor to the archive', () => {
      withChanges('a');
      symlinkSync(path.dirname(outside('2025-01-20-b')), changes('archive'));
      assert.equal(findChange(root(), 'b'), undefined);
      mkdirSync(folder('other', 'openspec'), { recursive: true });
      symlinkSync(folder('outside'), folder('other', 'openspec', 'changes'));
      assert.deepEqual(activeChanges(folder('other')), []);
    });

    it('within the project are followed', () => {
      withChanges('a');
      symlinkSync(changes('a'), changes('b'));
      assert.equal(findChange(root(), 'b')?.title, 'a');
    });

    it('that lead nowhere or in a circle are no change', () => {
      withChanges('a');
      symlinkSync(changes('gone'), changes('b'));
      symlinkSync(changes('c'), changes('c'));
      assert.deepEqual(
        activeChanges(root()).map(({ name }) => name),
        ['a'],
      );
    });
  });

  const statuses: [name: string, tasks: string | undefined, status: string][] = [
    ['no tasks.md', undefined, 'NOT_STARTED'],
    ['no task', '# Tasks\n', 'NOT_STARTED'],
    ['no box ticked', '- [ ] a\n- [ ] b\n', 'NOT_STARTED'],
    ['some ticked', '- [x] a\n- [ ] b\n', 'IN_PROGRESS'],
    ['all ticked', '- [x] a\n  - [X] b\n', 'COMPLETED'],
    ['the archive', '- [ ] a\n', 'ARCHIVED'],
  ];
  for (const [name, tasks, status] of statuses) {
    it(`is ${status} with ${name}`, () => {
      const at = status === 'ARCHIVED' ? 'archive/2025-01-20-a' : 'a';
      withChanges(at);
      if (tasks !== undefined) {
        writeFileSync(changes(at, 'tasks.md'), tasks);
      }
      const change = findChange(root(), 'a');
      assert.equal(change && openSpecStatus(change), status);
    });
  }
});
