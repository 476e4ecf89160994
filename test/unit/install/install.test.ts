import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hookEvents } from '../../../src/core/install/hookEntries';
import { install, uninstall } from '../../../src/core/install/install';
import { json } from '../../support/baton';
import { commitAll, git, initRepository } from '../../support/git';
import { contentOf, useInstallation } from '../../support/installation';
import { generated } from '../../support/secretSamples';

const settingsOf = {
  local: '.claude/settings.local.json',
  shared: '.claude/settings.json',
} as const;

describe('baton install', function () {
  this.timeout(60_000);
  const { scratch, project, home, launcher, run, done, placeOf } = useInstallation();
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Settings;
  interface Settings {
    readonly hooks: Record<string, { matcher?: string; hooks: Hook[] }[]>;
    readonly mcpServers: Record<string, Hook>;
    readonly projects: Record<string, { mcpServers: Record<string, Hook> }>;
  }
  interface Hook {
    readonly command: string;
    readonly args?: string[];
    readonly timeout?: number;
  }

  it('writes a hook with a timeout for each event, by argv', () => {
    done('install');
    const { hooks } = read(project(settingsOf.local));
    assert.deepEqual(
      Object.keys(hooks),
      hookEvents.map(({ name }) => name),
    );
    for (const [event, groups] of Object.entries(hooks)) {
      const [hook] = groups[0]?.hooks ?? [];
      assert.equal(hook?.command, launcher());
      assert.deepEqual(hook.args, ['hook', event]);
      assert.ok(hook.timeout && hook.timeout >= 10);
    }
    assert.equal(hooks.SessionStart?.[0]?.matcher, undefined);
  });

  it('registers the MCP server where the CLI keeps local ones, enables the project, hides its files', () => {
    done('install');
    const servers = read(home('.claude.json')).projects[project()]?.mcpServers;
    assert.deepEqual(servers?.baton, { type: 'stdio', command: launcher(), args: ['mcp'] });
    const enabled = readFileSync(home('.local', 'share', 'baton', 'enabled.json'), 'utf8');
    assert.match(enabled, /"id"/);
    assert.equal(git(project(), 'status', '--porcelain', '-uall'), '');
    assert.ok(!existsSync(project('.gitignore')));
  });

  it('writes commands and a skill that call the launcher', () => {
    done('install');
    for (const name of ['session/save', 'session/load', 'session/resume', 'save-context']) {
      const text = readFileSync(project('.claude', 'commands', `${name}.md`), 'utf8');
      assert.match(
        text,
        /^---\ndescription: '.+'\n(?:argument-hint: '.+'\n)?allowed-tools:\n {2}- 'Bash\(/,
      );
      assert.ok(text.includes(launcher().replaceAll('"', '\\"')), text);
      assert.doesNotMatch(text, /BATON|undefined/);
      assert.doesNotMatch(text, /Bash\([^)]*(?:--sync|--full|baton" save(?::\*)?\))/);
      assert.doesNotMatch(text, /!`[^`]*\$ARGUMENTS/);
      assert.match(text, /says that Baton is not installed[^.]+ stop here/);
    }
    const skill = readFileSync(project('.claude', 'skills', 'sdd-handover', 'SKILL.md'), 'utf8');
    assert.match(skill, /^---\nname: sdd-handover\ndescription: '/);
    assert.match(skill, /the `handover_folder` that `.+ status --json` names/);
    assert.match(skill, /^ {2}- 'Bash\(.+ handover --answers:\*\)'$/m);
    assert.match(skill, /\n`.+ handover --answers \.claude\/state\/handover-answers\.json`\n/);
    assert.match(skill, /With the argument `resume`, do not write: run `.+ load`/);
  });

  for (const scope of [[], ['--shared'], ['--user']]) {
    const name = scope[0] ?? 'the local scope';
    it(`is undone to the byte, and done once only (${name})`, () => {
      mkdirSync(home('.claude'));
      writeFileSync(home('.claude', 'settings.json'), '{\n\t"model": "opus"\n}');
      writeFileSync(home('.claude.json'), '{"projects":{"/other":{"mcpServers":{}}},"userID":"x"}');
      mkdirSync(project('.claude'));
      writeFileSync(project('.claude', 'settings.json'), '{"hooks":{}}\r\n');
      const before = [contentOf(project()), homeFiles()];
      const dry = done('install', ...scope, '--dry-run');
      assert.deepEqual([contentOf(project()), homeFiles()], before);
      const first = done('install', ...scope);
      assert.deepEqual(dry.changes, first.changes);
      assert.deepEqual(done('install', ...scope).changes, []);
      done('uninstall', ...scope);
      // The id of the repository stays, since it names what Baton keeps of it.
      const after = contentOf(project());
      assert.ok(delete after['.git/baton-id']);
      assert.deepEqual([after, homeFiles()], before);
      assert.deepEqual(done('uninstall', ...scope).changes, []);
    });
  }

  /** Without Baton's own data. */
  function homeFiles(): object {
    return Object.fromEntries(
      Object.entries(contentOf(home())).filter(([name]) => !name.startsWith('.local')),
    );
  }

  it('keeps the rest of a file of the agent to itself', () => {
    writeFileSync(home('.claude.json'), '{"oauthAccount":"somebody"}');
    const shown = run(['install', '--dry-run', '--json']);
    assert.ok(!shown.stdout.includes('somebody'));
    const { changes } = json<{ changes: { at?: string[]; before: string | null }[] }>(shown);
    const change = changes.find(({ at }) => at);
    assert.deepEqual(change?.at, ['projects', project(), 'mcpServers', 'baton']);
    assert.equal(change.before, null);
  });

  it('shows no secret of settings', () => {
    mkdirSync(project('.claude'));
    const secret = `ghp_${generated(36)}`;
    writeFileSync(project(settingsOf.local), `{"env":{"T":"${secret}"}}`);
    for (const how of [['--json'], []]) {
      const { stdout } = run(['install', '--dry-run', ...how]);
      assert.ok(stdout.includes('[secret: '));
      assert.ok(!stdout.includes(secret));
    }
    done('install');
    assert.ok(readFileSync(project(settingsOf.local), 'utf8').includes(secret));
  });

  it('writes nothing of this machine into shared files', () => {
    done('install', '--shared');
    const files = contentOf(project());
    const written = Object.entries(files).filter(([name]) => !name.startsWith('.git/'));
    assert.ok(written.length > 5);
    for (const [name, text] of written) {
      assert.ok(!text?.includes(home()) && !text?.includes('/tmp/'), name);
    }
    assert.ok(read(project('.mcp.json')).mcpServers.baton);
  });

  it('says that hooks of two scopes both run where they call differently', () => {
    done('install', '--user');
    assert.deepEqual(done('install').notes, []);
    done('uninstall');
    const [note = ''] = done('install', '--shared').notes;
    assert.ok(note.includes(home('.claude', 'settings.json')));
    assert.match(note, /"baton uninstall --user"/);
    done('uninstall', '--user');
    assert.deepEqual(done('install', '--shared').notes, []);
  });

  it('takes CLAUDE_CONFIG_DIR for the home of the user scope', () => {
    const env = { CLAUDE_CONFIG_DIR: scratch('config') };
    assert.equal(run(['install', '--user'], env).code, 0);
    assert.ok(read(scratch('config', 'settings.json')).hooks.Stop);
    assert.ok(read(scratch('config', '.claude.json')).mcpServers.baton);
    assert.ok(!existsSync(home('.claude')));
  });

  it('follows links of the user in the user scope', () => {
    mkdirSync(scratch('dotfiles'));
    writeFileSync(scratch('dotfiles', 'settings.json'), '{}\n');
    mkdirSync(home('.claude'));
    symlinkSync(scratch('dotfiles', 'settings.json'), home('.claude', 'settings.json'));
    done('install', '--user');
    assert.ok(read(scratch('dotfiles', 'settings.json')).hooks.Stop);
    done('uninstall', '--user');
    assert.equal(readFileSync(scratch('dotfiles', 'settings.json'), 'utf8'), '{}\n');
  });

  it('enables nothing in the home folder, and says so', () => {
    const { stdout, code } = run(['install', '--user', '--cwd', home()]);
    assert.equal(code, 0);
    assert.match(stdout, /only in projects that you enabled/);
    assert.match(run(['install', '--cwd', home()]).stderr, /home folder/);
  });

  describe('leaves alone', () => {
    const refusals: [name: string, prepare: () => void, says: RegExp][] = [
      [
        'settings that do not parse',
        () => {
          writeFileSync(project(settingsOf.local), '{\n  "model": "opus",\n}\n');
        },
        /settings\.local\.json is not valid JSON \(line 3, column 1\)/,
      ],
      [
        'settings with comments, which Claude Code does not read',
        () => {
          writeFileSync(project(settingsOf.local), '{\n  "a": 1,\n  // mine\n  "b": 2\n}');
        },
        /settings\.local\.json is not valid JSON \(line 3, column 3\)/,
      ],
      [
        'settings that are a folder',
        () => {
          mkdirSync(project(settingsOf.local));
        },
        /settings\.local\.json is not a plain file/,
      ],
      [
        'settings that are not UTF-8',
        () => {
          writeFileSync(project(settingsOf.local), Buffer.from([0x7b, 0xff, 0x7d]));
        },
        /not UTF-8/,
      ],
      [
        'settings that are a link out of the project',
        () => {
          writeFileSync(scratch('outside.json'), '{}');
          symlinkSync(scratch('outside.json'), project(settingsOf.local));
        },
        /leads out of the project/,
      ],
      [
        'a file where a folder has to be',
        () => {
          mkdirSync(project('.claude', 'commands'));
          writeFileSync(project('.claude', 'commands', 'session'), 'mine');
        },
        /commands\/session is not a folder, .* Move it away/,
      ],
      [
        'settings that are tracked',
        () => {
          writeFileSync(project(settingsOf.local), '{}');
          commitAll(project());
        },
        /tracked by git.*--shared/,
      ],
      [
        'a broken file of MCP servers',
        () => {
          writeFileSync(home('.claude.json'), '{"projects": [}');
        },
        /\.claude\.json is not valid JSON \(line 1, column 15\)/,
      ],
    ];
    for (const [name, prepare, says] of refusals) {
      it(name, () => {
        mkdirSync(project('.claude'));
        prepare();
        const before = [contentOf(project()), homeFiles()];
        const { code, stderr } = run(['install']);
        assert.match(stderr, says);
        assert.equal(code, 1);
        assert.deepEqual([contentOf(project()), homeFiles()], before);
      });
    }

    it('a .claude that leads out of the project', () => {
      mkdirSync(scratch('elsewhere'));
      symlinkSync(scratch('elsewhere'), project('.claude'));
      const { stderr } = run(['install']);
      assert.match(stderr, /leads out of the project/);
      assert.ok(stderr.includes(`Remove the link ${project('.claude')}.`), stderr);
      assert.deepEqual(contentOf(scratch('elsewhere')), {});
    });

    it('settings that are a link to nothing, or to themselves', () => {
      mkdirSync(project('.claude'));
      for (const target of ['nothing.json', 'settings.local.json']) {
        symlinkSync(target, project(settingsOf.local));
        assert.match(
          run(['install']).stderr,
          /settings\.local\.json is a link that leads nowhere\. Remove the link/,
        );
        assert.equal(readlinkSync(project(settingsOf.local)), target);
        rmSync(project(settingsOf.local));
      }
    });

    it('a .claude that is a link to nothing, or a file', () => {
      symlinkSync('nothing', project('.claude'));
      assert.match(run(['install']).stderr, /\.claude is a link that leads nowhere/);
      rmSync(project('.claude'));
      writeFileSync(project('.claude'), 'mine');
      assert.match(run(['install']).stderr, /\.claude is not a folder/);
    });

    it('settings that are read-only, and nothing else is changed either', () => {
      mkdirSync(project('.claude'));
      const settings = project(settingsOf.local);
      writeFileSync(settings, '{"model": "opus"}');
      chmodSync(settings, 0o444);
      const before = [contentOf(project()), homeFiles()];
      for (const words of [['install'], ['install', '--dry-run']]) {
        assert.match(
          run(words).stderr,
          /settings\.local\.json is read-only, so nothing was changed/,
        );
        const after = contentOf(project());
        delete after['.git/baton-id'];
        assert.deepEqual([after, homeFiles()], before);
      }
      chmodSync(settings, 0o644);
      done('install');
      const installed = readFileSync(settings, 'utf8');
      chmodSync(settings, 0o444);
      assert.match(run(['uninstall']).stderr, /is read-only/);
      assert.equal(readFileSync(settings, 'utf8'), installed);
      assert.deepEqual(done('install').changes, []);
    });

    it('an MCP server of another program that has the same name', () => {
      const text = '{"mcpServers": {"baton": {"command": "relay"}}}';
      writeFileSync(project('.mcp.json'), text);
      assert.match(done('install', '--shared').notes[0] ?? '', /not Baton's/);
      done('uninstall', '--shared');
      assert.equal(readFileSync(project('.mcp.json'), 'utf8'), text);
    });

    it('commands of the user, and says so', () => {
      mkdirSync(project('.claude', 'commands', 'session'), { recursive: true });
      const mine = project('.claude', 'commands', 'session', 'save.md');
      writeFileSync(mine, 'Mine');
      assert.deepEqual(done('install').kept, [mine]);
      assert.deepEqual(done('uninstall').kept, [mine]);
      assert.equal(readFileSync(mine, 'utf8'), 'Mine');
      assert.ok(!existsSync(project('.claude', 'commands', 'session', 'load.md')));
    });

    it('commands that the user changed', () => {
      done('install');
      const load = project('.claude', 'commands', 'session', 'load.md');
      writeFileSync(load, `${readFileSync(load, 'utf8')}\nIn rhymes.\n`);
      assert.deepEqual(done('install').kept, [load]);
      assert.deepEqual(done('uninstall').kept, [load]);
      assert.match(readFileSync(load, 'utf8'), /In rhymes/);
      assert.ok(!existsSync(project('.claude', 'skills')));
    });
  });

  it('replaces what an earlier install wrote for another launcher', () => {
    const elsewhere = { BATON_HOME: scratch('data') };
    assert.equal(run(['install'], elsewhere).code, 0);
    const save = project('.claude', 'commands', 'session', 'save.md');
    assert.ok(readFileSync(save, 'utf8').includes(scratch('data')));
    assert.equal(run(['install'], { BATON_HOME: scratch('data'), XDG_DATA_HOME: '/x' }).code, 0);
    const moved = { BATON_HOME: scratch('data 2') };
    mkdirSync(scratch('data 2'));
    writeFileSync(
      scratch('data 2', 'installed.json'),
      readFileSync(scratch('data', 'installed.json')),
    );
    assert.equal(run(['install'], moved).code, 0);
    const { hooks } = read(project(settingsOf.local));
    assert.deepEqual(
      Object.values(hooks).map((groups) => groups.map((group) => group.hooks[0]?.command)),
      hookEvents.map(() => [scratch('data 2', 'bin', 'baton')]),
    );
    assert.ok(readFileSync(save, 'utf8').includes(scratch('data 2')));
    assert.equal(run(['uninstall'], moved).code, 0);
    assert.ok(!existsSync(project('.claude')));
  });

  const startsOfConfig: [name: string, text: string | undefined][] = [
    ['no file', undefined],
    ['an empty file', ''],
    ['an empty object', '{ }\n'],
    ['a list of projects', '{\n    "projects": {  },\n    "userID": "x"\n}'],
    ['servers of others', '{"mcpServers":{"other":{"command":"x"}},"projects":{"/a":{}}}\n'],
  ];
  for (const [name, text] of startsOfConfig) {
    it(`of several projects and scopes is undone to the byte in any order (${name})`, async () => {
      mkdirSync(scratch('q'));
      initRepository(scratch('q'));
      const config = () =>
        existsSync(home('.claude.json')) ? readFileSync(home('.claude.json'), 'utf8') : undefined;
      if (text !== undefined) {
        writeFileSync(home('.claude.json'), text);
      }
      const all = [{ cwd: project() }, { cwd: scratch('q') }, { scope: 'user' as const }];
      for (const order of [all, all.toReversed()]) {
        for (const how of all) {
          await install(await placeOf(how));
        }
        for (const how of order) {
          assert.notEqual(config(), text);
          await uninstall(await placeOf(how));
        }
        assert.equal(config(), text);
      }
    });
  }

  describe('what git leaves out', () => {
    const exclude = () => project('.git', 'info', 'exclude');
    const starts: [name: string, prepare: () => void][] = [
      [
        'no final line end',
        () => {
          writeFileSync(exclude(), '*.log');
        },
      ],
      [
        'an empty file',
        () => {
          writeFileSync(exclude(), '');
        },
      ],
      [
        'Windows line ends',
        () => {
          writeFileSync(exclude(), 'a\r\nb\r\n');
        },
      ],
      [
        'no file',
        () => {
          rmSync(exclude());
        },
      ],
      [
        'no folder',
        () => {
          rmSync(project('.git', 'info'), { recursive: true });
        },
      ],
      [
        'settings that are a link',
        () => {
          mkdirSync(project('.claude'));
          writeFileSync(project('mine.json'), '{}');
          symlinkSync('../mine.json', project(settingsOf.local));
        },
      ],
    ];
    for (const [name, prepare] of starts) {
      it(`is as it was afterwards (${name})`, () => {
        prepare();
        const before = contentOf(project('.git'));
        done('install');
        const lines = readFileSync(exclude(), 'utf8').split('\n');
        assert.ok(lines.includes(`/${settingsOf.local}`));
        assert.ok(!lines.includes('/mine.json'));
        done('uninstall');
        const after = contentOf(project('.git'));
        assert.ok(delete after['baton-id']);
        assert.deepEqual(after, before);
      });
    }

    it('keeps lines that were added behind those of an install', () => {
      writeFileSync(exclude(), '*.log');
      done('install');
      appendFileSync(exclude(), '*.tmp\n');
      done('uninstall');
      assert.equal(readFileSync(exclude(), 'utf8'), '*.log\n*.tmp\n');
    });
  });

  it('keeps what working trees share until the last of them is done with it', () => {
    commitAll(project());
    git(project(), 'worktree', 'add', '-q', scratch('tree'));
    const before = readFileSync(project('.git', 'info', 'exclude'), 'utf8');
    writeFileSync(home('.claude.json'), '{}\n');
    const trees = [project(), scratch('tree')];
    for (const [first = '', last = ''] of [trees, trees.toReversed()]) {
      done('install', '--cwd', first);
      done('install', '--cwd', last);
      done('uninstall', '--cwd', first);
      assert.ok(read(home('.claude.json')).projects[project()]?.mcpServers.baton);
      assert.equal(git(last, 'status', '--porcelain', '-uall'), '');
      assert.ok(!existsSync(path.join(first, settingsOf.local)));
      done('uninstall', '--cwd', last);
      assert.equal(readFileSync(home('.claude.json'), 'utf8'), '{}\n');
      assert.equal(readFileSync(project('.git', 'info', 'exclude'), 'utf8'), before);
    }
  });

  it('leaves the modes of files as they are, and gives new ones to nobody else', () => {
    mkdirSync(project('.claude'));
    writeFileSync(project('.claude', 'settings.json'), '{}');
    chmodSync(project('.claude', 'settings.json'), 0o664);
    done('install', '--shared');
    assert.equal(statSync(project('.claude', 'settings.json')).mode & 0o777, 0o664);
    done('install');
    assert.equal(statSync(project(settingsOf.local)).mode & 0o777, 0o600);
  });

  it('asks the CLI of the agent to change the file that is its own', () => {
    mkdirSync(scratch('bin'));
    // Stands in for the program: notes its arguments, changes nothing.
    writeFileSync(
      scratch('bin', 'claude'),
      `#!/bin/sh\nprintf '%s\\n' "$@" >> ${scratch('asked')}\n`,
    );
    chmodSync(scratch('bin', 'claude'), 0o755);
    const env = { PATH: `${scratch('bin')}:/usr/bin:/bin` };
    assert.equal(run(['install'], env).code, 0);
    assert.equal(
      readFileSync(scratch('asked'), 'utf8'),
      `mcp\nadd-json\n-s\nlocal\nbaton\n${JSON.stringify({ type: 'stdio', command: launcher(), args: ['mcp'] })}\n`,
    );
    // It did not do it, so it was done without.
    assert.ok(read(home('.claude.json')).projects[project()]?.mcpServers.baton);
  });

  it('says what is wrong with its options', () => {
    assert.equal(run(['install', '--shared', '--user']).code, 2);
    assert.match(run(['install', '--agent', 'emacs']).stderr, /It knows: claude/);
  });
});
