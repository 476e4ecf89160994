import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { agentPlans } from '../../../src/core/install/agentPlans';
import { hashOf } from '../../../src/core/install/codexTrust';
import { findHooks } from '../../../src/core/install/settingsHooks';
import { render } from '../../../src/core/support/message';
import { git, initRepository } from '../../support/git';
import { useInstallation } from '../../support/installation';

describe('what a person has to allow', function () {
  this.timeout(60_000);
  const { scratch, project, home, done } = useInstallation();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const facts = (root = project(), mainRoot?: string) => ({
    env: {},
    home: home(),
    root,
    mainRoot,
  });

  describe('in Codex', () => {
    const problems = (scope: 'local' | 'shared' | 'user' = 'local', at = facts()) =>
      agentPlans.codex
        .trust(scope, at)
        .map(({ detail, fix }) => `${render(detail)} → ${render(fix)}`);
    /** As Codex notes it once a person chose "Trust all and continue". */
    function approve(file: string, change: (state: string) => string = (state) => state): void {
      mkdirSync(home('.codex'), { recursive: true });
      const states = findHooks(readFileSync(file, 'utf8'), file).map((hook) => {
        const event = hook.event.replace(/\B[A-Z]/g, '_$&').toLowerCase();
        const key = `${file}:${event}:${hook.groupIndex}:${hook.hookIndex}`;
        return `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "sha256:${hashOf(hook)}"\n`;
      });
      writeFileSync(home('.codex/config.toml'), change(states.join('')), { flag: 'a' });
    }

    // Asked of Codex 0.166.0 ("hooks/list" of its app server).
    const known: [hook: Parameters<typeof hashOf>[0], hash: string][] = [
      [
        {
          event: 'PostToolUse',
          matcher: 'Bash',
          value: { type: 'command', command: 'a é " b', timeout: 15 },
        },
        'a515d671e65536b5102ac0ccff43ec817a8b0af2fe8de0e3d4a097be2a3aa0ea',
      ],
      [
        {
          event: 'SessionStart',
          matcher: undefined,
          value: { type: 'command', command: 'a b', timeout: 15, additionalContextLimit: 7500 },
        },
        '84d5ce0f6a9232d234af41a6974b8d0487f20291d049d45848100249c918cc02',
      ],
      [
        {
          event: 'Interrupt',
          matcher: undefined,
          value: { type: 'command', command: 'e', timeout: 3 },
        },
        'ba719cc8f12c92dab28f29b0ca9095ec53bb002f35b4e2bc4c2b60bdcf9f6d73',
      ],
    ];
    for (const [hook, hash] of known) {
      it(`is a hash of what the hook of ${hook.event} is`, () => {
        assert.equal(hashOf(hook), hash);
      });
    }

    it('is each of its hooks, and it says so after an install', () => {
      const { notes } = done('install', '--agent', 'codex');
      assert.match(
        notes.join('\n'),
        /9 of Baton wait for that: SessionStart, .*\n.*"Hooks need review"/,
      );
      approve(home('.codex/hooks.json'));
      assert.deepEqual(problems(), []);
      const again = done('install', '--agent', 'codex').notes.join('\n');
      assert.doesNotMatch(again, /wait for that/);
    });

    it('is what was changed since, or switched off', () => {
      done('install', '--agent', 'codex');
      const file = home('.codex/hooks.json');
      approve(file, (state) => state.replace(/(:stop:0:0"\]\n)/, '$1enabled = false\n'));
      assert.match(problems()[0] ?? '', /; 1 of Baton wait for that: Stop\. → Start codex/);
      writeFileSync(file, readFileSync(file, 'utf8').replace('"timeout": 10', '"timeout": 11'));
      assert.match(problems()[0] ?? '', /2 of Baton wait for that: UserPromptSubmit, Stop\./);
    });

    it('is found by the place of a hook behind those of others', () => {
      const theirs = { hooks: [{ type: 'command', command: 'lint' }] };
      write(home('.codex/hooks.json'), JSON.stringify({ hooks: { Stop: [theirs, theirs] } }));
      done('install', '--agent', 'codex');
      approve(home('.codex/hooks.json'));
      assert.match(readFileSync(home('.codex/config.toml'), 'utf8'), /:stop:2:0"/);
      assert.deepEqual(problems(), []);
    });

    it('is also the folder, for what the repository brought', () => {
      done('install', '--agent', 'codex', '--shared');
      assert.equal(problems('shared').length, 2);
      assert.match(problems('shared')[0] ?? '', /folders that you trust, .*"Trust and continue"/);
      approve(project('.codex/hooks.json'));
      const trusted = `\n[projects.${JSON.stringify(project())}]\ntrust_level = "trusted"\n`;
      writeFileSync(home('.codex/config.toml'), trusted, { flag: 'a' });
      assert.deepEqual(problems('shared'), []);
    });

    it('is that of the repository in a worktree', () => {
      done('install', '--agent', 'codex', '--shared');
      git(project(), 'commit', '-q', '--allow-empty', '-m', 'x');
      git(project(), 'worktree', 'add', '-q', scratch('tree'));
      approve(project('.codex/hooks.json'));
      writeFileSync(
        home('.codex/config.toml'),
        `\n[projects.${JSON.stringify(project())}]\ntrust_level = "trusted"\n`,
        { flag: 'a' },
      );
      assert.deepEqual(problems('shared', facts(scratch('tree'), project())), []);
      done('uninstall', '--agent', 'codex', '--shared');
      assert.match(
        problems('shared', facts(scratch('tree'), project())).join('\n'),
        /In a worktree, Codex reads .*my project\/\.codex\/hooks\.json instead/,
      );
    });
  });

  describe('in Gemini CLI', () => {
    const problems = (root = project()) =>
      agentPlans.gemini.trust('local', facts(root)).map(({ detail }) => render(detail));
    const trust = (rules: object) => {
      write(home('.gemini/trustedFolders.json'), JSON.stringify(rules));
    };

    it('is the folder, and it says so after an install', () => {
      const notes = done('install', '--agent', 'gemini').notes.join('\n');
      assert.match(notes, /only in folders that you trust.*\n.*choose "Trust folder"/);
      trust({ [project()]: 'TRUST_FOLDER' });
      assert.deepEqual(problems(), []);
      assert.doesNotMatch(done('install', '--agent', 'gemini').notes.join('\n'), /trust/);
    });

    const cases: [name: string, rules: () => object, says: RegExp | undefined][] = [
      ['nothing', () => ({}), /you have not said so/],
      ['a folder above', () => ({ [scratch()]: 'TRUST_FOLDER' }), undefined],
      ['the parent of one beside', () => ({ [scratch('beside')]: 'TRUST_PARENT' }), undefined],
      ['one beside', () => ({ [scratch('my pro')]: 'TRUST_FOLDER' }), /you have not said so/],
      ['no trust', () => ({ [project()]: 'DO_NOT_TRUST' }), /You told Gemini CLI not to trust/],
      [
        'no trust in it within what is trusted',
        () => ({ [scratch()]: 'TRUST_FOLDER', [project()]: 'DO_NOT_TRUST' }),
        /not to trust/,
      ],
      ['what nobody knows', () => ({ [project()]: 'LATER', relative: 'TRUST_FOLDER' }), /not said/],
    ];
    for (const [name, rules, says] of cases) {
      it(`follows ${name}`, () => {
        trust(rules());
        const [first] = problems();
        if (says) {
          assert.match(first ?? '', says);
        } else {
          assert.equal(first, undefined);
        }
      });
    }

    it('follows links', () => {
      symlinkSync(project(), scratch('link'));
      trust({ [scratch('link')]: 'TRUST_FOLDER' });
      assert.deepEqual(problems(), []);
    });

    it('is nothing where the user switched it off', () => {
      write(
        home('.gemini/settings.json'),
        '{"security": {"folderTrust": {"enabled": false}}} // c',
      );
      assert.deepEqual(problems(), []);
    });

    it('is told of a list that does not parse as of none', () => {
      write(home('.gemini/trustedFolders.json'), '{');
      assert.equal(problems().length, 1);
    });
  });

  it('in Qwen Code is nothing, unless the user switched it on', () => {
    const problems = () => agentPlans.qwen.trust('local', facts());
    assert.deepEqual(problems(), []);
    write(home('.qwen/settings.json'), '{"security": {"folderTrust": {"enabled": true}}}');
    assert.match(
      render(problems()[0]?.detail ?? { template: '', args: [] }),
      /Qwen Code runs hooks/,
    );
    write(home('.qwen/trustedFolders.json'), JSON.stringify({ [project()]: 'TRUST_FOLDER' }));
    assert.deepEqual(problems(), []);
  });

  it('in Claude Code is asked by itself', () => {
    mkdirSync(scratch('x'));
    initRepository(scratch('x'));
    assert.deepEqual(agentPlans.claude.trust('local', facts(scratch('x'))), []);
  });
});
