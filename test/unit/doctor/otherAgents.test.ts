import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DoctorCheck } from '../../../src/core/doctor/doctorCheck';
import { runDoctor } from '../../../src/core/doctor/doctor';
import { hookRuns } from '../../../src/core/doctor/hookRuns';
import { otherAgentChecks } from '../../../src/core/doctor/otherAgentChecks';
import { withSandbox } from '../../../src/core/doctor/sandbox';
import { agentEvents } from '../../../src/core/install/agentEvents';
import { agentPlans } from '../../../src/core/install/agentPlans';
import { render } from '../../../src/core/support/message';
import { json } from '../../support/baton';
import { commitAll } from '../../support/git';
import { contentOf, useInstallation } from '../../support/installation';

const others = ['codex', 'gemini', 'qwen'] as const;
type Other = (typeof others)[number];

describe('baton doctor, of other agents', function () {
  this.timeout(120_000);
  const { scratch, project, home, launcher, run, done, placeOf } = useInstallation();
  const place = () => placeOf({ scope: 'user' });
  const shown = ({ name, status, detail, fix }: DoctorCheck) =>
    `${name} ${status}: ${render(detail)}${fix ? ` → ${render(fix)}` : ''}`;
  const wrongOf = async (agent: Other) =>
    otherAgentChecks(await place(), agentPlans[agent])
      .filter(({ status }) => status === 'fail' || status === 'warn')
      .map(shown);
  const trustGemini = () => {
    writeFileSync(
      home('.gemini/trustedFolders.json'),
      JSON.stringify({ [project()]: 'TRUST_FOLDER' }),
    );
  };

  it('finds nothing wrong but what only a person can do, and touches nothing', () => {
    for (const agent of others) {
      done('install', '--agent', agent);
    }
    commitAll(project());
    const before = [contentOf(project()), contentOf(home())];
    const ended = run(['doctor', '--json']);
    const { checks } = json<{ checks: Record<string, string>[] }>(ended);
    assert.deepEqual(
      checks.filter(({ status }) => status === 'fail' || status === 'warn').map(({ name }) => name),
      ['codex trust', 'gemini trust'],
    );
    for (const { fix } of checks.filter(({ status }) => status === 'fail')) {
      assert.match(fix ?? '', /^Start (?:codex|gemini) /);
    }
    const names = checks.map(({ name }) => name ?? '');
    for (const agent of others) {
      assert.deepEqual(
        names.filter((name) => name.startsWith(`${agent} hook `)),
        agentEvents[agent].map(({ name }) => `${agent} hook ${name}`),
      );
      for (const line of [agent, `${agent} hooks local`, `${agent} trust`, `${agent} mcp`]) {
        assert.ok(names.includes(line), line);
      }
    }
    // Claude Code is not in use here, so nothing is missing in it.
    assert.ok(!names.some((name) => name === 'hooks' || name.startsWith('hook ')));
    const rest = (content: Record<string, unknown>) =>
      Object.entries(content).filter(([name]) => !name.includes('cache'));
    assert.deepEqual([contentOf(project()), contentOf(home())].map(rest), before.map(rest));
  });

  it('says nothing of agents that Baton is not set up in', async () => {
    done('install');
    const { checks } = await runDoctor(await place());
    const names = checks.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => /^(?:codex|gemini|qwen) /.test(name)),
      [],
    );
    assert.ok(names.includes('hook Stop'));
  });

  const edit = (file: string, change: (text: string) => string) => {
    writeFileSync(home(file), change(readFileSync(home(file), 'utf8')));
  };
  const cases: [name: string, agent: Other, prepare: () => void, says: RegExp][] = [
    [
      'of an event are missing',
      'gemini',
      () => {
        edit('.gemini/settings.json', (text) => text.replace('"AfterAgent": [', '"After": ['));
      },
      /^gemini hooks local fail: There is no hook for AfterAgent\. → Run "baton install --agent gemini"\./,
    ],
    [
      'have a timeout in seconds',
      'gemini',
      () => {
        edit('.gemini/settings.json', (text) =>
          text.replaceAll('"timeout": 15000', '"timeout": 15'),
        );
      },
      /no usable "timeout" \(milliseconds\)/,
    ],
    [
      'would be called before every call of the model',
      'gemini',
      () => {
        edit('.gemini/settings.json', (text) => text.replace('"matcher": "manual",', ''));
      },
      /The hook of PreCompress has another "matcher"/,
    ],
    [
      'are all switched off',
      'gemini',
      () => {
        edit('.gemini/settings.json', (text) =>
          text.replace('{', '{"hooksConfig": {"enabled": false}, // off\n'),
        );
      },
      /"hooksConfig\.enabled": false, so no hook runs\. → Take "hooksConfig\.enabled" out of/,
    ],
    [
      'are all disabled',
      'qwen',
      () => {
        edit('.qwen/settings.json', (text) => text.replace('{', '{"disableAllHooks": true,'));
      },
      /^qwen hooks local fail: .*"disableAllHooks": true/,
    ],
    [
      'start another launcher',
      'qwen',
      () => {
        edit('.qwen/settings.json', (text) =>
          text.replaceAll("share/baton/bin/baton' hook", "share/old/bin/baton' hook"),
        );
      },
      /The hook of SessionStart starts another launcher/,
    ],
    [
      'lose the middle of what is injected',
      'codex',
      () => {
        edit('.codex/hooks.json', (text) =>
          text.replaceAll(/,\s*"additionalContextLimit": \d+/g, ''),
        );
      },
      /^codex hooks local fail: The hook of SessionStart has another "additionalContextLimit"/,
    ],
    [
      'are in a file with comments, which Codex does not read',
      'codex',
      () => {
        edit('.codex/hooks.json', (text) => text.replace('{', '{ // mine'));
      },
      /hooks\.json is not valid JSON/,
    ],
    [
      'were taken out by hand',
      'qwen',
      () => {
        edit('.qwen/settings.json', (text) => text.replace('"hooks": {', '"hooks2": {'));
      },
      /^qwen hooks local fail: .* has no hooks of Baton\. → Run "baton install --agent qwen"\./,
    ],
    [
      'have no server',
      'codex',
      () => {
        writeFileSync(home('.codex/config.toml'), 'model = "x"\n');
      },
      /^codex mcp fail: No settings of Codex name the MCP server\. → Run "baton install --agent codex"\./,
    ],
    [
      'have a server that is started otherwise',
      'codex',
      () => {
        edit('.codex/config.toml', (text) => text.replace('share/baton', 'share/old'));
      },
      /^codex mcp fail: The MCP server in .*config\.toml is started otherwise/,
    ],
    [
      'have a server in a file that is broken',
      'codex',
      () => {
        edit('.codex/config.toml', (text) => `${text}a = [\n`);
      },
      /^codex mcp fail: .*is not TOML.* → Mend that file, then run "baton install --agent codex" again/,
    ],
    [
      'are in two scopes',
      'qwen',
      () => {
        done('install', '--agent', 'qwen', '--shared');
      },
      /^qwen hooks warn: .*runs twice\. → Take yours out with "baton uninstall --agent qwen", or those of all with "baton uninstall --agent qwen --shared"/,
    ],
  ];
  for (const [name, agent, prepare, says] of cases) {
    it(`says when hooks of ${agent} ${name}`, async () => {
      done('install', '--agent', agent);
      if (agent === 'gemini') {
        trustGemini();
      }
      prepare();
      const wrong = (await wrongOf(agent)).filter((line) => !line.startsWith('codex trust'));
      assert.match(wrong[0] ?? '', says);
      assert.deepEqual(wrong.slice(1), []);
    });
  }

  const runs = async (agent: Other) => {
    const here = { ...(await place()), plan: agentPlans[agent] };
    return withSandbox(here, (sandbox) => hookRuns(here, sandbox));
  };

  it('finds out hooks that end well without having done their work', async () => {
    mkdirSync(path.dirname(launcher()), { recursive: true });
    writeFileSync(launcher(), '#!/bin/sh\nexit 0\n');
    chmodSync(launcher(), 0o755);
    const failing: Record<Other, string[]> = {
      codex: ['SessionStart', 'PostToolUse', 'PreCompact', 'Stop', 'Interrupt', 'SessionEnd'],
      gemini: ['SessionStart', 'AfterTool', 'PreCompress', 'AfterAgent', 'SessionEnd'],
      qwen: ['SessionStart', 'PostToolUseFailure', 'PreCompact', 'Stop', 'SessionEnd'],
    };
    for (const agent of others) {
      assert.deepEqual(
        (await runs(agent)).filter(({ status }) => status === 'fail').map(({ name }) => name),
        failing[agent].map((event) => `${agent} hook ${event}`),
      );
    }
  });

  it('does not take plain words for what reaches the model of Gemini CLI', async () => {
    mkdirSync(path.dirname(launcher()), { recursive: true });
    const words = 'Baton context 1: See whether the hooks work.';
    writeFileSync(launcher(), `#!/bin/sh\n[ "$2" != SessionStart ] || echo '${words}'\n`);
    chmodSync(launcher(), 0o755);
    assert.match(
      shown((await runs('gemini'))[0] ?? missing),
      /fail: It ended well, but did not give/,
    );
    assert.match(shown((await runs('codex'))[0] ?? missing), / ok: /);
  });
  const missing: DoctorCheck = { name: '', status: 'skip', detail: { template: '', args: [] } };

  it('finds out a Baton that does not know the agent', async () => {
    done('install', '--agent', 'qwen');
    cpSync('dist', scratch('dist'), { recursive: true, filter: (file) => !file.endsWith('.map') });
    rmSync(scratch('dist', 'hookAgentInput.js'));
    writeFileSync(
      launcher(),
      readFileSync(launcher(), 'utf8').replace(/^cli='.*'$/m, `cli='${scratch('dist/cli.js')}'`),
    );
    const failed = (await runs('qwen')).filter(({ status }) => status === 'fail');
    assert.equal(failed.length, agentEvents.qwen.length);
    assert.match(shown(failed[0] ?? missing), /It failed: .*→ Run "baton install --agent qwen"/);
  });
});
