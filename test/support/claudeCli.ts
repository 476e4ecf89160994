// The real Claude Code, in processes with a home, an environment and a time limit of their own.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { agentProgram } from '../../scripts/host/ensureAgents';
import { cleanEnvironment } from '../../scripts/process/environment';
import { toldIn, useMessagesApi } from './messagesApi';
import { useScratchFolder } from './scratchFolder';

/** What a process of Claude Code said about itself, and what it asked of the model. */
export interface Conversation {
  /** null when it was ended because it took too long. */
  readonly code: number | null;
  readonly stderr: string;
  readonly sessionId: string;
  readonly answer: string;
  /** What it offers to type after a slash. */
  readonly commands: readonly string[];
  readonly servers: readonly string[];
  /** It does not tell of PreCompact, PostCompact and SessionEnd. */
  readonly hooks: readonly HookResponse[];
  /** The tools that it wanted to ask about, with nobody there to say yes. */
  readonly denied: readonly string[];
  /** What the model was told, request by request. */
  readonly told: readonly string[];
}

export interface HookResponse {
  readonly hook_event: string;
  /** The event with its source or tool: `SessionStart:resume`. */
  readonly hook_name: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly outcome: string;
}

export interface AskOptions {
  readonly cwd?: string;
  readonly flags?: readonly string[];
  /** Those that the model may use without asking; those of the usual work unless told. */
  readonly allowedTools?: string;
  readonly env?: Record<string, string>;
}

interface StreamEvent extends HookResponse {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly result?: string;
  readonly permission_denials?: readonly { readonly tool_name: string }[];
  readonly slash_commands?: readonly string[];
  readonly mcp_servers?: readonly { readonly name: string }[];
}

const runMs = 90_000;

/** Claude Code in `project` of a scratch folder, and the model that answers it. */
export function useClaude() {
  const scratch = useScratchFolder();
  const api = useMessagesApi();
  return {
    scratch,
    api,
    /** Says these, each when the one before is answered, and ends. */
    ask: async (words: readonly string[], options: AskOptions = {}): Promise<Conversation> => {
      const before = api().requests.length;
      const child = start(scratch(), api().url, options.cwd ?? scratch('project'), options);
      const { events, stderr, code } = await talk(child, words);
      const init = events.find(({ subtype }) => subtype === 'init');
      const last = events.findLast(({ type }) => type === 'result');
      return {
        code,
        stderr,
        sessionId: last?.session_id ?? '',
        answer: last?.result ?? '',
        commands: init?.slash_commands ?? [],
        servers: (init?.mcp_servers ?? []).map(({ name }) => name),
        hooks: events.filter(({ subtype }) => subtype === 'hook_response'),
        denied: (last?.permission_denials ?? []).map(({ tool_name }) => tool_name),
        told: api().requests.slice(before).map(toldIn),
      };
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function start(folder: string, url: string, cwd: string, options: AskOptions): Child {
  const { flags = [], env, allowedTools = 'Bash,Edit,Write,Read' } = options;
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const tools = allowedTools === '' ? [] : ['--allowedTools', allowedTools];
  return spawn(
    agentProgram('claude'),
    [...args, '--verbose', '--include-hook-events', ...tools, ...flags],
    {
      cwd,
      env: { ...claudeEnvironment(folder, url), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Leads a group of its own, with which whatever it leaves running is ended.
      detached: true,
    },
  );
}

/** Nothing of the machine's but its programs. */
export function claudeEnvironment(folder: string, url: string): NodeJS.ProcessEnv {
  const home = path.join(folder, 'home');
  const tmp = path.join(folder, 'tmp');
  mkdirSync(home, { recursive: true });
  mkdirSync(tmp, { recursive: true });
  const searched = cleanEnvironment(process.env).PATH ?? '';
  return {
    PATH: [path.dirname(process.execPath), searched].join(path.delimiter),
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    BATON_HOME: path.join(folder, 'data'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'stand-in',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
  };
}

function talk(
  child: Child,
  words: readonly string[],
): Promise<{ events: StreamEvent[]; stderr: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const events: StreamEvent[] = [];
    const left = [...words];
    let stderr = '';
    const sayNext = (): void => {
      const content = left.shift();
      if (content === undefined) {
        child.stdin.end();
      } else {
        const message = { type: 'user', message: { role: 'user', content } };
        child.stdin.write(`${JSON.stringify(message)}\n`);
      }
    };
    const endGroup = (): void => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    const timer = setTimeout(endGroup, runMs);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as StreamEvent;
      events.push(event);
      if (event.type === 'result') {
        sayNext();
      }
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      endGroup();
    });
    child.once('close', (code) => {
      resolve({ events, stderr, code });
    });
    sayNext();
  });
}
