// What the hooks of agents cost beside starting Node at all, called as an agent calls them: on a
// transcript that grows between two calls, and where there is nothing to do.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { growingTranscript, largeSession } from '../support/largeTranscript';
import { compare } from './measure';
import type { Row } from './row';

const runs = 31;
const megabyte = 1024 * 1024;
const transcriptMegabytes = 200;

/** Bounds: 2 × `node -e 0` where the transcript grew, 1.4 × where there is nothing to do. */
export async function benchHooks(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  try {
    const { root, hook, transcript, launcher, start } = createPlace(folder);
    const { grow } = growingTranscript(transcript, transcriptMegabytes * megabyte, root);
    hook(bundled, 'SessionStart', { source: 'startup' });
    hook(bundled, 'Stop', {});
    const rows: Row[] = [];
    for (const { name, event, input, isGrown } of calls) {
      for (const [suffix, starter] of [
        ['', bundled],
        [', by the launcher', [launcher]],
      ] as const) {
        const prepare = () => {
          if (isGrown) {
            grow(megabyte);
          }
        };
        const call = () => {
          hook(starter, event, input);
        };
        rows.push(await compare(runs, `${name}${suffix}`, call, 'node -e 0', start, prepare));
      }
    }
    grow(megabyte);
    hook(bundled, 'Stop', {});
    checkSaved(folder, transcript);
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bundled = [process.execPath, path.resolve('dist/cli.js')];
const grown = `${transcriptMegabytes} MB, 1 MB of it new`;
const calls = [
  {
    name: `hook Stop, ${grown}`,
    event: 'Stop',
    input: { last_assistant_message: 'It is done.' },
    isGrown: true,
  },
  {
    name: `hook UserPromptSubmit, ${grown}`,
    event: 'UserPromptSubmit',
    input: { prompt: 'Please go on.' },
    isGrown: true,
  },
  {
    name: 'hook Notification',
    event: 'Notification',
    input: { message: 'Waiting for your input' },
    isGrown: false,
  },
  {
    name: 'hook PostToolUse of ls',
    event: 'PostToolUse',
    input: {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: { stdout: 'README.md\nsrc\n', stderr: '', interrupted: false },
    },
    isGrown: false,
  },
  {
    name: 'hook PostToolUse of npm test',
    event: 'PostToolUse',
    input: {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'Tests: 3 passed, 3 total\n', stderr: '', interrupted: false },
    },
    isGrown: false,
  },
];

/** A repository in which a person installed Baton, and the place of its agent's transcript. */
function createPlace(folder: string) {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const root = at('project');
  const store = at('home', '.claude', 'projects', '-project');
  const transcript = path.join(store, `${largeSession}.jsonl`);
  mkdirSync(root);
  mkdirSync(store, { recursive: true });
  const env = {
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: at('home'),
    BATON_HOME: at('data'),
  };
  const run = (program: string, args: readonly string[], input = '') => {
    const options = { cwd: root, env, encoding: 'utf8', input } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    if (status !== 0 || stderr !== '') {
      throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
    }
    return stdout;
  };
  run('git', ['init', '--quiet', '--initial-branch=main']);
  run(process.execPath, [path.resolve('dist/cli.js'), 'install']);
  const common = { session_id: largeSession, transcript_path: transcript, cwd: root };
  return {
    root,
    transcript,
    launcher: at('data', 'bin', 'baton'),
    start: () => {
      run(process.execPath, ['-e', '0']);
    },
    hook: ([program = '', ...args]: readonly string[], event: string, input: object) => {
      const text = JSON.stringify({ ...common, hook_event_name: event, ...input });
      run(program, [...args, 'hook', event], text);
    },
  };
}

/** A hook that fails says so nowhere but in its log, and would be quick. */
function checkSaved(folder: string, transcript: string): void {
  const log = path.join(folder, 'data', 'logs', 'hooks.log');
  if (existsSync(log)) {
    throw new Error(`Hooks failed: ${readFileSync(log, 'utf8')}`);
  }
  const contexts = path.join(folder, 'project', '.claude', 'state', 'contexts');
  const context = path.join(contexts, `${largeSession}.json`);
  if (statSync(context).mtimeMs < statSync(transcript).mtimeMs) {
    throw new Error('The last Stop did not save the context.');
  }
}
