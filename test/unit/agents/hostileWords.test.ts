import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LaunchRequest } from '../../../src/core/agents/agentLaunch';
import type { Project } from '../../../src/core/project';
import { runProcess } from '../../../src/core/support/runProcess';
import { type AgentName, agentNames } from '../../../src/core/transcript/transcriptEvent';
import { storeSession } from '../../support/agentStores';
import { useBlockerProject } from '../../support/blockerProject';

/** Of this file alone: a session that a test beside it has open counts as running. */
const cliSession = '0a1b2c3d-5555-4111-8111-111111111111';
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const words: readonly string[] = [
  '--dangerously-skip-permissions',
  '--yolo',
  '-',
  '--',
  '-p',
  '-c model="x"',
  '--resume=latest',
  '$(touch x)',
  '`touch x`',
  '; touch x #',
  '| touch x\n&& touch x',
  '> x',
  'two\nlines\r\n\tand a tab',
  '"quoted" \'words\' \\',
  '%PATH% !x! ^x',
  '@README.md',
  '/clear',
  '!touch x',
  '{id} {prompt}',
  '한국어 日本語 🦊',
  'a lone \ud800 surrogate',
  ' ',
  'y'.repeat(100_000),
];
/** As any program gets it: without half a character. */
const received = (text: string): string => Buffer.from(text).toString();
const megabyte = 'y'.repeat(1_000_000);
const ids: readonly string[] = [
  '--dangerously-skip-permissions',
  '-p',
  '$(touch x)',
  'two\nlines',
  '../../etc/passwd',
  '',
  'latest; touch x',
  `${cliSession}\n--yolo`,
  '0'.repeat(1_000_000),
];

interface Recorded {
  readonly args: readonly string[];
  readonly stdin: string;
}

/** A program that writes down its arguments, each with a NUL behind it, and what it reads. */
const recorder = (file: string) => `#!/bin/sh
[ "$1" != --version ] || { echo 9.8.7; exit 0; }
printf '%s\\0' "$@" > '${file}.args'
cat > '${file}.stdin'
`;

