import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './batonApi';

/** What a program was started with. */
export interface Recorded {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Programs on the PATH in place of the CLIs, and stores of their own for them. A program writes down
 * how it was started, does what the file `does` beside it says, and waits until its terminal is closed.
 */
const program = (folder: string, name: string) => `
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === '--version') {
  console.log('9.8.7');
  process.exit(0);
}
const { TERM_PROGRAM, BATON_AGENT_DEPTH, CLAUDECODE } = process.env;
const told = { args, cwd: process.cwd(), env: { TERM_PROGRAM, BATON_AGENT_DEPTH, CLAUDECODE } };
const file = ${JSON.stringify(path.join(folder, 'told', name))} + '-' + process.hrtime.bigint() + '.json';
fs.writeFileSync(file + '.new', JSON.stringify(told));
fs.renameSync(file + '.new', file);
const does = ${JSON.stringify(path.join(folder, `${name}.does.js`))};
if (fs.existsSync(does)) {
  require(does)(args);
}
setTimeout(() => undefined, 120000);
`;

const stores = {
  CLAUDE_CONFIG_DIR: 'claude',
  CODEX_HOME: 'codex',
  GEMINI_CLI_HOME: 'gemini',
  QWEN_HOME: 'qwen',
  BATON_HOME: 'data',
} as const;

export function recordedAgents(names: readonly string[]) {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-agents-'));
  const before = { ...process.env };
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(path.join(folder, 'told'));
  for (const name of names) {
    const script = path.join(folder, `${name}.js`);
    writeFileSync(script, program(folder, name));
    const start = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`;
    writeFileSync(path.join(bin, name), start, { mode: 0o755 });
  }
  for (const [variable, store] of Object.entries(stores)) {
    process.env[variable] = path.join(folder, store);
  }
  // A real CLI of this machine must not answer.
  process.env.PATH = [bin, '/usr/bin', '/bin'].join(path.delimiter);
  let seen: string[] = [];
  const records = () =>
    readdirSync(path.join(folder, 'told')).filter((name) => /\d\.json$/.test(name));

  return {
    path: (...parts: string[]) => path.join(folder, ...parts),
    /** Into the store of a CLI. */
    write: (file: string, text: string): string => {
      const target = path.join(folder, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
      // What was just written might have been written by a program that was just started.
      const before = new Date(Date.now() - 60_000);
      utimesSync(target, before, before);
      return target;
    },
    /** What a program does when it is started: the body of a function of its arguments. */
    does: (name: string, body: string): void => {
      writeFileSync(
        path.join(folder, `${name}.does.js`),
        `module.exports = (args) => {${body}};\n`,
      );
    },
    /** The next start of a program that was not asked for yet. */
    next: async (name: string): Promise<Recorded> => {
      const fits = (file: string) => file.startsWith(`${name}-`) && !seen.includes(file);
      const [file = ''] = await eventually(
        `a start of ${name}`,
        () => records().filter(fits).sort(),
        ({ length }) => length > 0,
        20_000,
      );
      seen = [...seen, file];
      return JSON.parse(readFileSync(path.join(folder, 'told', file), 'utf8')) as Recorded;
    },
    started: () => records().filter((file) => !seen.includes(file)),
    restore: () => {
      for (const name of [...Object.keys(stores), 'PATH']) {
        process.env[name] = before[name];
        if (before[name] === undefined) {
          Reflect.deleteProperty(process.env, name);
        }
      }
      if (existsSync(folder)) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}
