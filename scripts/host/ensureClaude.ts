// Gets the real Claude Code ready in the user's cache, for the tests that run it. It is not ours to
// pass on, so it is never among the dependencies nor in what is packaged.

import path from 'node:path';
import { type CommandResult, runCommand } from '../process/command';
import type { Progress } from '../process/progress';
import { type CachedInstall, ensureCached, isCached, registryAdvice } from './cachedInstall';
import { cacheDirectory } from './hosts';
import { runNpm } from './npm';

const packageName = '@anthropic-ai/claude-code';
const version = '2.1.325';
/** Raised when the steps of the installation change, so that older ones are not used any more. */
const recipe = 1;

export async function ensureClaude(progress: Progress): Promise<void> {
  await ensureCached(claudeInstall(), progress);
}

export function isClaudeCached(): boolean {
  return isCached(claudeInstall());
}

export function claudeProgram(cache: string = cacheDirectory()): string {
  return path.join(packageIn(directoryIn(cache)), 'bin', 'claude.exe');
}

export function claudeInstall(cache: string = cacheDirectory()): CachedInstall {
  const directory = directoryIn(cache);
  const program = claudeProgram(cache);
  return {
    label: `Claude Code ${version}`,
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
      // Puts the program in its place: done here, because npm may be set not to run scripts.
      await step('program', registryAdvice, () =>
        runCommand(process.execPath, ['install.cjs'], {
          cwd: packageIn(directory),
          timeoutMs: 60_000,
        }),
      );
      await step('check', 'Remove the folder named above, then try again.', () =>
        checkVersion(program, directory),
      );
    },
  };
}

async function checkVersion(program: string, directory: string): Promise<CommandResult> {
  const result = await runCommand(program, ['--version'], {
    env: { PATH: process.env.PATH, HOME: directory, DISABLE_AUTOUPDATER: '1' },
    timeoutMs: 60_000,
  });
  return result.ok && !result.output.startsWith(`${version} `)
    ? { ...result, ok: false, reason: `it is not ${version}` }
    : result;
}

function directoryIn(cache: string): string {
  const platform = `${process.platform}-${process.arch}`;
  return path.join(cache, 'agents', `claude-code-${version}-${platform}-r${recipe}`);
}

function packageIn(directory: string): string {
  return path.join(directory, 'node_modules', ...packageName.split('/'));
}
