import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { baton, json, type Run, startBaton } from './baton';
import { type FileOnDisk, readJson } from './blockerProject';
import { enableProject } from './enabledProject';
import { useScratchFolder } from './scratchFolder';
import { type WorkRepository, workRepository } from './workRepository';

/** A repository, the built command line, and programs that stand in for others on its PATH. */
export function useBlockerCommandLine() {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const dataFolder = (...parts: string[]) => scratch('data', ...parts);

  const surroundings = (env: Record<string, string>) => ({
    HOME: scratch('home'),
    PATH: `${scratch('bin')}:${process.env.PATH ?? ''}`,
    BATON_HOME: dataFolder(),
    ...env,
  });
  const run = (args: readonly string[], env: Record<string, string> = {}, input = ''): Run =>
    baton(root(), args, surroundings(env), input);

  /** What `baton install` and a trusted workspace do. */
  const enable = (): void => {
    enableProject(root(), dataFolder());
  };

  return {
    scratch,
    root,
    dataFolder,
    run,
    start: (args: readonly string[], env: Record<string, string> = {}) =>
      startBaton(root(), args, surroundings(env)),
    repository: (): WorkRepository => workRepository(root()),

    /** A shell script on PATH; what it was called with is in `calls`. */
    program: (name: string, script: string): void => {
      mkdirSync(scratch('bin'), { recursive: true });
      const calls = scratch(`${name}.calls`);
      const note = `printf '%s\\n' "$*" >> '${calls}'`;
      writeFileSync(scratch('bin', name), `#!/bin/sh\n${note}\n${script}\n`, { mode: 0o755 });
    },
    calls: (name: string): string => {
      const file = scratch(`${name}.calls`);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },

    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names the document
    blocker: <T = Record<string, unknown>>(...args: string[]): T =>
      json<T>(run(['blocker', ...args, '--json'])),
    detect: (command: string, exitCode: number, output: string, ...more: string[]) =>
      json<Detected>(
        run(
          ['blocker', 'detect', '--command', command, `--exit-code=${exitCode}`, '--json', ...more],
          {},
          output,
        ),
      ),
    file: () => readJson(root('.claude/state/blockers.json')),

    enable,
    /** An agent's hook saw it fail, so that it may be run again. */
    sawFail: (command: string, output: string): void => {
      enable();
      const error = `Exit code 1\n${output}`;
      const event = { cwd: root(), tool_name: 'Bash', tool_input: { command }, error };
      run(['hook', 'PostToolUseFailure'], {}, JSON.stringify(event));
    },
  };
}

export interface Detected {
  readonly blocker: FileOnDisk['open'][number] | null;
  readonly opened?: FileOnDisk['open'][number] | null;
  readonly counted?: FileOnDisk['open'][number] | null;
  readonly closed?: FileOnDisk['closed'];
}