// Real programs in place of the CLIs, which write down what they were given.
describe('words of others in the command line of an agent', function () {
  this.timeout(120_000);
  const { scratch, open, repository } = useBlockerProject();
  const added = {
    /** Its message comes among its arguments. */
    told: {
      start: ['--id={id}', '{prompt}'],
      resume: ['--resume={id}', '--say={prompt}'],
      fork: ['--fork', '{id}', '{prompt}'],
      headless: ['run'],
    },
    /** Its message comes on stdin. */
    piped: {
      start: ['--id={id}'],
      resume: ['--resume={id}'],
      fork: ['--fork', '{id}'],
      headless: ['run'],
    },
  };
  let project: Project;

  beforeEach(() => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    for (const name of [...agentNames, ...Object.keys(added)]) {
      writeFileSync(scratch('bin', name), recorder(scratch('recorded')));
      chmodSync(scratch('bin', name), 0o755);
    }
    for (const agent of agentNames) {
      const session = { id: cliSession, cwd: root, prompts: ['Hello'] };
      storeSession(agent, scratch('home'), session);
    }
    const agents = Object.entries(added).map(([name, args]) => [name, { command: name, ...args }]);
    project = open(root, {
      PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
      BATON_AGENTS: JSON.stringify(Object.fromEntries(agents)),
      HOME: scratch('home'),
    });
  });
  afterEach(() => {
    assert.equal(existsSync(scratch('project', 'x')), false, 'a shell has read it');
  });

  /** As a hostile file may have it. */
  const register = (agent: string, id: string = cliSession): void => {
    const file = scratch('project/.claude/state/registry.json');
    const at = '2026-11-16T10:00:00Z';
    const entry = {
      cli_name: agent,
      cli_session_id: id,
      created_at: at,
      last_used: at,
      request_count: 1,
    };
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ 'my-session': entry }));
  };
  const recorded = (): Recorded | undefined => {
    const [args, stdin] = ['args', 'stdin'].map((part) => scratch(`recorded.${part}`));
    if (!args || !stdin || !existsSync(stdin)) {
      return undefined;
    }
    const seen = {
      args: readFileSync(args, 'utf8').split('\0').slice(0, -1),
      stdin: readFileSync(stdin, 'utf8'),
    };
    rmSync(args);
    rmSync(stdin);
    return seen;
  };
  /** What a terminal would be started with, as the program gets it. */
  const launched = async (request: LaunchRequest): Promise<readonly string[]> => {
    const { command, cwd, env } = await project.planLaunch(request);
    const ended = await runProcess(command, { cwd, env, timeoutMs: 30_000, input: '' });
    assert.deepEqual(ended, { kind: 'ended', code: 0 });
    return recorded()?.args ?? [];
  };
  /** New ids differ from start to start. */
  const comparable = (args: readonly string[]) =>
    args.map((each) => each.replaceAll(uuid, (id) => (id === cliSession ? id : 'NEW')));

  const kinds: readonly (readonly [what: string, request: LaunchRequest])[] = [
    ['start', { resume: false }],
    ['resume', { session: 'my-session', resume: true }],
    ['fork', { session: 'my-session', fork: true }],
  ];
  const harmless = 'harmless';

  for (const agent of [...agentNames, 'told'] as const) {
    for (const [what, request] of kinds) {
      it(`${agent}: ${what} in a terminal has them in one argument that is no option`, async () => {
        register(agent);
        const usual = comparable(await launched({ ...request, agent, prompt: harmless }));
        const place = usual.findIndex((each) => each.includes(harmless));
        assert.ok(place >= 0, usual.join(' '));
        // All of them once for each CLI, the worst of them each time.
        for (const each of what === 'start' ? words : words.slice(0, 10)) {
          register(agent);
          const args = comparable(await launched({ ...request, agent, prompt: each }));
          const expected = usual.map((arg) => arg.replace(harmless, () => received(each)));
          const isOption = expected[place]?.startsWith('-') && !usual[place]?.startsWith('-');
          if (isOption && !usual.slice(0, place).includes('--')) {
            expected[place] = ` ${expected[place] ?? ''}`;
          }
          assert.deepEqual(args, expected, each.slice(0, 80));
        }
      });

      it(`${agent}: ${what} in a terminal refuses what no command line can have`, async () => {
        register(agent);
        const about = { ...request, agent };
        await assert.rejects(project.planLaunch({ ...about, prompt: 'a\0b' }), /NUL character/);
        await assert.rejects(
          project.planLaunch({ ...about, prompt: megabyte }),
          /too much for a command line\. Put it into a file/,
        );
        assert.equal(recorded(), undefined);
      });
    }
  }

  for (const agent of [...agentNames, 'piped'] as const) {
    for (const [what, request] of kinds) {
      it(`${agent}: ${what} without a terminal reads them on stdin, whatever they are`, async () => {
        register(agent);
        await project.runAgent({ ...request, agent, message: harmless });
        const usual = comparable(recorded()?.args ?? []);
        assert.ok(usual.length > 0 && !usual.join(' ').includes(harmless));
        for (const message of [...words.slice(0, 10), 'a \ud800', '/clear', 'a\0b', megabyte]) {
          register(agent);
          const { outcome } = await project.runAgent({ ...request, agent, message });
          const { args = [], stdin } = recorded() ?? {};
          assert.deepEqual([outcome, comparable(args)], ['answered', usual]);
          assert.ok(stdin === received(message), message.slice(0, 80));
        }
        await assert.rejects(project.runAgent({ ...request, agent, message: ' \n' }), /is empty/);
      });
    }
  }

  it('told: without a terminal has them in one argument, or says why not', async () => {
    for (const message of words.filter((each) => each.trim())) {
      await project.runAgent({ agent: 'told', message });
      const [verb, id, ...said] = recorded()?.args ?? [];
      const expected = received(message);
      assert.deepEqual(
        [verb, said],
        ['run', [expected.startsWith('-') ? ` ${expected}` : expected]],
      );
      assert.match(id ?? '', /^--id=[0-9a-f-]{36}$/);
    }
    await assert.rejects(project.runAgent({ agent: 'told', message: 'a\0b' }), /NUL character/);
    await assert.rejects(project.runAgent({ agent: 'told', message: megabyte }), /too much/);
  });

  for (const agent of [...agentNames, 'told'] as const) {
    it(`${agent}: no id that a file has becomes an argument`, async () => {
      const usual = await launched({ agent, resume: false, prompt: 'Hello' });
      for (const id of ids) {
        register(agent, id);
        for (const [what, request] of kinds.slice(1)) {
          // What is no id is refused, or a new session is begun, as where there is none.
          const started = await launched({ ...request, agent, prompt: 'Hello' }).catch(
            (error: unknown) => (error as Error).message,
          );
          if (typeof started === 'string') {
            assert.match(started, /not the id of a session|cannot fork/, what);
          } else {
            assert.deepEqual(started, usual);
          }
        }
      }
    });

    it(`${agent}: an id of ours that looks like an option stays ours`, async () => {
      const session = '--dangerously-skip-permissions';
      const args = await launched({ agent, session, resume: false, prompt: 'Hello' });
      assert.ok(!args.some((each) => each.includes('danger')), args.join(' '));
      for (const odd of ['$(touch x)', 'two\nlines', 'short', 'x'.repeat(129), '__proto__']) {
        await assert.rejects(
          project.planLaunch({ agent, session: odd, resume: false }),
          /8 to 128 letters/,
        );
      }
    });

    it(`${agent}: a title is what people read, and nothing else`, async () => {
      register(agent);
      const resumed = { agent, session: 'my-session', resume: true, prompt: 'Hello' };
      const usual = await launched(resumed);
      for (const title of ['--yolo', '$(touch x)', 'two\nlines', '\ud800', megabyte]) {
        await project.renameAgentSession('my-session', title);
        const { sessions } = await project.agentSessions();
        const [own] = sessions.filter(({ id }) => id === 'my-session');
        assert.ok((own?.title.length ?? 0) <= 200);
        assert.doesNotMatch(own?.title ?? '', /[\n\r\t]/);
        assert.deepEqual(await launched(resumed), usual);
      }
    });
  }

  it('no name of an agent is looked for outside the list', async () => {
    for (const agent of [
      '--help',
      '../bin/claude',
      '/bin/sh',
      'sh -c x',
      '__proto__',
      '',
      'claude\n',
    ]) {
      await assert.rejects(project.planLaunch({ agent, prompt: 'Hello' }), /no agent/, agent);
    }
    assert.equal(recorded(), undefined);
  });

  const own: AgentName = 'claude';
  it('the folder that a file names is one of this project', async () => {
    register(own);
    const file = scratch('project/.claude/state/registry.json');
    for (const cwd of ['/', '/etc', '../..', '$(touch x)', scratch('home')]) {
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(
          /"request_count":1(,"cwd":"[^"]*")?/,
          `"request_count":1,"cwd":${JSON.stringify(cwd)}`,
        ),
      );
      const planned = await project.planLaunch({ agent: own, session: 'my-session', resume: true });
      assert.equal(planned.cwd, scratch('project'));
    }
  });
});
