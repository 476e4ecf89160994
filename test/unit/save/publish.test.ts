import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { baton, batonMeanwhile, json } from '../../support/baton';
import { git } from '../../support/git';
import type { Saved } from '../../support/saved';
import { useScratchFolder } from '../../support/scratchFolder';
import { pauseBetween, until } from '../../support/until';
import { type WorkRepository, workRepository } from '../../support/workRepository';

describe('baton save --sync and --full', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  let repository: WorkRepository;
  let remote: string;

  beforeEach(() => {
    repository = workRepository(scratch('work'));
    remote = repository.addRemote();
    repository.write('src/login.ts', 'export const login = 2;\n');
  });

  function save(args: string[], code = 0, env: Record<string, string> = {}): Saved {
    const done = baton(repository.root, ['save', '--json', ...args], env);
    assert.equal(done.code, code, done.stderr + done.stdout);
    return json<Saved>(done);
  }
  const onRemote = (branch = 'feature/login') => git(remote, 'rev-parse', `refs/heads/${branch}`);
  const pushedInFile = () =>
    (
      JSON.parse(
        readFileSync(scratch('work', '.claude', 'session-state.json'), 'utf8'),
      ) as Saved['state']
    ).git_pushed;
  it('are refused together with --quick, which an agent may run unasked', () => {
    for (const more of ['--sync', '--full', '--yes', '--allow-secrets']) {
      const before = repository.head();
      const { code, stderr } = baton(repository.root, ['save', '--quick', '-m', 'Login', more]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`--quick and ${more} do not go together`));
      assert.equal(repository.head(), before);
    }
    assert.equal(save(['--quick']).pushed, false);
  });

  /** The local save is kept, and everybody is told. */
  function notPushed(reason: RegExp, args = ['--sync'], env: Record<string, string> = {}): Saved {
    const report = save(args, 1, env);
    assert.equal(report.pushed, false);
    assert.equal(report.commit, repository.head());
    assert.equal(pushedInFile(), false);
    assert.match(report.warnings[0] ?? '', reason);
    return report;
  }

  describe('push', () => {
    it('goes to origin and sets the upstream', () => {
      const report = save(['--sync']);
      assert.equal(report.mode, 'sync');
      assert.equal(report.pushed, true);
      assert.equal(pushedInFile(), true);
      assert.equal(onRemote(), repository.head());
      assert.equal(repository.git('rev-parse', '--abbrev-ref', '@{u}'), 'origin/feature/login');
    });

    it('pushes what was committed before, when nothing is new', () => {
      save([]);
      const report = save(['--sync']);
      assert.equal(report.commit, null);
      assert.equal(report.pushed, true);
      assert.equal(onRemote(), repository.head());
      assert.equal(save([]).pushed, true, 'nothing new, and the upstream has it all');
    });

    it('asks first on the default branch', () => {
      repository.git('checkout', '-q', '-b', 'main');
      notPushed(/main is the default branch.*--sync --yes/);
      assert.throws(() => onRemote('main'));
      assert.equal(save(['--sync', '--yes']).pushed, true);
      assert.equal(onRemote('main'), repository.head());
    });

    it('knows a default branch of another name from the remote', () => {
      save(['--sync']);
      git(remote, 'symbolic-ref', 'HEAD', 'refs/heads/feature/login');
      repository.git('remote', 'set-head', 'origin', '--auto');
      repository.write('README.md', 'again\n');
      notPushed(/feature\/login is the default branch/);
    });

    it('goes to origin, not to where the branch was begun from', () => {
      repository.git('branch', 'main');
      git(scratch(), 'clone', '-q', '--bare', repository.root, 'upstream.git');
      repository.git('remote', 'add', 'upstream', scratch('upstream.git'));
      repository.git('fetch', '-q', 'upstream');
      repository.git('switch', '-q', '-c', 'feat', '--track', 'upstream/main');
      assert.equal(save(['--sync']).pushed, true);
      assert.equal(onRemote('feat'), repository.head());
      assert.throws(() =>
        git(scratch('upstream.git'), 'rev-parse', '--verify', '-q', 'refs/heads/feat'),
      );
      assert.equal(save([]).pushed, true, 'it is still there');
    });

    it('takes no branch of this repository for a remote', () => {
      repository.git('remote', 'remove', 'origin');
      repository.git('branch', 'main');
      repository.git('switch', '-q', '-c', 'feat', '--track', 'main');
      repository.git('checkout', '-q', '--', '.');
      assert.equal(save([]).pushed, false);
    });

    it('lets others save meanwhile', async () => {
      repository.hook('pre-push', pauseBetween(scratch('pushing'), scratch('saved')));
      const pushing = batonMeanwhile(repository.root, ['save', '--sync', '--json']);
      await until(() => existsSync(scratch('pushing')));
      repository.write('src/login.ts', 'export const login = 3;\n');
      const quick = save([]);
      assert.equal(quick.commit, repository.head());
      writeFileSync(scratch('saved'), '');
      assert.equal((await pushing).code, 0);
      assert.equal(pushedInFile(), false, 'the newer one is not pushed');
    });

    it('says that there is no remote', () => {
      repository.git('remote', 'remove', 'origin');
      notPushed(/no remote called origin.*git remote add origin/);
    });

    it('says that the remote has moved on', () => {
      save(['--sync']);
      git(scratch(), 'clone', '-q', '-b', 'feature/login', remote, 'other');
      git(scratch('other'), 'commit', '-q', '--allow-empty', '-m', 'theirs');
      git(scratch('other'), 'push', '-q');
      repository.write('README.md', 'mine\n');
      notPushed(/origin has commits on feature\/login that are not here.*git pull/);
      assert.notEqual(onRemote(), repository.head());
    });

    it('says why the remote refused', () => {
      const hook = path.join(remote, 'hooks', 'pre-receive');
      mkdirSync(path.dirname(hook), { recursive: true });
      writeFileSync(hook, '#!/bin/sh\necho "branch is frozen" >&2\nexit 1\n', { mode: 0o755 });
      const done = baton(repository.root, ['save', '--sync']);
      assert.equal(done.code, 1);
      assert.match(done.stderr, /origin refused it \(pre-receive hook declined\)/);
      assert.match(done.stderr, /branch is frozen/);
    });

    it('says that there is no network', () => {
      repository.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/nothing.git');
      notPushed(/origin cannot be reached/);
    });

    it('says that there is no such repository', () => {
      repository.git('remote', 'set-url', 'origin', scratch('nowhere.git'));
      notPushed(/no repository at the address of origin/);
    });

    it('does not wait for a pre-push hook that fails', () => {
      repository.hook('pre-push', 'echo "tests fail" >&2; exit 1');
      const report = notPushed(/Not pushed/);
      assert.equal(report.commit, repository.head());
    });

    it('fails at once where ssh would ask', () => {
      const calls = scratch('calls');
      writeFileSync(
        scratch('ssh'),
        `#!/bin/sh\necho "$@" >> ${calls}\necho "git@host: Permission denied (publickey)." >&2\nexit 255\n`,
        { mode: 0o755 },
      );
      repository.git('remote', 'set-url', 'origin', 'git@host.invalid:team/project.git');
      notPushed(/asks for a password or key/, ['--sync'], { GIT_SSH_COMMAND: scratch('ssh') });
      assert.match(readFileSync(calls, 'utf8'), /-o BatchMode=yes/);
    });
  });

  describe('with a remote that asks for a password', () => {
    let server: Server;
    beforeEach(async () => {
      server = createServer((_request, response) => {
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="team"' }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('fails at once with the reason, and never starts a program that asks', async () => {
      const { port } = server.address() as AddressInfo;
      repository.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/team/project.git`);
      const asked = scratch('asked');
      writeFileSync(scratch('askpass'), `#!/bin/sh\ntouch ${asked}\nsleep 30\n`, { mode: 0o755 });
      repository.git('config', 'core.askPass', scratch('askpass'));
      const done = await batonMeanwhile(repository.root, ['save', '--sync', '--json'], {
        GIT_ASKPASS: scratch('askpass'),
        SSH_ASKPASS: scratch('askpass'),
      });
      assert.equal(done.code, 1);
      const report = json<Saved>(done);
      assert.equal(report.commit, repository.head());
      assert.match(report.warnings[0] ?? '', /asks for a password or key/);
      assert.throws(() => readFileSync(asked));
    });
  });

  describe('checks', () => {
    const checksOf = (report: Saved) =>
      Object.fromEntries(report.checks.map(({ name, status }) => [name, status]));
    /** A `gh` that prints this. */
    function gh(script: string): Record<string, string> {
      mkdirSync(scratch('bin'), { recursive: true });
      writeFileSync(scratch('bin', 'gh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return { PATH: `${scratch('bin')}:${process.env.PATH ?? ''}` };
    }
    const onlyGit = (): Record<string, string> => {
      mkdirSync(scratch('only'), { recursive: true });
      const wrapper = `#!/bin/sh\nexec ${git(scratch(), '--exec-path')}/git "$@"\n`;
      writeFileSync(scratch('only', 'git'), wrapper, { mode: 0o755 });
      return { PATH: scratch('only') };
    };

    it('fail where the files are missing, and skip CI where there is no gh', () => {
      const report = save(['--full'], 0, { PATH: `${onlyGit().PATH ?? ''}:/bin:/usr/bin` });
      assert.equal(report.mode, 'full');
      assert.equal(report.pushed, true);
      assert.deepEqual(checksOf(report), { changelog: 'fail', roadmap: 'fail', ci: 'skip' });
      assert.match(report.checks[0]?.detail ?? '', /no CHANGELOG\.md/);
      assert.match(report.checks[2]?.detail ?? '', /gh/);
    });

    it('pass where this work changed the changelog and the roadmap speaks of it', () => {
      repository.git('branch', 'main');
      repository.git('push', '-q', 'origin', 'main');
      repository.write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Sign in\n');
      repository.write('ROADMAP.md', '# Roadmap\n\n- [ ] Login form\n');
      const report = save(
        ['--full', '--untracked', '--working-on', 'login form'],
        0,
        gh(`echo '[{"status":"completed","conclusion":"success"}]'`),
      );
      assert.deepEqual(checksOf(report), { changelog: 'pass', roadmap: 'pass', ci: 'pass' });
    });

    it('fail where both are there but say nothing of this work', () => {
      repository.write(
        'CHANGELOG.md',
        '# Changelog\n\n## 1.1\n\n- Other\n\n## 1.0\n\n- Sign-in page\n',
      );
      repository.write('ROADMAP.md', '# Roadmap\n\n- Something else\n');
      repository.git('add', '-A');
      repository.git('commit', '-qm', 'documents');
      repository.git('branch', 'main');
      repository.git('push', '-q', 'origin', 'main');
      repository.write('src/login.ts', 'export const login = 9;\n');
      const report = save(
        ['--full', '--working-on', 'Sign-in page'],
        0,
        gh(`echo '[{"status":"completed","conclusion":"failure"}]'`),
      );
      assert.deepEqual(checksOf(report), { changelog: 'fail', roadmap: 'fail', ci: 'fail' });
      assert.match(report.checks[2]?.detail ?? '', /failure/);
    });

    for (const [what, script, status, detail] of [
      [
        'a cancelled run',
        `echo '[{"status":"completed","conclusion":"cancelled"}]'`,
        'fail',
        /cancelled/,
      ],
      [
        'one that still runs',
        `echo '[{"status":"in_progress","conclusion":""}]'`,
        'skip',
        /still running/,
      ],
      [
        'one of an older commit',
        `echo '[{"status":"completed","conclusion":"success","headSha":"0123456789"}]'`,
        'skip',
        /of 0123456/,
      ],
      ['none yet', `echo '[]'`, 'skip', /not run/],
      ['a gh that is not signed in', `echo 'gh auth login' >&2; exit 4`, 'skip', /gh auth login/],
    ] as const) {
      it(`tell of CI: ${what}`, () => {
        const report = save(['--full'], 0, gh(script));
        assert.equal(checksOf(report).ci, status);
        assert.match(report.checks[2]?.detail ?? '', detail);
      });
    }

    it('are made after a failed push, too', () => {
      repository.git('remote', 'remove', 'origin');
      const report = notPushed(/no remote/, ['--full'], gh(`echo '[]'`));
      assert.deepEqual(checksOf(report), { changelog: 'fail', roadmap: 'fail', ci: 'skip' });
    });
  });
});
