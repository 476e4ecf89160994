import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { agentEvents } from '../../../src/core/install/agentEvents';
import { agentPlans } from '../../../src/core/install/agentPlans';
import { isOurHook } from '../../../src/core/install/hookEntries';
import { install, uninstall } from '../../../src/core/install/install';
import { commentsIn, withoutComments } from '../../../src/core/install/jsonComments';
import { json } from '../../support/baton';
import { commitAll, git, initRepository } from '../../support/git';
import { contentOf, useInstallation } from '../../support/installation';
import { generated } from '../../support/secretSamples';

interface Settings {
  readonly hooks: Record<string, { matcher?: string; hooks: Hook[] }[]>;
  readonly mcpServers?: Record<string, { command: string; args: string[] }>;
}
interface Hook {
  readonly type: string;
  readonly name?: string;
  readonly command: string;
  readonly timeout: number;
}
interface Enabled {
  readonly agents?: string[];
  readonly projects: { readonly root: string; readonly agents?: string[] }[];
}

const others = ['codex', 'gemini', 'qwen'] as const;
type Other = (typeof others)[number];
const settingsFile: Record<Other, string> = {
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  qwen: '.qwen/settings.json',
};

describe('baton install --agent', function () {
  this.timeout(120_000);
  const { scratch, project, home, launcher, run, done, placeOf } = useInstallation();
  const textOf = (file: string) => readFileSync(file, 'utf8');
  const read = (file: string) => JSON.parse(withoutComments(textOf(file))) as Settings;
  const enabled = () => JSON.parse(textOf(home('.local/share/baton/enabled.json'))) as Enabled;
  /** Without Baton's own data. */
  const homeFiles = () =>
    Object.fromEntries(
      Object.entries(contentOf(home())).filter(([name]) => !name.startsWith('.local')),
    );
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };

  const repository = (folder: string) => {
    mkdirSync(folder);
    initRepository(folder);
  };

  /** Settings as people have them: comments, tabs, Windows line ends, no line end. */
  function prepare(): void {
    write(home('.codex/hooks.json'), '{\r\n\t"hooks": {"Stop": [ ]}\r\n}');
    write(
      home('.codex/config.toml'),
      'model = "x" # mine\r\n\r\n[mcp_servers.o]\r\ncommand = "a"  # b',
    );
    write(
      home('.gemini/settings.json'),
      '{ // mine\n\t"theme": "dark", /* x */\n\t"hooks": {} // none\n}',
    );
    write(home('.qwen/settings.json'), '// head\n{"$version": 4}\n');
    write(project('.codex/config.toml'), '');
    write(project('.gemini/settings.json'), '{\r\n  "mcpServers": { /* ours */ }\r\n}\r\n');
  }

  for (const agent of others) {
    for (const scope of [[], ['--shared'], ['--user']]) {
      it(`${agent} ${scope[0] ?? ''} is undone to the byte, and done once only`, () => {
        prepare();
        const before = [contentOf(project()), homeFiles()];
        const dry = done('install', '--agent', agent, ...scope, '--dry-run');
        assert.deepEqual([contentOf(project()), homeFiles()], before);
        const first = done('install', '--agent', agent, ...scope);
        assert.deepEqual(dry.changes, first.changes);
        assert.ok(first.changes.length > 0);
        assert.deepEqual(done('install', '--agent', agent, ...scope).changes, []);
        done('uninstall', '--agent', agent, ...scope);
        const after = contentOf(project());
        assert.ok(delete after['.git/baton-id']);
        assert.deepEqual([after, homeFiles()], before);
        assert.deepEqual(done('uninstall', '--agent', agent, ...scope).changes, []);
        assert.deepEqual(enabled().projects, []);
      });
    }

    it(`${agent} leaves nothing where there was nothing`, () => {
      done('install', '--agent', agent);
      done('uninstall', '--agent', agent);
      assert.deepEqual(homeFiles(), {});
    });

    it(`${agent} gets a hook for each of its events, which says whose it is`, () => {
      done('install', '--agent', agent);
      const { hooks } = read(home(settingsFile[agent]));
      assert.deepEqual(
        Object.keys(hooks),
        agentEvents[agent].map(({ name }) => name),
      );
      for (const [event, [group]] of Object.entries(hooks)) {
        const [hook] = group?.hooks ?? [];
        const quoted = launcher().replaceAll("'", `'\\''`);
        assert.equal(hook?.command, `'${quoted}' hook ${event} --agent ${agent}`);
        assert.ok(isOurHook(hook));
        const seconds = agent === 'gemini' ? hook.timeout / 1000 : hook.timeout;
        assert.ok(seconds >= 3 && seconds <= 30, `${event}: ${seconds}`);
      }
      // Git sees none of it.
      assert.equal(git(project(), 'status', '--porcelain', '-uall'), '');
    });

    it(`${agent} is started by what a shell makes of its hooks`, () => {
      for (const [scope, file] of [
        [[], home(settingsFile[agent])],
        [['--shared'], project(settingsFile[agent])],
      ] as const) {
        done('install', '--agent', agent, ...scope);
        const command = read(file).hooks.SessionStart?.[0]?.hooks[0]?.command ?? '';
        // What it was called with, in place of Baton.
        writeFileSync(launcher(), '#!/bin/sh\nprintf "%s|" "$@"\n');
        const isShared = scope.length > 0;
        for (const shell of ['sh', 'bash']) {
          const said = execFileSync(shell, ['-c', command], {
            env: { HOME: home(), PATH: '/usr/bin:/bin' },
            encoding: 'utf8',
          });
          assert.equal(said, `hook|SessionStart|--agent|${agent}|${isShared ? '--shared|' : ''}`);
        }
        rmSync(launcher());
      }
    });

    it(`${agent} --shared writes nothing of this machine, and does nothing where Baton is not`, () => {
      done('install', '--agent', agent, '--shared');
      const written = Object.entries(contentOf(project())).filter(
        ([name]) => !name.startsWith('.git/') && !name.startsWith('.claude'),
      );
      assert.ok(written.some(([, text]) => text?.includes('baton')));
      for (const [name, text] of written) {
        assert.ok(!text?.includes(home()) && !text?.includes('/tmp/'), name);
      }
      const { command = '' } =
        read(project(settingsFile[agent])).hooks.SessionStart?.[0]?.hooks[0] ?? {};
      const elsewhere = { HOME: scratch('empty'), PATH: '/usr/bin:/bin' };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        env: elsewhere,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout, stderr], [0, '', '']);
      // By the variables that say where Baton's data is.
      for (const [name, folder] of [
        ['BATON_HOME', scratch('a b')],
        ['XDG_DATA_HOME', scratch('c')],
      ] as const) {
        const bin = path.join(folder, ...(name === 'BATON_HOME' ? [] : ['baton']), 'bin', 'baton');
        write(bin, '#!/bin/sh\necho "$2"\n');
        chmodSync(bin, 0o755);
        const env = { ...elsewhere, [name]: folder };
        assert.equal(
          execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }),
          'SessionStart\n',
        );
      }
    });

    it(`${agent} --shared follows no link out of the project`, () => {
      mkdirSync(scratch('elsewhere'));
      symlinkSync(scratch('elsewhere'), project(path.dirname(settingsFile[agent])));
      assert.match(
        run(['install', '--agent', agent, '--shared']).stderr,
        /leads out of the project/,
      );
      assert.deepEqual(contentOf(scratch('elsewhere')), {});
    });
  }

  it('never puts a path of this machine into a tracked file', () => {
    prepare();
    write(project('.codex/hooks.json'), '{}');
    write(project('.qwen/settings.json'), '{}');
    commitAll(project());
    for (const agent of others) {
      done('install', '--agent', agent);
      assert.equal(git(project(), 'status', '--porcelain'), '');
    }
  });

  it('keeps comments in their place', () => {
    prepare();
    const before = textOf(home('.gemini/settings.json'));
    done('install', '--agent', 'gemini');
    const text = textOf(home('.gemini/settings.json'));
    assert.deepEqual(commentsIn(text), commentsIn(before));
    assert.match(text, /\n\t\} \/\/ none\n|\n\t\}, \/\/ none\n/);
  });

  it('acts only in projects that it was installed for', () => {
    repository(scratch('other'));
    done('install', '--agent', 'codex');
    assert.deepEqual(
      enabled().projects.map(({ root, agents }) => [root, agents]),
      [[project(), ['codex']]],
    );
    const second = json<{ changes: unknown[]; notes: string[] }>(
      run(['install', '--agent', 'codex', '--json', '--cwd', scratch('other')]),
    );
    assert.deepEqual(second.changes, []);
    assert.match(second.notes[0] ?? '', /Codex has no settings for one person in one project/);
    assert.deepEqual(enabled().projects[1]?.agents, ['codex']);
    // Out of one, it stays for the other.
    const out = run(['uninstall', '--agent', 'codex']);
    assert.match(out.stdout, /stay in .*hooks\.json for your other projects.*--agent codex --user/);
    assert.match(out.stdout, /Baton is taken out/);
    assert.ok(read(home('.codex/hooks.json')).hooks.Stop);
    assert.deepEqual(
      enabled().projects.map(({ root }) => root),
      [scratch('other')],
    );
    assert.match(
      run(['uninstall', '--agent', 'codex', '--cwd', project()]).stdout,
      /nothing of Baton/,
    );
    assert.equal(run(['uninstall', '--agent', 'codex', '--cwd', scratch('other')]).code, 0);
    assert.ok(!existsSync(home('.codex')));
  });

  it('goes out of a project that is the last that is still there', () => {
    repository(scratch('other'));
    assert.equal(run(['install', '--agent', 'qwen', '--cwd', scratch('other')]).code, 0);
    done('install', '--agent', 'qwen');
    rmSync(scratch('other'), { recursive: true });
    done('uninstall', '--agent', 'qwen');
    assert.ok(!existsSync(home('.qwen')));
  });

  it('--user acts in all that are enabled, and goes out of all', () => {
    repository(scratch('other'));
    done('install', '--agent', 'gemini', '--user');
    assert.deepEqual(enabled().agents, ['gemini']);
    assert.equal(run(['install', '--agent', 'gemini', '--cwd', scratch('other')]).code, 0);
    assert.match(
      run(['uninstall', '--agent', 'gemini', '--cwd', scratch('other')]).stdout,
      /stay in/,
    );
    assert.ok(read(home('.gemini/settings.json')).hooks.SessionStart);
    done('uninstall', '--agent', 'gemini', '--user');
    assert.deepEqual([enabled().agents, existsSync(home('.gemini'))], [[], false]);
  });

  it('leaves a project enabled while another agent has hooks there', () => {
    done('install');
    done('install', '--agent', 'qwen');
    done('uninstall', '--agent', 'qwen');
    assert.deepEqual(enabled().projects[0]?.agents, []);
    done('install', '--agent', 'gemini', '--shared');
    done('uninstall');
    assert.equal(enabled().projects.length, 1);
    done('uninstall', '--agent', 'gemini', '--shared');
    assert.deepEqual(enabled().projects, []);
  });

  it('of several agents and scopes is undone to the byte in any order', async () => {
    prepare();
    const before = [contentOf(project()), homeFiles()];
    const all = [
      ...others.flatMap((agent) => [
        { agent, scope: 'local' as const },
        { agent, scope: 'shared' as const },
        { agent, scope: 'user' as const },
      ]),
      { agent: 'claude' as const, scope: 'local' as const },
    ];
    const turned = [...all.slice(4), ...all.slice(0, 4)];
    for (const order of [all, all.toReversed(), turned]) {
      for (const how of all) {
        await install(await placeOf(how));
      }
      for (const how of order) {
        await uninstall(await placeOf(how));
      }
      const after = contentOf(project());
      delete after['.git/baton-id'];
      assert.deepEqual([after, homeFiles()], before);
    }
  });

  it('takes the folders that agents are told of', () => {
    const env = {
      CODEX_HOME: scratch('codex'),
      GEMINI_CLI_HOME: scratch('gemini'),
      QWEN_HOME: scratch('qwen'),
    };
    for (const agent of others) {
      assert.equal(run(['install', '--agent', agent], env).code, 0);
    }
    assert.ok(read(scratch('codex/hooks.json')).hooks.Stop);
    assert.match(textOf(scratch('codex/config.toml')), /\[mcp_servers\.baton\]/);
    assert.ok(read(scratch('gemini/.gemini/settings.json')).hooks.AfterAgent);
    assert.ok(read(scratch('qwen/settings.json')).mcpServers?.baton);
    assert.deepEqual(homeFiles(), {});
  });

  it('shows of config.toml what is ours only, and of settings no secret', () => {
    const secret = `ghp_${generated(36)}`;
    write(home('.codex/config.toml'), `[mcp_servers.o]\nbearer_token = "nobody's business"\n`);
    write(home('.gemini/settings.json'), `{"mcpServers": {"o": {"env": {"T": "${secret}"}}}}`);
    for (const how of [['--json'], []]) {
      const codex = run(['install', '--agent', 'codex', '--dry-run', ...how]).stdout;
      assert.ok(!codex.includes('business'));
      assert.ok(codex.includes('mcp_servers'));
      const gemini = run(['install', '--agent', 'gemini', '--dry-run', ...how]).stdout;
      assert.ok(gemini.includes('[secret: ') && !gemini.includes(secret));
    }
  });

  it('leaves an MCP server of another program alone that has the same name', () => {
    const theirs = {
      '.codex/config.toml': '[mcp_servers.baton]\ncommand = "relay"\n',
      '.gemini/settings.json': '{"mcpServers": {"baton": {"command": "relay"}}}',
      '.qwen/settings.json': '{"mcpServers": {"baton": {"command": "relay"}}}',
    };
    for (const [file, text] of Object.entries(theirs)) {
      write(home(file), text);
    }
    for (const agent of others) {
      assert.match(done('install', '--agent', agent).notes[0] ?? '', /not Baton's/);
      assert.ok(read(home(settingsFile[agent])).hooks.SessionStart);
      done('uninstall', '--agent', agent);
    }
    for (const [file, text] of Object.entries(theirs)) {
      assert.equal(textOf(home(file)), text);
    }
  });

  const refusals: [agent: Other, file: string, text: string, says: RegExp][] = [
    [
      'codex',
      '.codex/hooks.json',
      '{ // mine\n}',
      /hooks\.json is not valid JSON \(line 1, column 3\)/,
    ],
    ['codex', '.codex/config.toml', 'a = "open', /config\.toml is not TOML.*line 1, column 5/],
    ['codex', '.codex/config.toml', 'mcp_servers = {}', /line 1, Baton expected \[mcp_servers/],
    ['gemini', '.gemini/settings.json', '{"a": 1,}', /not valid JSON \(line 1, column 9\)/],
    ['gemini', '.gemini/settings.json', '{"hooks": [] /* a */}', /line 1, Baton expected/],
    ['qwen', '.qwen/settings.json', '{"a": 1 /* open }', /not valid JSON/],
    ['qwen', '.qwen/settings.json', '{"mcpServers": 1}', /line 1, Baton expected/],
  ];
  for (const [agent, file, text, says] of refusals) {
    it(`${agent} leaves ${JSON.stringify(text)} alone`, () => {
      write(home(file), text);
      const before = homeFiles();
      const { stderr, code } = run(['install', '--agent', agent]);
      assert.match(stderr, says);
      assert.equal(code, 1);
      assert.deepEqual(homeFiles(), before);
    });
  }

  it('replaces what an earlier install wrote for another launcher, and doubles nothing', () => {
    prepare();
    const before = homeFiles();
    mkdirSync(scratch('data 2'));
    for (const agent of others) {
      assert.equal(run(['install', '--agent', agent], { BATON_HOME: scratch('data') }).code, 0);
      writeFileSync(scratch('data 2/installed.json'), readFileSync(scratch('data/installed.json')));
      const moved = { BATON_HOME: scratch('data 2') };
      assert.equal(run(['install', '--agent', agent], moved).code, 0);
      const { hooks } = read(home(settingsFile[agent]));
      for (const { name } of agentEvents[agent]) {
        const ours = (hooks[name] ?? []).filter(({ hooks: [hook] }) => isOurHook(hook));
        assert.deepEqual(
          ours.map(({ hooks: [hook] }) => hook?.command.includes(`${scratch('data 2')}/bin`)),
          [true],
        );
      }
      assert.equal(run(['uninstall', '--agent', agent], moved).code, 0);
    }
    assert.deepEqual(homeFiles(), before);
  });

  it('says that hooks of two scopes both run', () => {
    done('install', '--agent', 'qwen', '--user');
    const notes = done('install', '--agent', 'qwen', '--shared').notes.join('\n');
    assert.match(notes, /runs twice.*"baton uninstall --agent qwen --user"/);
  });

  it('gives new files to nobody else', () => {
    done('install', '--agent', 'codex');
    assert.equal(statSync(home('.codex/hooks.json')).mode & 0o777, 0o600);
    assert.equal(statSync(home('.codex/config.toml')).mode & 0o777, 0o600);
    done('install', '--agent', 'qwen', '--shared');
    assert.equal(statSync(project('.qwen/settings.json')).mode & 0o777, 0o644);
  });

  it('does not take hooks of others for its own', () => {
    for (const command of [
      'echo /x/bin/baton hook Stop --agent codex',
      "'/x/bin/baton' pass Stop --agent codex",
      "'/x/bin/baton' hook Stop --agent codex; rm -rf x",
      "sh -c 'exec /x/bin/baton hook Stop --agent codex --shared'",
    ]) {
      assert.equal(isOurHook({ type: 'command', command }), false, command);
    }
    const windows = {
      launcher: 'C:\\d e\\bin\\baton.cmd',
      scope: 'user',
      platform: 'win32',
    } as const;
    for (const agent of others) {
      const [event] = agentEvents[agent];
      assert.ok(event && isOurHook(agentPlans[agent].hook(event, windows).hooks[0]));
    }
  });

  it('says which agents it knows', () => {
    const { stderr, code } = run(['install', '--agent', 'emacs']);
    assert.match(stderr, /"emacs"\. It knows: claude, codex, gemini, qwen\./);
    assert.equal(code, 1);
  });
});
