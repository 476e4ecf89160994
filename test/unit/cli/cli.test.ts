import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { baton, json } from '../../support/baton';
import { initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

describe('baton', function () {
  this.timeout(30_000);
  const scratch = useScratchFolder();

  function project(): string {
    mkdirSync(scratch('project', '.claude', 'sdd', 'handover'), { recursive: true });
    initRepository(scratch('project'));
    writeFileSync(
      scratch('project', '.claude', 'session-state.json'),
      JSON.stringify({
        mode: 'quick',
        saved_at: '2026-01-15T14:30:00Z',
        git_branch: 'main',
        openspec: null,
        working_on: 'Authentication',
        next_steps: ['Write tests'],
        task_progress: { completed: 5, total: 12, percentage: 42 },
      }),
    );
    writeFileSync(
      scratch('project', '.claude', 'session-context.json'),
      JSON.stringify({ goal: { current_objective: 'Make the tests pass' } }),
    );
    writeFileSync(
      scratch('project', '.claude', 'sdd', 'handover', 'decisions.md'),
      '[2026-01-15T10:30:00Z] D1: USER_DECISION | Use sessions\n- Reason: r\n- Impact: i\n',
    );
    return scratch('project');
  }

  describe('status', () => {
    it('prints one JSON document with all parts', () => {
      const run = baton(project(), ['status', '--json']);
      assert.equal(run.stderr, '');
      assert.equal(run.code, 0);
      assert.deepEqual(Object.keys(json(run)), [
        'root',
        'state',
        'context',
        'deliveries',
        'handover',
        'handover_folder',
        'decisions',
        'buffer',
        'blockers',
        'sessions',
        'problems',
        'offers',
        'expiring',
      ]);
      assert.equal(json(run).root, scratch('project'));
      assert.deepEqual(json(run).problems, []);
      assert.equal(json(run).handover_folder, scratch('project', '.claude/sdd/handover'));
      const elsewhere = baton(project(), ['status', '--json'], { BATON_SDD_DIR: 'docs/sdd' });
      assert.equal(json(elsewhere).handover_folder, scratch('project', 'docs/sdd/handover'));
    });

    it('says the same in words', () => {
      const { stdout } = baton(project(), ['status']);
      for (const line of [
        'Working on: Authentication',
        'Progress: 5/12 · 42 %',
        '  - Write tests',
        'Agent context: Make the tests pass',
        'Decisions: 1, latest D1 Use sessions',
      ]) {
        assert.ok(stdout.split('\n').includes(line), `${line}\n${stdout}`);
      }
    });

    it('speaks Korean and Japanese', () => {
      const inLanguage = (LANG: string) => baton(project(), ['status'], { LANG }).stdout;
      assert.match(inLanguage('ko_KR.UTF-8'), /^작업 중: Authentication$/m);
      assert.match(inLanguage('ja_JP.UTF-8'), /^作業中: Authentication$/m);
      assert.match(inLanguage('de_DE.UTF-8'), /^Working on: Authentication$/m);
    });

    it('works on the project of --cwd', () => {
      mkdirSync(scratch('elsewhere'));
      const run = baton(scratch('elsewhere'), ['status', '--json', '--cwd', project()]);
      assert.equal(json(run).root, scratch('project'));
    });

    it('prints no control characters from files', () => {
      writeFileSync(
        path.join(project(), '.claude', 'session-state.json'),
        JSON.stringify({
          working_on: '\u001b[31mred\u0007\nsecond line',
          git_branch: 'a\u001b]0;t\u0007',
        }),
      );
      const printed = baton(scratch('project'), ['status']).stdout.replaceAll('\n', '');
      assert.equal(stripVTControlCharacters(printed), printed);
      assert.doesNotMatch(printed, /\p{Cc}/u);
    });

    it('says what to do in an empty folder without a repository', () => {
      mkdirSync(scratch('empty'));
      const { stdout, code } = baton(scratch('empty'), ['status']);
      assert.match(stdout, /Nothing is saved here yet/);
      assert.match(stdout, /git init/);
      assert.equal(code, 0);
    });

    it('refuses the home folder', () => {
      const run = baton(scratch(), ['status', '--json'], { HOME: scratch() });
      assert.equal(run.code, 1);
      assert.deepEqual((json(run).error as Record<string, unknown>).reason, 'home-folder');
      assert.match(run.stderr, /^baton: The home folder is not used as a project.*\n$/);
    });
  });

  describe('env', () => {
    it('prints the five fields', () => {
      const run = baton(scratch(), ['env', '--json'], {
        TERM_PROGRAM: 'vscode',
        CLAUDE_PID: '77',
        SHELL: '/bin/zsh',
      });
      const { shell, ...rest } = json(run);
      assert.deepEqual(rest, { terminal: 'vscode', pid: 77, displayName: 'VS Code', remote: null });
      assert.equal(typeof shell, 'string');
    });

    it('names the shell it was called from', () => {
      const command = `"${process.execPath}" "${path.resolve('dist/cli.js')}" env --json; true`;
      const { stdout } = spawnSync('bash', ['-c', command], {
        encoding: 'utf8',
        env: { SHELL: '/bin/zsh' },
      });
      assert.equal((JSON.parse(stdout) as Record<string, unknown>).shell, 'bash');
    });
  });

  const usage: [args: string[], code: number, stderr: RegExp][] = [
    [['frobnicate'], 2, /^baton: There is no "baton frobnicate". See "baton --help".\n$/],
    [
      ['status', '--frobnicate'],
      2,
      /^baton: There is no option --frobnicate. See "baton status --help".\n$/,
    ],
    [['status', 'extra'], 2, /^baton: "extra" is one word too many. See "baton status --help".\n$/],
    [['status', '--cwd'], 2, /^baton: The option --cwd is used in a wrong way. See/],
    [['--cwd', '/nonexistent', 'status'], 1, /^baton: There is no folder \/nonexistent/],
    [['constructor'], 2, /There is no "baton constructor"/],
    [
      ['status', '--cwd', '/nonexistent'],
      1,
      /^baton: There is no folder \/nonexistent. Check the path.\n$/,
    ],
    [['--help'], 0, /^$/],
    [['status', '--help'], 0, /^$/],
    [['--version'], 0, /^$/],
    [[], 2, /^$/],
  ];
  for (const [args, code, stderr] of usage) {
    it(`exits with ${code} on "${args.join(' ')}"`, () => {
      const run = baton(scratch(), args);
      assert.match(run.stderr, stderr);
      assert.equal(run.code, code);
    });
  }

  it('takes the options of every verb before the verb, too', () => {
    mkdirSync(scratch('here'));
    const run = baton(scratch(), ['--cwd', scratch('here'), '--json', 'status']);
    assert.equal(json(run).root, scratch('here'));
  });

  it('helps in the language of the user', () => {
    assert.match(baton(scratch(), ['--help'], { LANG: 'ko_KR.UTF-8' }).stdout, /^사용법: baton/);
    assert.match(
      baton(scratch(), ['status', '-x'], { LANG: 'ja_JP.UTF-8' }).stderr,
      /オプション -x はありません/,
    );
  });

  it('answers wrong usage in JSON where that was asked for', () => {
    const run = baton(scratch(), ['frobnicate', '--json']);
    assert.deepEqual((json(run).error as Record<string, unknown>).reason, 'usage');
  });
});
