import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runDoctor } from '../../../src/core/doctor/doctor';
import type { DoctorCheck } from '../../../src/core/doctor/doctorCheck';
import type { DoctorPlace } from '../../../src/core/doctor/doctorPlace';
import { hookChecks } from '../../../src/core/doctor/hookChecks';
import { hookRuns } from '../../../src/core/doctor/hookRuns';
import { launcherCheck } from '../../../src/core/doctor/launcherChecks';
import {
  agentChecks,
  dataFolderCheck,
  enabledCheck,
  gitCheck,
  localStateChecks,
  projectFolderCheck,
  repositoryCheck,
} from '../../../src/core/doctor/machineChecks';
import { mcpAnswers, mcpRegistered } from '../../../src/core/doctor/mcpChecks';
import { doctorRequest } from '../../../src/core/doctor/sampleTranscripts';
import { withSandbox } from '../../../src/core/doctor/sandbox';
import { hookEvents } from '../../../src/core/install/hookEntries';
import { render } from '../../../src/core/support/message';
import { json } from '../../support/baton';
import { commitAll, git } from '../../support/git';
import { contentOf, useInstallation } from '../../support/installation';

describe('baton doctor', function () {
  this.timeout(60_000);
  const { scratch, project, home, launcher, run, done, placeOf } = useInstallation();
  const place = (env: Record<string, string> = {}): Promise<DoctorPlace> =>
    placeOf({ scope: 'user', env });

  function program(file: string, body: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
  }

  /** As one line each: status, what is wrong, how to mend it. */
  const shown = ({ status, detail, fix }: DoctorCheck) =>
    `${status}: ${render(detail)}${fix ? ` → ${render(fix)}` : ''}`;
  const wrong = (checks: readonly DoctorCheck[]) =>
    checks.filter(({ status }) => status === 'fail' || status === 'warn').map(shown);

  it('finds nothing wrong after an install, and touches nothing', () => {
    done('install');
    commitAll(project());
    const before = [contentOf(project()), contentOf(home('.claude.json', '..'))];
    mkdirSync(scratch('tmp'));
    const ended = run(['doctor', '--json'], { TMPDIR: scratch('tmp') });
    const { ok, checks } = json<{ ok: boolean; checks: Record<string, string | null>[] }>(ended);
    assert.deepEqual(
      checks.filter(({ status }) => status === 'fail' || status === 'warn'),
      [],
    );
    assert.equal(ok, true);
    assert.equal(ended.code, 0);
    const names = checks.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => name?.startsWith('hook ')),
      hookEvents.map(({ name }) => `hook ${name}`),
    );
    for (const name of ['runtime', 'launcher', 'hooks local', 'mcp answers', 'git', 'claude']) {
      assert.ok(names.includes(name), name);
    }
    // All but the compiled code that Node keeps, which any start of Baton renews.
    const rest = (content: Record<string, unknown>) =>
      Object.entries(content).filter(([name]) => !name.includes('cache'));
    const after = [contentOf(project()), contentOf(home('.claude.json', '..'))];
    assert.deepEqual(after.map(rest), before.map(rest));
    assert.deepEqual(readdirSync(scratch('tmp')), []);
  });

  it('says in words how to mend what is wrong, and ends with 1', () => {
    const { stdout, stderr, code } = run(['doctor']);
    assert.equal(code, 1);
    assert.match(stdout, /✗ launcher: .*\n {4}→ Open the editor/);
    assert.match(stdout, /✗ hooks: .*\n {4}→ Run "baton install"\./);
    assert.match(stdout, /✗ mcp registered: .*\n {4}→ Run "baton install"\./);
    assert.match(stdout, /✗ project enabled: .*\n {4}→ Run "baton install" here/);
    assert.match(stdout, /- hook runs: The launcher has to work first/);
    assert.match(stderr, /checks failed/);
  });

  const brokenFolders: [name: string, prepare: () => void, says: RegExp][] = [
    [
      'a link out of the project',
      () => {
        mkdirSync(scratch('elsewhere'));
        symlinkSync(scratch('elsewhere'), project('.claude'));
      },
      /leads out of the project/,
    ],
    [
      'a link to nothing',
      () => {
        symlinkSync('nothing', project('.claude'));
      },
      /leads nowhere/,
    ],
    [
      'a file',
      () => {
        writeFileSync(project('.claude'), '');
      },
      /is not a folder/,
    ],
  ];
  for (const [name, prepare, says] of brokenFolders) {
    it(`says once that .claude is ${name}`, async () => {
      done('install', '--user', '--cwd', home());
      prepare();
      const { checks } = await runDoctor(await place());
      const failed = checks.filter(({ status }) => status === 'fail');
      assert.deepEqual(
        failed.map((check) => check.name),
        ['project folder'],
      );
      assert.match(failed[0] ? shown(failed[0]) : '', says);
      assert.match(failed[0] ? shown(failed[0]) : '', / → Put a plain folder at /);
    });
  }

  it('works in the home folder too', () => {
    done('install', '--user');
    const { checks } = json<{ checks: Record<string, string | undefined>[] }>(
      run(['doctor', '--json', '--cwd', home()]),
    );
    const status: Record<string, string | undefined> = Object.fromEntries(
      checks.map((check) => [check.name ?? '', check.status ?? '']),
    );
    assert.equal(status['hooks user'], 'ok');
    assert.equal(status['mcp registered'], 'ok');
    assert.equal(status['project enabled'], 'skip');
  });

  describe('the launcher', () => {
    const cases: [name: string, prepare: () => void, says: RegExp][] = [
      [
        'is missing',
        () => {
          rmSync(launcher());
        },
        /^fail: .* is missing, or is not Baton's\. → Open the editor/,
      ],
      [
        'is another program',
        () => {
          program(launcher(), 'exit 0');
        },
        /^fail: .* is not Baton's/,
      ],
      [
        'may not be executed',
        () => {
          chmodSync(launcher(), 0o600);
        },
        /^fail: .* may not be executed/,
      ],
      [
        'starts what is gone',
        () => {
          writeFileSync(
            launcher(),
            readFileSync(launcher(), 'utf8').replace(/^cli='.*'$/m, "cli='/gone/cli.js'"),
          );
        },
        /^fail: It starts \/gone\/cli\.js, which is gone/,
      ],
      [
        'does not start Baton',
        () => {
          const text = readFileSync(launcher(), 'utf8');
          writeFileSync(
            launcher(),
            text.replace(/^if \[ -f "\$cli" \].*$/m, 'echo broken >&2; exit 7\n$&'),
          );
        },
        /^fail: .* does not start Baton\. broken/,
      ],
      [
        'can be changed by others',
        () => {
          chmodSync(path.dirname(launcher()), 0o777);
        },
        /^warn: Others may change .* → Run "chmod 700 /,
      ],
    ];
    for (const [name, prepare, says] of cases) {
      it(name, async () => {
        done('install');
        prepare();
        assert.match(shown(await launcherCheck(await place())), says);
      });
    }
  });

  describe('hooks', () => {
    const settings = () => project('.claude', 'settings.local.json');
    function edit(change: (text: string) => string): void {
      writeFileSync(settings(), change(readFileSync(settings(), 'utf8')));
    }
    const cases: [name: string, prepare: () => void, says: RegExp][] = [
      [
        'of an event are missing',
        () => {
          edit((text) => text.replace('"PreCompact": [', '"PreCompact2": ['));
        },
        /^fail: There is no hook for PreCompact\. → Run "baton install"\./,
      ],
      [
        'start another launcher',
        () => {
          edit((text) => text.replaceAll('share/baton/bin', 'share/old/bin'));
        },
        /^fail: The hook of SessionStart starts another launcher/,
      ],
      [
        'have no timeout',
        () => {
          edit((text) => text.replaceAll(/,\s*"timeout": 10\n/g, '\n'));
        },
        /^fail: The hook of UserPromptSubmit has no usable "timeout"/,
      ],
      [
        'have a timeout in milliseconds',
        () => {
          edit((text) => text.replaceAll('"timeout": 15', '"timeout": 15000'));
        },
        /^fail: The hook of SessionStart has no usable "timeout" \(seconds\)/,
      ],
      [
        'are for another tool',
        () => {
          edit((text) => text.replaceAll('"matcher": "Bash"', '"matcher": "Edit"'));
        },
        /^fail: The hook of PostToolUse has another "matcher"/,
      ],
      [
        'are beside one that a person wrote',
        () => {
          const hook = { type: 'command', command: `"${launcher()}" hook Stop` };
          const group = JSON.stringify({ hooks: [hook] });
          edit((text) => text.replace('"Stop": [', `"Stop": [${group},`));
        },
        /^warn: .* also has a hook of its own that starts Baton at Stop, .* → Take that hook out/,
      ],
      [
        'are all disabled',
        () => {
          edit((text) => text.replace('{', '{"disableAllHooks": true,'));
        },
        /^fail: .*"disableAllHooks": true.* → Take "disableAllHooks" out of/,
      ],
      [
        'are in a file that does not parse',
        () => {
          edit((text) => text.replace('{', '{,'));
        },
        /^fail: .*settings\.local\.json is not valid JSON \(line 1, column 2\).* → Mend /,
      ],
      [
        'are in a file that is not read',
        () => {
          writeFileSync(project('.claude', 'hooks.json'), '{}');
        },
        /^warn: Claude Code does not read .*hooks\.json\. → Move its hooks/,
      ],
      [
        'are in two scopes',
        () => {
          done('install', '--shared');
        },
        /^warn: Hooks are set up for you and for all.* → Take yours out with "baton uninstall", or those of all with "baton uninstall --shared"/,
      ],
    ];
    for (const [name, prepare, says] of cases) {
      it(name, async () => {
        done('install');
        prepare();
        const [first = '', ...others] = wrong(hookChecks(await place()));
        assert.match(first, says);
        assert.deepEqual(others, []);
      });
    }
  });

  it('finds nothing wrong with hooks for me here and everywhere, which run once', async () => {
    done('install');
    done('install', '--user');
    assert.deepEqual(wrong(hookChecks(await place())), []);
  });

  it('advises the scope that is in use', async () => {
    done('install', '--user', '--cwd', home());
    writeFileSync(home('.claude.json'), '{}');
    const here = await place();
    assert.match(shown(enabledCheck(here)), / → Run "baton install --user" here/);
    assert.match(shown(mcpRegistered(here)), / → Run "baton install --user"\./);
  });

  describe('MCP', () => {
    it('is not registered', async () => {
      assert.match(
        shown(mcpRegistered(await place())),
        /^fail: No settings .* → Run "baton install"/,
      );
      writeFileSync(home('.claude.json'), '{"mcpServers": {"baton": {"command": "relay"}}}');
      assert.match(shown(mcpRegistered(await place())), /^fail: No settings/);
      writeFileSync(home('.claude.json'), '{');
      assert.match(
        shown(mcpRegistered(await place())),
        /^fail: .*not valid JSON.* → Mend that file/,
      );
    });

    it('is registered with what starts another Baton, or none', async () => {
      done('install');
      assert.equal(mcpRegistered(await place()).status, 'ok');
      const text = readFileSync(home('.claude.json'), 'utf8');
      writeFileSync(
        home('.claude.json'),
        text.replace(/"command": ".*"/, '"command": "/gone/bin/baton"'),
      );
      assert.match(
        shown(mcpRegistered(await place())),
        /^fail: The MCP server in .*\.claude\.json is started otherwise.* → Run "baton install"\./,
      );
    });

    it('does not answer', async () => {
      program(launcher(), 'echo no such thing >&2; exit 1');
      const here = await place();
      const check = await withSandbox(here, (sandbox) => mcpAnswers(here, sandbox));
      assert.match(
        shown(check),
        /^fail: It did not answer "initialize"\. no such thing → Run ".*baton" mcp/,
      );
    });
  });

  describe('a hook', () => {
    const cases: [name: string, body: string, event: string, says: RegExp][] = [
      [
        'ends with another code',
        'echo broken >&2; exit 3',
        'Stop',
        /^fail: It ended with code 3\. broken → /,
      ],
      [
        'prints more than agents take',
        `if [ "$2" = SessionStart ]; then head -c 10001 /dev/zero | tr '\\0' x; fi`,
        'SessionStart',
        /^fail: It printed 10001 characters; agents take whole what has up to 9500/,
      ],
      ['prints before a compaction', 'echo hello', 'PreCompact', /^fail: It printed something/],
    ];
    for (const [name, body, event, says] of cases) {
      it(name, async () => {
        program(launcher(), body);
        const here = await place();
        const checks = await withSandbox(here, (sandbox) => hookRuns(here, sandbox));
        const check = checks.find((each) => each.name === `hook ${event}`);
        assert.match(check ? shown(check) : '', says);
      });
    }

    it('is too slow', async () => {
      program(launcher(), 'sleep 60');
      const here = { ...(await place()), signal: AbortSignal.timeout(300) };
      const [check] = await withSandbox(here, (sandbox) => hookRuns(here, sandbox));
      assert.match(check ? shown(check) : '', /^fail: It did not end in the time/);
    });

    it('may answer in JSON, of which only the context counts', async () => {
      const text = JSON.stringify({
        systemMessage: 'x'.repeat(20_000),
        hookSpecificOutput: { additionalContext: `Baton context 1: ${doctorRequest}` },
      });
      program(launcher(), `if [ "$2" = SessionStart ]; then echo '${text}'; fi`);
      const here = await place();
      const [start] = await withSandbox(here, (sandbox) => hookRuns(here, sandbox));
      assert.match(start ? shown(start) : '', /^ok: .*, 44 characters\.$/);
    });

    it('that ends well without having done its work is found out', async () => {
      program(launcher(), 'exit 0');
      const here = await place();
      const checks = await withSandbox(here, (sandbox) => hookRuns(here, sandbox));
      assert.deepEqual(
        checks
          .filter(({ status }) => status === 'fail')
          .map(({ name, detail }) => `${name}: ${render(detail)}`),
        [
          'hook SessionStart: It ended well, but did not give the session what was saved of it.',
          'hook PostToolUseFailure: It ended well, but did not open a blocker for a test that failed.',
          'hook PreCompact: It ended well, but did not save what the session knows.',
          'hook Stop: It ended well, but did not save what the session knows.',
          'hook SessionEnd: It ended well, but did not save what the session knows.',
        ],
      );
    });

    const parts: [part: string, events: string[]][] = [
      ['hookSessionStart.js', ['SessionStart']],
      ['hookInjection.js', ['SessionStart']],
      ['hookUserPrompt.js', ['UserPromptSubmit']],
      ['hookToolUse.js', ['PostToolUse', 'PostToolUseFailure']],
      ['hookOpenProject.js', ['PostToolUseFailure']],
      ['hookKeepContext.js', ['PreCompact', 'SessionEnd']],
      ['hookStop.js', ['Stop']],
    ];
    for (const [index, [part, events]] of parts.entries()) {
      const isMissing = index % 2 === 0;
      it(`of a Baton whose ${part} is ${isMissing ? 'missing' : 'broken'} says so`, async () => {
        done('install');
        cpSync('dist', scratch('dist'), {
          recursive: true,
          filter: (file) => !file.endsWith('.map'),
        });
        if (isMissing) {
          rmSync(scratch('dist', part));
        } else {
          writeFileSync(scratch('dist', part), 'throw new Error("broken here");');
        }
        const text = readFileSync(launcher(), 'utf8');
        writeFileSync(
          launcher(),
          text.replace(/^cli='.*'$/m, `cli='${scratch('dist', 'cli.js')}'`),
        );
        const here = await place();
        const checks = await withSandbox(here, (sandbox) => hookRuns(here, sandbox));
        const failed = checks.filter(({ status }) => status === 'fail');
        assert.deepEqual(
          failed.map(({ name }) => name),
          events.map((event) => `hook ${event}`),
        );
        for (const check of failed) {
          assert.match(
            shown(check),
            isMissing
              ? /It failed: .* ENOENT.* → Run "baton install".*install Baton anew.*hooks\.log/
              : /It failed: .*broken here.* → Run "baton install"/,
          );
        }
      });
    }

    it('gets a project, a home and data that are not the real ones', async () => {
      program(launcher(), `printf '%s\\n' "$HOME" "$BATON_HOME" "$CLAUDE_PID$AI_AGENT" > seen`);
      const here = await place({ CLAUDE_PID: '1', AI_AGENT: 'claude-code_agent' });
      await withSandbox(here, async (sandbox) => {
        await hookRuns(here, sandbox);
        const seen = readFileSync(path.join(sandbox.project, 'seen'), 'utf8');
        assert.ok(seen.startsWith(`${sandbox.env.HOME}\n${sandbox.env.BATON_HOME}\n\n`), seen);
        assert.ok(!sandbox.env.HOME?.startsWith(scratch()));
        assert.ok(!sandbox.env.BATON_HOME?.startsWith(scratch()));
        assert.equal(sandbox.env.AI_AGENT, undefined);
      });
    });
  });

  describe('the machine', () => {
    it('has no data folder, or one that others may change or read', async () => {
      assert.match(
        shown(dataFolderCheck(await place())),
        /^fail: .* is not there\. → Run "baton install"/,
      );
      done('install');
      chmodSync(home('.local', 'share', 'baton'), 0o777);
      assert.match(
        shown(dataFolderCheck(await place())),
        /^warn: Others may change .* → Run "chmod 700 /,
      );
      chmodSync(home('.local', 'share', 'baton'), 0o755);
      assert.match(
        shown(dataFolderCheck(await place())),
        /^warn: Others may read .* → Run "chmod 700 /,
      );
    });

    it('has local state that git tracks', async () => {
      mkdirSync(project('.claude', 'state'), { recursive: true });
      writeFileSync(project('.claude', 'session-context.json'), '{}');
      writeFileSync(project('.claude', 'state', 'deliveries.json'), '{}');
      assert.deepEqual(await localStateChecks(await place()), []);
      git(project(), 'add', '--force', '.claude');
      assert.deepEqual(
        (await localStateChecks(await place())).map(shown),
        ['.claude/session-context.json', '.claude/state'].map(
          (file) =>
            `warn: Git tracks ${file}, so Baton takes it for the work of somebody else: it is shown, but never given to an agent. → Run "git rm -r --cached ${file}", then commit.`,
        ),
      );
    });

    it('has a .claude that leads out of the project', async () => {
      mkdirSync(scratch('elsewhere'));
      symlinkSync(scratch('elsewhere'), project('.claude'));
      assert.match(
        shown(projectFolderCheck(await place())),
        /^fail: .* leads out of the project.* → Put a plain folder/,
      );
    });

    it('has no git, or an old one', async () => {
      assert.match(
        shown(await gitCheck(await place({ PATH: '/nowhere' }))),
        /^fail: git does not run\. → Install git/,
      );
      program(scratch('bin', 'git'), 'echo git version 2.9.5');
      assert.match(
        shown(await gitCheck(await place({ PATH: scratch('bin') }))),
        /^warn: git 2\.9\.5 is older than/,
      );
    });

    it('has a repository in the middle of something, or none', async () => {
      commitAll(project());
      git(project(), 'checkout', '-q', '--detach');
      assert.match(
        shown(repositoryCheck(await place())),
        /^warn: HEAD is detached\. → Run "git switch -c NAME"/,
      );
      writeFileSync(project('.git', 'MERGE_HEAD'), '');
      assert.match(
        shown(repositoryCheck(await place())),
        /^warn: A merge is in progress\. → Finish/,
      );
      rmSync(project('.git'), { recursive: true });
      assert.match(
        shown(repositoryCheck(await place())),
        /^warn: .* not in a git repository.* → Run "git init"/,
      );
    });

    it('has a project that nobody enabled', async () => {
      assert.match(shown(enabledCheck(await place())), /^fail: Hooks and MCP do nothing/);
      done('install');
      assert.equal(enabledCheck(await place()).status, 'ok');
      done('uninstall');
      assert.equal(enabledCheck(await place()).status, 'fail');
    });

    it('has agents that are too old, broken, or not there', async () => {
      program(scratch('bin', 'claude'), 'echo "2.1.88 (Claude Code)"');
      program(scratch('bin', 'codex'), 'echo codex-cli 0.166.0');
      program(scratch('bin', 'gemini'), 'echo no node >&2; exit 127');
      const checks = await Promise.all(
        agentChecks(await place({ PATH: `${scratch('bin')}:/bin` })),
      );
      const [claude = '', codex = '', gemini = '', qwen = ''] = checks.map(shown);
      assert.match(
        claude,
        /^warn: Version 2\.1\.88 is older than .* → Run "npm install -g @anthropic-ai\/claude-code"/,
      );
      assert.match(codex, /^ok: Version 0\.166\.0/);
      assert.match(gemini, /^warn: .* does not say its version\. no node → Run "npm install -g /);
      assert.match(qwen, /^skip: It is not on the PATH/);
    });

    it('has agents that are too old for something', async () => {
      program(scratch('bin', 'codex'), 'echo codex-cli 0.80.0');
      program(scratch('bin', 'qwen'), 'echo 0.15.10');
      const checks = await Promise.all(
        agentChecks(await place({ PATH: `${scratch('bin')}:/bin` })),
      );
      const [, codex = '', , qwen = ''] = checks.map(shown);
      assert.match(
        codex,
        /^warn: Version 0\.80\.0 is older .* Codex 0\.80\.0 cannot fork a session\. → Run "npm install -g @openai\/codex"/,
      );
      assert.match(
        qwen,
        /^warn: Version 0\.15\.10 .* Qwen Code 0\.15\.10 cannot fork a session\. →/,
      );
    });
  });

  it('can be stopped', async () => {
    done('install');
    const signal = AbortSignal.abort();
    await assert.rejects(runDoctor({ ...(await place()), signal }), { name: 'AbortError' });
  });
});
