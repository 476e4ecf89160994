import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baton, json, type Run } from './baton';
import { type FileOnDisk, readJson } from './blockerProject';
import { useScratchFolder } from './scratchFolder';
import { type WorkRepository, workRepository } from './workRepository';

/** A repository, the built command line, and programs that stand in for others on its PATH. */
export function useBlockerCommandLine() {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const dataFolder = (...parts: string[]) => scratch('data', ...parts);

  const run = (args: readonly string[], env: Record<string, string> = {}, input = ''): Run =>
    baton(
      root(),
      args,
      {
        HOME: scratch('home'),
        PATH: `${scratch('bin')}:${process.env.PATH ?? ''}`,
        BATON_HOME: dataFolder(),
        ...env,
      },
      input,
    );

  return {
    scratch,
    root,
    dataFolder,
    run,
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

    /** What `baton install` and a trusted workspace do. */
    enable: (): void => {
      const id = '0b1e2d3c-4a5b-4c6d-8e7f-901234567890';
      writeFileSync(path.join(root('.git'), 'baton-id'), `${id}\n`);
      mkdirSync(dataFolder(), { recursive: true });
      writeFileSync(dataFolder('enabled.json'), JSON.stringify({ version: 1, projects: [{ id }] }));
    },
  };
}

export interface Detected {
  readonly blocker: FileOnDisk['open'][number] | null;
  readonly opened?: FileOnDisk['open'][number] | null;
  readonly counted?: FileOnDisk['open'][number] | null;
  readonly closed?: FileOnDisk['closed'];
}
