import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';

/** The sample project that all suites share, and the way back to how it was. */
export function sampleProject() {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const file = (...parts: string[]) => path.join(root, ...parts);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const stateFile = file('.claude', 'session-state.json');
  const head = git('rev-parse', 'HEAD');
  const state = readFileSync(stateFile, 'utf8');
  git('config', 'user.name', 'Harbor Sample');
  git('config', 'user.email', 'sample@harbor.invalid');
  return {
    root,
    file,
    git,
    state: () => JSON.parse(readFileSync(stateFile, 'utf8')) as Record<string, unknown>,
    writeState: (change: object) => {
      writeFileSync(stateFile, JSON.stringify({ ...(JSON.parse(state) as object), ...change }));
    },
    /** After each test. */
    reset: () => {
      git('reset', '--quiet', '--hard', head);
      git('clean', '--quiet', '-d', '--force');
      for (const ref of git('for-each-ref', '--format=%(refname)', 'refs/baton').split('\n')) {
        if (ref !== '') {
          git('update-ref', '-d', ref);
        }
      }
      for (const name of readdirSync(file('.claude'))) {
        if (/\.(bak|corrupt-.*)$/.test(name)) {
          rmSync(file('.claude', name));
        }
      }
      writeFileSync(stateFile, state);
    },
    /** After the last one. */
    leave: () => {
      git('config', '--unset', 'user.name');
      git('config', '--unset', 'user.email');
    },
  };
}
