import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LaunchRequest } from '../../../src/core/agents/agentLaunch';
import { shortcomings } from '../../../src/core/agents/firstVersions';
import { guardChat } from '../../../src/core/agents/geminiGuard';
import { verdictOf } from '../../../src/core/agents/runReport';
import { sessionArguments } from '../../../src/core/agents/sessionArguments';
import { isAtLeast } from '../../../src/core/agents/versions';
import type { Project } from '../../../src/core/project';
import { silentLogger } from '../../../src/core/support/logger';
import { runProcess } from '../../../src/core/support/runProcess';
import { type AgentName, agentNames } from '../../../src/core/transcript/transcriptEvent';
import { storeSession } from '../../support/agentStores';
import { baton } from '../../support/baton';
import { useBlockerProject } from '../../support/blockerProject';

describe('the order of versions', () => {
  for (const [version, least, expected] of [
    ['2.1.325', '2.1.197', true],
    ['2.1.197', '2.1.197', true],
    ['2.1.99', '2.1.197', false],
    ['2.0.999', '2.1.0', false],
    ['10.0.0', '9.9.9', true],
    ['0.62.0-nightly.1', '0.62.0', false],
    ['0.62.0-nightly.1', '0.61.9', true],
    ['0.62.0', '0.62.0-nightly.1', true],
    ['0.62.0-alpha.10', '0.62.0-alpha.9', true],
    ['0.62.0-alpha.9', '0.62.0-alpha.10', false],
    ['0.62.0-alpha.1', '0.62.0-beta', false],
    ['0.62.0-alpha', '0.62.0-alpha.1', false],
    ['0.62.0-1', '0.62.0-alpha', false],
    [undefined, '99.0.0', true],
  ] as const) {
    it(`${version ?? 'an unknown one'} is ${expected ? '' : 'not '}at least ${least}`, () => {
      assert.equal(isAtLeast(version, least), expected);
    });
  }
});

/** Of this file alone: a session that a test beside it has open counts as running. */
const cliSession = '0a1b2c3d-4444-4111-8111-111111111111';
const copy = '0a1b2c3d-2222-4222-8222-222222222222';
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Says which version it is, writes down its arguments, and prints what it is to print. */
const recorder = (version: string, recorded: string, prints = '') => `#!/bin/sh
[ "$1" != --version ] || { echo '${version}'; exit 0; }
printf '%s\\0' "$@" > '${recorded}'
cat > /dev/null
printf '%s\\n' '${prints}'
`;

type Way = 'start' | 'resume' | 'fork';
type Expected = readonly string[] | RegExp;
interface Row {
  readonly agent: AgentName;
  readonly version: string;
  /** In a terminal, with the words "Hello". */
  readonly terminal: Readonly<Record<Way, Expected>>;
  readonly headless: Readonly<Record<Way, Expected>>;
}

const printed = ['--print', '--output-format', 'stream-json', '--verbose'];
const streamed = ['--output-format', 'stream-json'];
const said = ['--', 'Hello'];
const asked = ['--prompt-interactive=Hello'];
const needs = (least: string, agent: string) =>
  new RegExp(
    `^[^.]+ [0-9.]+ can.* Update it to ${least} or later: run "npm install -g @.*${agent}`,
  );

