// The real CLIs of agents in a home of their own, on loopback, and Baton's command line beside them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { agentProgram, cachedAgents } from '../../scripts/host/ensureAgents';
import type { AgentName } from '../../src/core/transcript/transcriptEvent';
import { useAgentModel } from './agentModel';
import { batonMeanwhile, json, type Run } from './baton';
import { claudeEnvironment } from './claudeCli';
import { enableProject } from './enabledProject';
import type { Task } from './helperAgents';
import { useOfficialClients } from './officialClient';
import { useScratchFolder } from './scratchFolder';
import { type WorkRepository, workRepository } from './workRepository';

/** What `baton agent run --json` prints. */
export interface Answer {
  readonly session: string;
  readonly cliSession: string | null;
  readonly outcome: string;
  readonly verdict: string;
  readonly text: string;
  readonly logFile: string;
  readonly error?: { readonly message: string };
}

/** Those whose CLI is in the cache: the layer says which are not. */
export const agentsToTest: readonly AgentName[] = cachedAgents();

export function useRealAgents() {
  const scratch = useScratchFolder();
  const model = useAgentModel();
  let repository: WorkRepository | undefined;

  const env = (): Record<string, string> => {
    const url = model().url;
    const { PATH = '', ...own } = claudeEnvironment(scratch(), url) as Record<string, string>;
    return {
      ...own,
      PATH: [scratch('bin'), PATH].join(path.delimiter),
      OPENAI_API_KEY: 'stand-in',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'stand-in',
      GEMINI_API_KEY: 'stand-in',
      GOOGLE_GEMINI_BASE_URL: url,
      NO_COLOR: '1',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    };
  };

  beforeEach(() => {
    repository = workRepository(scratch('project'));
    mkdirSync(scratch('bin'));
    for (const agent of agentsToTest) {
      symlinkSync(agentProgram(agent), scratch('bin', agent));
    }
    writeSettings((...parts) => scratch('home', ...parts), model().url, repository.root);
  });

  const root = (): string => scratch('project');
  const baton = (...args: string[]): Promise<Run> => batonMeanwhile(root(), args, env());
  const connect = useOfficialClients();
  return {
    scratch,
    model,
    env,
    root,
    repository: (): WorkRepository => {
      assert.ok(repository);
      return repository;
    },
    baton,
    /** Says it to the agent, and it answers. */
    say: async (agent: AgentName, session: string, message: string, ...more: string[]) => {
      const ran = await baton(
        'agent',
        'run',
        agent,
        message,
        '--session',
        session,
        '--json',
        ...more,
      );
      const answer = json<Answer>(ran);
      const { outcome } = answer;
      assert.deepEqual({ code: ran.code, outcome }, { code: 0, outcome: 'answered' }, ran.stderr);
      return answer;
    },
    /** What `use_agent` answers through a server of its own, as an agent starts it. */
    ask: async (args: Record<string, unknown>): Promise<Task> => {
      enableProject(root(), scratch('data'));
      const { client, problems } = await connect({ cwd: root(), env: env() });
      const answer = await client.callTool(
        { name: 'use_agent', arguments: args },
        { timeout: 120_000 },
      );
      await client.close();
      assert.deepEqual(problems, []);
      assert.ok(!answer.isError, JSON.stringify(answer.content));
      return answer.structuredContent as Task;
    },
    /** The CLI itself, as a person runs it. */
    run: (agent: AgentName, ...args: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = execFile(
          scratch('bin', agent),
          args,
          { cwd: root(), env: env(), timeout: 60_000 },
          (error, stdout, stderr) => {
            if (error) {
              reject(new Error(`${agent} ${args.join(' ')}: ${error.message}\n${stderr}`));
            } else {
              resolve(stdout);
            }
          },
        );
        child.stdin?.end();
      }),
  };
}

/** As far as the CLIs need some to talk to the stand-in without asking anything. */
function writeSettings(home: (...parts: string[]) => string, url: string, project: string): void {
  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(home(file)), { recursive: true });
    writeFileSync(home(file), content);
  };
  write(
    '.codex/config.toml',
    `model = "stand-in"
model_provider = "stand-in"
[model_providers.stand-in]
name = "stand-in"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
[projects."${project}"]
trust_level = "trusted"
# What would wait for somebody who is not there.
[analytics]
enabled = false
[features]
plugins = false
`,
  );
  const settings = (selectedType: string, more: object) =>
    JSON.stringify({
      security: { auth: { selectedType } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      ...more,
    });
  write('.qwen/settings.json', settings('openai', { memory: { enableManagedAutoMemory: false } }));
  write('.gemini/settings.json', settings('gemini-api-key', {}));
  write('.gemini/trustedFolders.json', JSON.stringify({ [project]: 'TRUST_FOLDER' }));
}
