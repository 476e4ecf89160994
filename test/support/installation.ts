import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { InstallScope } from '../../src/core/install/hookEntries';
import { installPlace, type InstallPlace } from '../../src/core/install/installPlace';
import { silentLogger } from '../../src/core/support/logger';
import type { AgentName } from '../../src/core/transcript/transcriptEvent';
import { baton, json, type Run } from './baton';
import { initRepository } from './git';
import { useScratchFolder } from './scratchFolder';

export interface Installation {
  readonly scratch: (...parts: string[]) => string;
  /** A file of the project. */
  readonly project: (...parts: string[]) => string;
  readonly home: (...parts: string[]) => string;
  readonly launcher: () => string;
  readonly run: (args: readonly string[], env?: Record<string, string>) => Run;
  /** The same, with what it prints as JSON; fails where it is not done. */
  readonly done: (...args: string[]) => InstallDocument;
  /** For what is not about the command line: without starting it. */
  readonly placeOf: (how: {
    cwd?: string;
    scope?: InstallScope;
    agent?: AgentName;
    env?: Record<string, string>;
  }) => Promise<InstallPlace>;
}

export interface InstallDocument {
  readonly changes: readonly { file: string; before: string | null; after: string | null }[];
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

/** A repository and a home folder with spaces, quotes and other letters in its name. */
export function useInstallation(): Installation {
  const scratch = useScratchFolder();
  const home = (...parts: string[]) => scratch(`it's "home" é`, ...parts);
  const project = (...parts: string[]) => scratch('my project', ...parts);
  beforeEach(() => {
    mkdirSync(home());
    mkdirSync(project());
    initRepository(project());
  });
  const run: Installation['run'] = (args, env = {}) =>
    baton(project(), args, { HOME: home(), PATH: '/usr/bin:/bin', ...env });
  return {
    scratch,
    project,
    home,
    launcher: () => home('.local', 'share', 'baton', 'bin', 'baton'),
    run,
    done: (...args) => {
      const ended = run([...args, '--json']);
      if (ended.code !== 0) {
        throw new Error(ended.stderr);
      }
      return json<InstallDocument & Record<string, unknown>>(ended);
    },
    placeOf: ({ cwd = project(), scope = 'local', agent = 'claude', env = {} }) =>
      installPlace(
        {
          env: { PATH: '/usr/bin:/bin', ...env },
          home: home(),
          platform: process.platform,
          execPath: process.execPath,
          isElectron: false,
          version: '0.1.0',
          cli: path.resolve('dist/cli.js'),
          logger: silentLogger,
          now: () => new Date(),
        },
        cwd,
        scope,
        agent,
      ),
  };
}

/** Every file below a folder with its content, every folder with none. */
export function contentOf(folder: string): Record<string, string | null> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      return [name, statSync(file).isFile() ? readFileSync(file, 'latin1') : null];
    }),
  );
}