const newClaude = ['--resume', cliSession, '--fork-session', '--session-id', 'NEW'];
const rows: readonly Row[] = [
  {
    agent: 'claude',
    version: '2.1.325 (Claude Code)',
    terminal: {
      start: ['--session-id', 'NEW', ...said],
      resume: ['--resume', cliSession, ...said],
      fork: [...newClaude, ...said],
    },
    headless: {
      start: ['--session-id', 'NEW', ...printed],
      resume: ['--resume', cliSession, ...printed],
      fork: [...newClaude, ...printed],
    },
  },
  {
    // A fork cannot be given its id.
    agent: 'claude',
    version: '2.0.72 (Claude Code)',
    terminal: {
      start: ['--session-id', 'NEW', ...said],
      resume: ['--resume', cliSession, ...said],
      fork: ['--resume', cliSession, '--fork-session', ...said],
    },
    headless: {
      start: ['--session-id', 'NEW', ...printed],
      resume: ['--resume', cliSession, ...printed],
      fork: ['--resume', cliSession, '--fork-session', ...printed],
    },
  },
  {
    // No session can be given its id, and to resume is to fork.
    agent: 'claude',
    version: '1.0.51 (Claude Code)',
    terminal: {
      start: said,
      resume: ['--resume', cliSession, ...said],
      fork: ['--resume', cliSession, ...said],
    },
    headless: {
      start: printed,
      resume: ['--resume', cliSession, ...printed],
      fork: ['--resume', cliSession, ...printed],
    },
  },
  {
    agent: 'codex',
    version: 'codex-cli 0.166.0',
    terminal: {
      start: ['--no-daemon', ...said],
      resume: ['resume', '--no-daemon', cliSession, ...said],
      fork: ['fork', '--no-daemon', cliSession, ...said],
    },
    headless: {
      start: ['exec', '--json', '-'],
      resume: ['exec', '--json', 'resume', cliSession, '-'],
      fork: ['exec', '--json', 'fork', cliSession, '-'],
    },
  },
  {
    // What has no daemon does not know how to do without it.
    agent: 'codex',
    version: 'codex-cli 0.140.0',
    terminal: {
      start: said,
      resume: ['resume', cliSession, ...said],
      fork: ['fork', cliSession, ...said],
    },
    headless: {
      start: ['exec', '--json', '-'],
      resume: ['exec', '--json', 'resume', cliSession, '-'],
      fork: needs('0\\.148\\.0', 'codex'),
    },
  },
  {
    // Where it could be forked in a terminal is not new enough.
    agent: 'codex',
    version: 'codex-cli 0.80.0',
    terminal: {
      start: said,
      resume: ['resume', cliSession, ...said],
      fork: needs('0\\.87\\.0', 'codex'),
    },
    headless: {
      start: ['exec', '--json', '-'],
      resume: ['exec', '--json', 'resume', cliSession, '-'],
      fork: needs('0\\.148\\.0', 'codex'),
    },
  },
  {
    agent: 'codex',
    version: 'codex-cli 0.42.0',
    terminal: {
      start: said,
      resume: ['resume', cliSession, ...said],
      fork: needs('0\\.87\\.0', 'codex'),
    },
    headless: {
      start: needs('0\\.44\\.0', 'codex'),
      resume: needs('0\\.44\\.0', 'codex'),
      fork: needs('0\\.44\\.0', 'codex'),
    },
  },
  {
    agent: 'gemini',
    version: '0.61.0',
    terminal: {
      start: ['--session-id', 'NEW', ...asked],
      resume: ['--resume', cliSession, ...asked],
      fork: ['--session-file', 'CHAT', ...asked],
    },
    headless: {
      start: ['--session-id', 'NEW', ...streamed],
      resume: ['--resume', cliSession, ...streamed],
      fork: ['--session-file', 'CHAT', ...streamed],
    },
  },
  {
    agent: 'gemini',
    version: '0.40.1',
    terminal: {
      start: asked,
      resume: ['--resume', cliSession, ...asked],
      fork: needs('0\\.43\\.0', 'gemini-cli'),
    },
    headless: {
      start: streamed,
      resume: ['--resume', cliSession, ...streamed],
      fork: needs('0\\.43\\.0', 'gemini-cli'),
    },
  },
  {
    agent: 'gemini',
    version: '0.11.3',
    terminal: {
      start: asked,
      resume: needs('0\\.20\\.0', 'gemini-cli'),
      fork: needs('0\\.43\\.0', 'gemini-cli'),
    },
    headless: {
      start: streamed,
      resume: needs('0\\.20\\.0', 'gemini-cli'),
      fork: needs('0\\.43\\.0', 'gemini-cli'),
    },
  },
  {
    agent: 'qwen',
    version: '0.24.4',
    terminal: {
      start: ['--session-id', 'NEW', ...asked],
      resume: ['--resume', cliSession, ...asked],
      fork: ['--resume', cliSession, '--fork-session', ...asked],
    },
    headless: {
      start: ['--session-id', 'NEW', ...streamed],
      resume: ['--resume', cliSession, ...streamed],
      fork: ['--resume', cliSession, '--fork-session', ...streamed],
    },
  },
  {
    agent: 'qwen',
    version: '0.15.10',
    terminal: {
      start: ['--session-id', 'NEW', ...asked],
      resume: ['--resume', cliSession, ...asked],
      fork: needs('0\\.23\\.0', 'qwen-code'),
    },
    headless: {
      start: ['--session-id', 'NEW', ...streamed],
      resume: ['--resume', cliSession, ...streamed],
      fork: needs('0\\.23\\.0', 'qwen-code'),
    },
  },
  {
    agent: 'qwen',
    version: '0.1.4',
    terminal: {
      start: asked,
      resume: needs('0\\.5\\.0', 'qwen-code'),
      fork: needs('0\\.23\\.0', 'qwen-code'),
    },
    headless: {
      start: needs('0\\.5\\.0', 'qwen-code'),
      resume: needs('0\\.5\\.0', 'qwen-code'),
      fork: needs('0\\.5\\.0', 'qwen-code'),
    },
  },
];

