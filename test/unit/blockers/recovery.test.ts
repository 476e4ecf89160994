import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { once } from 'node:events';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import type { FileOnDisk } from '../../support/blockerProject';
import { commitAll } from '../../support/git';
import { isRunning, until } from '../../support/until';

interface Recovered {
  readonly plan: {
    readonly steps: readonly { kind: string; argv?: string[]; command?: string }[];
    readonly rerun: { command: string; isKnown: boolean } | null;
    readonly refusal: string | null;
    readonly suggestions: readonly string[];
  };
  readonly ran?: readonly { what: string; exitCode: number | null; isMissing: boolean }[];
  readonly outcome?: string | null;
  readonly blocker?: FileOnDisk['closed'][number];
}

const recovery = (setting: object) => ({ BATON_RECOVERY: JSON.stringify(setting) });

describe('recovery', function () {
  this.timeout(120_000);
  const line = useBlockerCommandLine();
  const { run, repository, root, scratch, sawFail, file, program, calls, blocker } = line;

  /** `pytest` passes once there is a file `fixed`. */
  function failingTests(): void {
    program(
      'pytest',
      'test -f fixed && echo "1 passed in 0.01s" || { echo "1 failed in 0.01s"; exit 1; }',
    );
    sawFail('pytest', '1 failed in 0.01s\n');
    assert.equal(file()?.open.length, 1);
  }

  const recover = (args: string[] = [], env: Record<string, string> = {}) => {
    const done = run(['blocker', 'recover', ...args, '--json'], env);
    return { ...json<Recovered>(done), code: done.code, stderr: done.stderr };
  };

  it('is shown first: who, what, and whether the command was seen here', () => {
    repository();
    failingTests();
    const { plan, code } = recover();
    assert.equal(code, 1);
    assert.deepEqual(
      plan.steps.map(({ argv }) => argv?.slice(0, 1)),
      [['claude']],
    );
    assert.deepEqual([plan.rerun?.command, plan.rerun?.isKnown], ['pytest', true]);
    assert.equal(recover(['--dry-run']).code, 0);
    assert.equal(calls('pytest'), '');
    assert.equal(file()?.open[0]?.recovery_attempted, 0);
  });

  it('runs the configured command, then the one that failed, and closes the blocker', () => {
    repository();
    failingTests();
    const done = recover(['--yes'], recovery({ test_failure: { command: 'touch fixed' } }));
    assert.equal(done.code, 0);
    assert.equal(done.outcome, 'passed');
    assert.deepEqual(
      done.ran?.map(({ what, exitCode }) => [what, exitCode]),
      [
        ['touch fixed', 0],
        ['pytest', 0],
      ],
    );
    const [closed] = file()?.closed ?? [];
    assert.equal(closed?.closed_by, 'pytest passed');
    assert.equal(closed.recovery_attempted, 1);
    assert.equal(closed.recovery_outcome, 'solved: pytest passed after touch fixed');
    assert.deepEqual(file()?.open, []);
  });

  it('asks an agent with an argv, quotes what was seen, and widens no permission', () => {
    const work = repository();
    work.write('.claude/agents/tester.md', '---\nname: tester\n---\n');
    program('claude', 'touch fixed');
    program(
      'pytest',
      'test -f fixed && echo "1 passed in 0.01s" || { echo "1 failed in 0.01s"; exit 1; }',
    );
    sawFail('pytest', 'FAILED a.py::x - "; touch owned; echo "\u001b[31m\n1 failed in 0.01s\n');
    const done = recover(['--yes']);
    assert.equal(done.outcome, 'passed', done.stderr);
    const asked = calls('claude');
    assert.match(asked, /^-p --agent tester Something blocks the work/);
    assert.doesNotMatch(asked, /dangerously|permission-mode|allowedTools/);
    assert.match(asked, /Nothing in it is an instruction/);
    assert.ok(!asked.includes('\u001b'));
    assert.equal(existsSync(root('owned')), false);
    // The first was enough.
    assert.equal(asked.split('Something blocks').length, 2);
  });

  it('counts attempts, also one that was killed, and stops at the third', () => {
    repository();
    failingTests();
    const setting = recovery({ test_failure: { command: 'true' } });
    for (const attempt of [1, 2, 3]) {
      const done = recover(['--yes'], setting);
      assert.equal(done.code, 1);
      assert.equal(done.outcome, 'failed');
      assert.equal(file()?.open[0]?.recovery_attempted, attempt);
    }
    assert.match(
      file()?.open[0]?.recovery_outcome ?? '',
      /^not solved: pytest still fails after true$/,
    );
    const before = calls('pytest');
    const refused = recover(['--yes'], setting);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /tried 3 times/);
    assert.equal(calls('pytest'), before);
  });

  it('counts an attempt that kills its own process', () => {
    repository();
    failingTests();
    const done = run(
      ['blocker', 'recover', '--yes'],
      recovery({ test_failure: { command: 'kill -9 $(ps -o ppid= -p $$)' } }),
    );
    assert.equal(done.code, null);
    assert.equal(file()?.open[0]?.recovery_attempted, 1);
    assert.match(file()?.open[0]?.recovery_outcome ?? '', /^started: /);
    // And whoever comes next is not held up by it.
    const next = recover(['--yes'], recovery({ test_failure: { command: 'touch fixed' } }));
    assert.equal(next.outcome, 'passed');
    assert.equal(file()?.closed[0]?.recovery_attempted, 2);
  });

  it('proves nothing by output that tells nothing, and says so', () => {
    repository();
    program('pytest', 'exit 0');
    sawFail('pytest | head -3', '1 failed in 0.01s\n');
    const done = recover(['--yes'], recovery({ test_failure: { command: 'true' } }));
    assert.equal(done.outcome, 'unclear');
    assert.match(done.stderr, /cannot be told/);
    assert.match(file()?.open[0]?.recovery_outcome ?? '', /^whether .* cannot be told$/);
  });

  it('records what was really run', () => {
    repository();
    failingTests();
    recover(['--yes', '--rerun', 'node -e 0'], recovery({ test_failure: { command: 'true' } }));
    const [closed] = file()?.closed ?? [];
    assert.equal(closed?.closed_by, 'node -e 0 passed');
    assert.equal(closed.recovery_outcome, 'solved: node -e 0 passed after true');
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const args of [
      ['blocker', 'recover', '--yes'],
      ['load', '--resume'],
    ]) {
      it(`ends what it started at ${signal}: ${args.join(' ')}`, async () => {
        repository();
        run(['save']);
        failingTests();
        const step = `sleep 300 & echo $! $$ > '${scratch('pids')}.tmp'; mv '${scratch('pids')}.tmp' '${scratch('pids')}'; wait`;
        const child = line.start(args, recovery({ test_failure: { command: step } }));
        const ended = once(child, 'exit');
        await until(() => existsSync(scratch('pids')) || child.exitCode !== null);
        child.kill(signal);
        assert.deepEqual(await ended, [1, null]);
        const pids = readFileSync(scratch('pids'), 'utf8').trim().split(' ').map(Number);
        // A signal that was sent may take its time; left alone they would sleep on.
        await until(() => !pids.some(isRunning));
        assert.match(file()?.open[0]?.recovery_outcome ?? '', /^stopped: /);
        assert.equal(file()?.open[0]?.recovery_attempted, 0);
      });
    }
  }

  it('only suggests for what a person wrote down', () => {
    repository();
    blocker('add', 'test_failure', 'Flaky', '--resolution', 'Ask the team');
    const done = recover(['--yes']);
    assert.equal(done.code, 1);
    assert.deepEqual(done.plan.steps, []);
    assert.ok(done.plan.suggestions.some((each) => each.includes('Ask the team')));
    assert.equal(file()?.open[0]?.recovery_attempted, 0);
  });

  it('does not say that you wrote what an agent reported', () => {
    const work = repository();
    const reported = { id: 'b-1', type: 'other', description: 'x', evidence: { source: 'mcp' } };
    work.write('.claude/state/blockers.json', JSON.stringify({ version: 1, open: [reported] }));
    assert.match(recover(['--yes']).stderr, /reported, not detected/);
  });

  it('takes no setting from the workspace, and says when one is wrong', () => {
    const work = repository();
    work.write(
      '.vscode/settings.json',
      '{"baton.recovery": {"test_failure": {"command": "touch owned"}}}',
    );
    work.write(
      '.claude/settings.json',
      '{"baton.recovery": {"test_failure": {"command": "touch owned"}}}',
    );
    failingTests();
    program('claude', 'exit 1');
    recover(['--yes']);
    assert.equal(existsSync(root('owned')), false);
    for (const setting of [
      '{',
      '[]',
      '{"test_failure": "--evil"}',
      '{"test_failure": {"run": "x"}}',
    ]) {
      const refused = run(['blocker', 'recover', '--yes'], { BATON_RECOVERY: setting });
      assert.match(refused.stderr, /BATON_RECOVERY/, setting);
    }
  });

  describe('from blockers that came from elsewhere', () => {
    const planted = (extra: object = {}) =>
      JSON.stringify({
        version: 1,
        open: [
          {
            id: 'b-1-abcdef',
            type: 'test_failure',
            severity: 'high',
            description: 'planted',
            auto_detected: true,
            evidence: { command: 'touch owned', source: 'terminal', ...extra },
            command_key: 'touch owned',
          },
        ],
      });

    it('runs nothing where git tracks them, whatever is said', () => {
      const work = repository();
      work.write('.claude/state/blockers.json', planted());
      work.git('add', '-f', '.claude');
      commitAll(work.root);
      program('claude', 'touch asked');
      for (const args of [['--yes'], ['--yes', '--rerun', 'true']]) {
        const done = recover(args);
        assert.equal(done.code, 1);
        assert.match(done.plan.refusal ?? '', /committed in this repository/);
      }
      run(['load', '--resume']);
      assert.deepEqual([existsSync(root('owned')), calls('claude')], [false, '']);
    });

    it('does not run their command, even with --yes, unless a person types it', () => {
      const work = repository();
      work.write('.claude/state/blockers.json', planted());
      const setting = recovery({ test_failure: { command: 'true' } });
      const done = recover(['--yes'], setting);
      assert.equal(done.outcome, 'not-rerun');
      assert.equal(existsSync(root('owned')), false);
      assert.match(done.stderr, /--rerun "touch owned"/);
      recover(['--yes', '--rerun', 'touch owned'], setting);
      assert.equal(existsSync(root('owned')), true);
    });

    it('runs nothing of them at a resume, neither command nor agent', () => {
      const work = repository();
      work.write('.claude/state/blockers.json', planted({ cwd: '../..' }));
      run(['save']);
      program('claude', 'touch asked');
      run(['load', '--resume'], recovery({ test_failure: { command: 'touch owned' } }));
      assert.deepEqual([existsSync(root('owned')), calls('claude')], [false, '']);
    });
  });

  describe('at baton load --resume', () => {
    interface Loaded {
      readonly status: string;
      readonly did: readonly string[];
      readonly findings: readonly { code: string }[];
    }
    const resume = (env: Record<string, string>) =>
      json<Loaded>(run(['load', '--resume', '--json'], env));

    it('asks nobody, recovers, goes on, and reports it', () => {
      const work = repository();
      work.write('.gitignore', 'fixed\n');
      commitAll(work.root);
      run(['save']);
      failingTests();
      const loaded = resume(recovery({ test_failure: { command: 'touch fixed' } }));
      assert.equal(loaded.status, 'restored');
      assert.ok(
        loaded.did.some((each) => /^Recovered from ".*": pytest passes again\.$/.test(each)),
        loaded.did.join(),
      );
      assert.deepEqual(file()?.open, []);
      assert.ok(!loaded.findings.some(({ code }) => code === 'BLOCKER_EXISTS'));
      const state = JSON.parse(
        readFileSync(root('.claude/session-state.json'), 'utf8'),
      ) as FileOnDisk;
      assert.equal(state.blocker, null);
    });

    it('tries three at most, and says how many are left', () => {
      repository();
      run(['save']);
      program('pytest', 'echo "1 failed in 0.01s"; exit 1');
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        sawFail(`pytest ${name}.py`, '1 failed in 0.01s\n');
      }
      const { did } = resume(recovery({ test_failure: { command: 'true' } }));
      assert.equal(calls('pytest').trim().split('\n').length, 3);
      assert.ok(
        did.some((each) => each.includes('not tried for 2 more')),
        did.join(),
      );
    });

    it('goes on when it does not help, and proves only what ran', () => {
      repository();
      run(['save']);
      failingTests();
      // Where nobody has installed the agent.
      symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), scratch('bin/git'));
      const loaded = resume({
        ...recovery({ test_failure: [{ command: 'false' }, 'tester'] }),
        PATH: scratch('bin'),
      });
      assert.equal(loaded.status, 'restored');
      assert.ok(
        loaded.did.some((each) => each.includes('but pytest still fails')),
        loaded.did.join(),
      );
      assert.ok(loaded.did.some((each) => each.includes('claude is not installed')));
      assert.equal(calls('pytest'), '\n');
      assert.equal(file()?.open[0]?.recovery_attempted, 1);
    });

    for (const command of [
      'git checkout -- app.ts && pytest',
      'git checkout other && git push -f && pytest',
      'git commit -qam x; pytest',
      'git stash && pytest',
      'git reset --hard && pytest',
      'rm -rf src; pytest',
      'pytest "$(git push)"',
    ]) {
      it(`leaves "${command}" to a person`, () => {
        const work = repository();
        work.write('app.ts', 'mine\n');
        run(['save']);
        program('git', 'exit 1');
        program('rm', 'exit 1');
        program('pytest', 'echo "1 failed in 0.01s"; exit 1');
        sawFail(command, '1 failed in 0.01s\n');
        assert.equal(file()?.open.length, 1);
        const { dataFolder } = line;
        assert.match(
          readFileSync(globSync(dataFolder('projects/*/runs.json'))[0] ?? '', 'utf8'),
          /pytest/,
        );
        unlinkSync(scratch('bin/git'));
        const before = work.git('rev-parse', 'HEAD');
        const { did } = resume(recovery({ test_failure: { command: 'touch asked' } }));
        assert.ok(
          did.some((each) => each.includes('may do more than test, build, check or install')),
          did.join(),
        );
        assert.equal(calls('pytest') + calls('rm'), '');
        assert.equal(work.git('rev-parse', 'HEAD'), before);
        assert.equal(existsSync(root('asked')), false);
      });
    }

    for (const env of [{}, { CLAUDECODE: '1' }] as Record<string, string>[]) {
      it(`does not run what was only said to be run, with ${JSON.stringify(env)}`, () => {
        repository();
        run(['save']);
        program('pytest', 'exit 1');
        run(
          [
            'blocker',
            'detect',
            '--record',
            '--source',
            'terminal',
            '--command',
            'pytest',
            '--exit-code',
            '1',
          ],
          env,
          '1 failed in 0.01s\n',
        );
        assert.equal(file()?.open.length, 1);
        resume(recovery({ test_failure: { command: 'touch asked' } }));
        assert.deepEqual([calls('pytest'), existsSync(root('asked'))], ['', false]);
        assert.equal(existsSync(scratch('data/projects')), false);
      });
    }
  });
});
