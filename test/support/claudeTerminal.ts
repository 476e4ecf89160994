// The real Claude Code as a person has it: in a terminal.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { agentProgram } from '../../scripts/host/ensureAgents';
import { claudeEnvironment } from './claudeCli';
import { type PseudoTerminal, usePseudoTerminals } from './pseudoTerminal';

/** Terminals for the suite that calls this; those that are left are closed after each test. */
export function useClaudeTerminals() {
  const open = usePseudoTerminals();
  return (start: { folder: string; url: string; cwd: string }): PseudoTerminal => {
    const env = claudeEnvironment(start.folder, start.url);
    answerQuestionsOfFirstStart(path.join(start.folder, 'home'), start.cwd);
    const command = [agentProgram('claude'), '--permission-mode', 'default'];
    return open({ command, cwd: start.cwd, env });
  };
}

/** The theme, the key of the environment, and whether the folder is trusted. */
export function answerQuestionsOfFirstStart(home: string, project: string): void {
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