// Real programs in place of the CLIs, which say that they are of a version and write down their arguments.
describe('versions of agents', function () {
  this.timeout(60_000);
  const { scratch, open, repository } = useBlockerProject();
  let project: Project;
  let chat = '';

  const install = (agent: AgentName, version: string, prints?: string): void => {
    writeFileSync(scratch('bin', agent), recorder(version, scratch('recorded'), prints));
    chmodSync(scratch('bin', agent), 0o755);
  };
  const register = (agent: AgentName): void => {
    const file = scratch('project/.claude/state/registry.json');
    const at = '2026-11-16T10:00:00Z';
    const entry = { cli_name: agent, cli_session_id: cliSession, created_at: at, last_used: at };
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ 'my-session': { ...entry, request_count: 1 } }));
  };
  const registered = (): unknown => {
    const text = readFileSync(scratch('project/.claude/state/registry.json'), 'utf8');
    return (JSON.parse(text) as Record<string, { cli_session_id: unknown }>)['my-session']
      ?.cli_session_id;
  };
  const store = (agent: AgentName, id = cliSession, at?: Date): string =>
    storeSession(agent, scratch('home'), {
      id,
      cwd: scratch('project'),
      prompts: ['Hello'],
      ...(at && { at }),
    });

  beforeEach(() => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    agentNames.forEach((agent) => {
      const file = store(agent);
      chat = agent === 'gemini' ? file : chat;
    });
    project = open(root, {
      PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
      HOME: scratch('home'),
    });
  });

  const recorded = (): readonly string[] => {
    const args = readFileSync(scratch('recorded'), 'utf8').split('\0').slice(0, -1);
    rmSync(scratch('recorded'));
    return args.map((each) =>
      each === chat ? 'CHAT' : each.replaceAll(uuid, (id) => (id === cliSession ? id : 'NEW')),
    );
  };
  const launched = async (request: LaunchRequest): Promise<readonly string[]> => {
    const { command, cwd, env } = await project.planLaunch({ ...request, prompt: 'Hello' });
    await runProcess(command, { cwd, env, timeoutMs: 30_000, input: '' });
    return recorded();
  };
  const asks = async (request: LaunchRequest): Promise<readonly string[]> => {
    await project.runAgent({ ...request, message: 'Hello' });
    return recorded();
  };
  const requests: Readonly<Record<Way, LaunchRequest>> = {
    start: { resume: false },
    resume: { session: 'my-session', resume: true },
    fork: { session: 'my-session', fork: true },
  };

  for (const { agent, version, ...expected } of rows) {
    for (const where of ['terminal', 'headless'] as const) {
      it(`${agent} ${version}: starts, resumes and forks as it can, ${where}`, async () => {
        install(agent, version);
        for (const [way, request] of Object.entries(requests) as [Way, LaunchRequest][]) {
          register(agent);
          const how = expected[where][way];
          const run = (where === 'terminal' ? launched : asks)({ ...request, agent });
          await (how instanceof RegExp
            ? assert.rejects(run, how, way)
            : run.then((args) => {
                assert.deepEqual(args, how, way);
              }));
        }
      });
    }
  }

  it('are taken for the newest where they are not known', async () => {
    for (const agent of agentNames) {
      install(agent, 'no version');
      register(agent);
      const newest = rows.find((row) => row.agent === agent);
      assert.deepEqual(await launched({ ...requests.fork, agent }), newest?.terminal.fork);
    }
  });

  it('say what they are too old for', async () => {
    install('claude', '2.1.325 (Claude Code)');
    install('codex', 'codex-cli 0.140.0');
    install('gemini', '0.11.3');
    install('qwen', '0.15.10-nightly.3');
    const said = (await project.agents()).map((agent) =>
      shortcomings(agent).map(({ ability, least }) => `${ability} ${least}`),
    );
    assert.deepEqual(said, [
      [],
      ['headlessFork 0.148.0'],
      ['resume 0.20.0', 'fork 0.43.0'],
      ['fork 0.23.0'],
    ]);
    const { stdout } = baton(scratch('project'), ['agent', 'list'], {
      PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
      HOME: scratch('home'),
      BATON_HOME: scratch('data'),
    });
    const lines = stdout.split('\n');
    const [codex, why, gemini] = lines.slice(1);
    assert.match(lines[0] ?? '', /^claude .* resumes by id {2}forks {2}runs without a terminal$/);
    assert.match(codex ?? '', /^codex .* forks {2}runs without a terminal$/);
    assert.match(
      why ?? '',
      /^ +Codex 0\.140\.0 can fork .* only\. Update it to 0\.148\.0 or later/,
    );
    assert.match(gemini ?? '', /^gemini .*\/gemini {2}runs without a terminal$/);
  });

  const answer = (id: string) => JSON.stringify({ type: 'system', session_id: id });

  it('that go on in a copy have its id from then on', async () => {
    install('claude', '1.0.123 (Claude Code)', answer(copy));
    register('claude');
    const run = await project.runAgent({ ...requests.resume, message: 'Hello' });
    assert.deepEqual([run.verdict, run.cliSession, registered()], ['same', copy, copy]);
    register('claude');
    const launch = await project.planLaunch(requests.resume);
    assert.equal(launch.asked, undefined);
    const started = { since: Date.now() - 10_000 };
    store('claude', copy, new Date());
    const check = await project.verifySession('my-session', started);
    assert.deepEqual([check.verdict, check.answered, registered()], ['same', copy, copy]);
  });

  it('that keep the id are told of when another one answers', async () => {
    install('claude', '1.0.124 (Claude Code)', answer(copy));
    register('claude');
    const run = await project.runAgent({ ...requests.resume, message: 'Hello' });
    assert.deepEqual([run.verdict, registered()], ['other', cliSession]);
    store('claude', copy, new Date());
    const check = await project.verifySession('my-session', { since: Date.now() - 10_000 });
    assert.deepEqual([check.verdict, registered()], ['other', cliSession]);
  });

  it('that take no id go on with the last one, which may turn out to be another', async () => {
    install('claude', '2.1.325 (Claude Code)');
    const [claude] = await project.agents();
    assert.ok(claude);
    const at = '2026-11-16T10:00:00Z';
    const times = { created_at: at, last_used: at, request_count: 1 };
    const chosen = sessionArguments(
      { home: scratch('home'), env: {} },
      {
        agent: { ...claude, support: { ...claude.support, resumeById: false } },
        known: {
          id: 'my-session',
          entry: { cli_name: 'claude', cli_session_id: cliSession, ...times },
        },
        session: 'my-session',
        isHeadless: true,
      },
    );
    assert.deepEqual([chosen.does, chosen.args], ['resume', ['--continue', ...printed]]);
    assert.deepEqual(
      [cliSession, copy, undefined].map((answered) => verdictOf(chosen, answered)),
      ['same', 'other', 'unknown'],
    );
  });

  it('that keep a chat as one value have it left as they wrote it', async () => {
    const file = scratch('session-2026-11-16T10-00-0a1b2c3d.json');
    const place = { folder: scratch('copies'), logger: silentLogger };
    const chats = { file, folders: () => [], since: Date.now() };
    writeFileSync(file, '{"lastUpdated":1,"messages":["one"]}');
    const guard = await guardChat(place, chats);
    const written = '{"lastUpdated":2,"messages":["one","two"]}';
    writeFileSync(file, written);
    assert.deepEqual(await guard.end(), { isRestored: false });
    assert.equal(readFileSync(file, 'utf8'), written);
    const again = await guardChat(place, chats);
    rmSync(file);
    assert.deepEqual(await again.end(), { isRestored: true });
    assert.equal(readFileSync(file, 'utf8'), written);
  });
});
