// The Node.js installations of this machine that can run Baton. Asked when the launcher is written,
// so that the launcher itself need not ask.

import { execFile } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isProgram, programsOnPath } from '../support/programOnPath';
import { oldestNode } from './launcherText';

export interface RuntimeFacts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** What runs this now, and whether that is an editor's. */
  readonly execPath: string;
  readonly isElectron: boolean;
}

const mostAsked = 8;
const mostKept = 3;
/** A version manager's script may take long to find out which Node is meant. */
const longestAnswerMs = 5000;

/** Best first: those that keep compiled code between runs start in less time. */
export async function nodeRuntimes(facts: RuntimeFacts): Promise<string[]> {
  const candidates = [...new Set(candidatesOf(facts))].slice(0, mostAsked);
  const answers = await Promise.all(candidates.map((each) => ask(each, facts)));
  const known = answers.flatMap((answer) => answer ?? []);
  const unique = known.filter(
    ({ real }, index) => known.findIndex((each) => each.real === real) === index,
  );
  const keepsCode = (version: number) => (version >= 22 ? 0 : 1);
  return unique
    .toSorted((one, other) => keepsCode(one.major) - keepsCode(other.major))
    .map(({ program }) => program)
    .slice(0, mostKept);
}

function candidatesOf({ env, home, platform, execPath, isElectron }: RuntimeFacts): string[] {
  const wellKnown =
    platform === 'win32'
      ? [path.join(env.ProgramFiles ?? 'C:\\Program Files', 'nodejs', 'node.exe')]
      : [
          '/opt/homebrew/bin/node',
          '/usr/local/bin/node',
          '/usr/bin/node',
          path.join(home, '.volta', 'bin', 'node'),
          path.join(home, '.local', 'share', 'fnm', 'aliases', 'default', 'bin', 'node'),
          ...newestOf(path.join(env.NVM_DIR || path.join(home, '.nvm'), 'versions', 'node')),
        ];
  return [...(isElectron ? [] : [execPath]), ...programsOnPath('node', env), ...wellKnown].filter(
    (each) => path.isAbsolute(each) && !isOfProject(each) && isProgram(each),
  );
}

/** One that came with a project goes with it, and may be anything. */
function isOfProject(program: string): boolean {
  return program.split(path.sep).includes('node_modules');
}

function newestOf(folder: string): string[] {
  try {
    const versions = readdirSync(folder).filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
    const collator = new Intl.Collator('en', { numeric: true });
    return versions
      .toSorted((one, other) => collator.compare(other, one))
      .slice(0, 2)
      .map((name) => path.join(folder, name, 'bin', 'node'));
  } catch {
    return [];
  }
}

interface Runtime {
  readonly program: string;
  readonly real: string;
  readonly major: number;
}

/** Away from any project: version managers would answer for that one. */
function ask(
  candidate: string,
  { env, home }: Pick<RuntimeFacts, 'env' | 'home'>,
): Promise<Runtime | undefined> {
  const program = 'process.versions.node + "\\n" + process.execPath';
  const how = {
    cwd: path.parse(candidate).root,
    env: { ...env, HOME: home, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '' },
    timeout: longestAnswerMs,
  };
  return new Promise((resolve) => {
    execFile(candidate, ['-p', program], how, (error, stdout) => {
      const [version = '', execPath = ''] = stdout.trim().split('\n');
      const major = Number.parseInt(version, 10);
      if (error || !(major >= oldestNode) || !path.isAbsolute(execPath)) {
        resolve(undefined);
        return;
      }
      // A link stays when what it leads to is updated; a script that only chooses costs time.
      const real = realOf(execPath);
      resolve({ program: realOf(candidate) === real ? candidate : execPath, real, major });
    });
  });
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
