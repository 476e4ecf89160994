// Gets the real CLIs of agents ready in the user's cache, for the tests that run them. They are not ours
// to pass on, so they are never among the dependencies nor in what is packaged.

import path from 'node:path';
import { type AgentName, agentNames } from '../../src/core/transcript/transcriptEvent';
import { type CommandResult, runCommand } from '../process/command';
import type { Progress } from '../process/progress';
import { type CachedInstall, ensureCached, isCached, registryAdvice } from './cachedInstall';
import { cacheDirectory } from './hosts';
import { runNpm } from './npm';

interface AgentPackage {
  readonly label: string;
  readonly packageName: string;
  readonly version: string;
  /** In the package, or where npm links to it. */
  readonly program: string;
  /** What puts the program in its place: done here, because npm may be set not to run scripts. */
  readonly script?: string;
}

const packages: Readonly<Record<AgentName, AgentPackage>> = {
  claude: {
    label: 'Claude Code',
    packageName: '@anthropic-ai/claude-code',
    version: '2.1.325',
    program: '@anthropic-ai/claude-code/bin/claude.exe',
    script: 'install.cjs',
  },
  codex: {
    label: 'Codex',
    packageName: '@openai/codex',
    version: '0.166.0',
    program: '.bin/codex',
  },
  gemini: {
    label: 'Gemini CLI',
    packageName: '@google/gemini-cli',
    version: '0.61.0',
    program: '.bin/gemini',
  },
  qwen: {
    label: 'Qwen Code',
    packageName: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: '.bin/qwen',
  },
};

/** Raised when the steps of the installation change, so that older ones are not used any more. */
const recipe = 1;

export async function ensureAgent(agent: AgentName, progress: Progress): Promise<void> {
  await ensureCached(agentInstall(agent), progress);
}

export function isAgentCached(agent: AgentName): boolean {
  return isCached(agentInstall(agent));
}

export function cachedAgents(): AgentName[] {
  return agentNames.filter(isAgentCached);
}

/** With its version, for people. */
export function agentLabel(agent: AgentName): string {
  const { label, version } = packages[agent];
  return `${label} ${version}`;
}

export function agentProgram(agent: AgentName, cache: string = cacheDirectory()): string {
  return path.join(directoryIn(agent, cache), 'node_modules', packages[agent].program);
}

export function agentInstall(agent: AgentName, cache: string = cacheDirectory()): CachedInstall {
  const { packageName, version, script } = packages[agent];
  const directory = directoryIn(agent, cache);
  const program = agentProgram(agent, cache);
  return {
    label: agentLabel(agent),
    directory,
    files: [program],
    install: async (step) => {
      await step('download', registryAdvice, () =>
        runNpm(['install', '--ignore-scripts', '--save-exact', `${packageName}@${version}`], {
          cwd: directory,
          nodeDirectory: path.dirname(process.execPath),
          // It asks for a newer Node than the machine's may be, and npm may be set to insist on it.
          node: process.execPath,
          timeoutMs: 10 * 60_000,
        }),
      );
      if (script !== undefined) {
        await step('program', registryAdvice, () =>
          runCommand(process.execPath, [script], {
            cwd: path.join(directory, 'node_modules', packageName),
            timeoutMs: 60_000,
          }),
        );
      }
      await step('check', 'Remove the folder named above, then try again.', () =>
        checkVersion(program, directory, version),
      );
    },
  };
}

async function checkVersion(
  program: string,
  directory: string,
  version: string,
): Promise<CommandResult> {
  const searched = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  const result = await runCommand(program, ['--version'], {
    env: { PATH: searched, HOME: directory, DISABLE_AUTOUPDATER: '1' },
    timeoutMs: 60_000,
  });
  return result.ok && !result.output.split(/\s/).includes(version)
    ? { ...result, ok: false, reason: `it is not ${version}` }
    : result;
}

function directoryIn(agent: AgentName, cache: string): string {
  const { packageName, version } = packages[agent];
  const platform = `${process.platform}-${process.arch}`;
  const name = path.posix.basename(packageName);
  return path.join(cache, 'agents', `${name}-${version}-${platform}-r${recipe}`);
}
