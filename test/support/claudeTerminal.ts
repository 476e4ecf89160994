// The real Claude Code as a person has it: in a terminal, with keys and a screen.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { agentProgram } from '../../scripts/host/ensureAgents';
import { endProcessTree } from '../../src/core/support/processTree';
import { claudeEnvironment } from './claudeCli';

export interface ClaudeTerminal {
  /** Types these words, and Enter when they are on the screen. */
  say(words: string): Promise<void>;
  press(key: string): void;
  /** Waits for words on the screen that came after the last key. */
  shows(words: string): Promise<void>;
  /** Waits until it is so. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

const waitMs = 40_000;

/** Terminals for the suite that calls this; those that are left are closed after each test. */
export function useClaudeTerminals() {
  const running: { readonly pid: number; readonly ended: Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const { pid, ended } of running.splice(0)) {
      await endProcessTree(pid, { graceMs: 2_000 });
      await ended;
    }
  });
  return (start: { folder: string; url: string; cwd: string }): ClaudeTerminal => {
    const env = claudeEnvironment(start.folder, start.url);
    answerQuestionsOfFirstStart(path.join(start.folder, 'home'), start.cwd);
    // `script` has the one thing that Node cannot make: a pseudo-terminal.
    const command = `stty cols 160 rows 50; exec '${agentProgram('claude')}' --permission-mode default`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: start.cwd,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
    running.push({ pid: child.pid ?? 0, ended });
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text));
    child.stdin.on('error', () => undefined);
    const press = (key: string): void => {
      screen = '';
      child.stdin.write(key);
    };
    const until = async (what: string, isSo: () => boolean): Promise<void> => {
      const deadline = Date.now() + waitMs;
      while (!isSo()) {
        if (Date.now() > deadline) {
          throw new Error(`Not within ${waitMs / 1000} s: ${what}. The screen:\n${plain(screen)}`);
        }
        await delay(50);
      }
    };
    const shows = (words: string): Promise<void> =>
      until(`"${words}" on the screen`, () => squeezed(plain(screen)).includes(squeezed(words)));
    return {
      say: async (words) => {
        press(words);
        await shows(words);
        press('\r');
      },
      press,
      shows,
      until,
      ended,
    };
  };
}

/** The theme, the key of the environment, and whether the folder is trusted. */
function answerQuestionsOfFirstStart(home: string, project: string): void {
  const file = path.join(home, '.claude.json');
  const known = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    readonly projects?: Record<string, object>;
  };
  const answers = {
    ...known,
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['stand-in'], rejected: [] },
    projects: {
      ...known.projects,
      [project]: { ...known.projects?.[project], hasTrustDialogAccepted: true },
    },
  };
  writeFileSync(file, JSON.stringify(answers));
}

function plain(screen: string): string {
  return stripVTControlCharacters(screen);
}

/** Spaces are often left out in favour of moving the cursor. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
