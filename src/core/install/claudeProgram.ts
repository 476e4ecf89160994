// The agent's own command line, for the one file that it keeps to itself and may be writing now.

import { execFile } from 'node:child_process';
import { programsOnPath } from '../support/programOnPath';
import { type McpServer, mcpServerName } from './hookEntries';

const longestMs = 20_000;

export interface ClaudeProgramPlace {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly cwd: string;
  readonly scope: 'local' | 'user';
}

/** Whether it said that it did; false also where it is not installed. */
export async function addServerByClaude(
  place: ClaudeProgramPlace,
  server: McpServer,
  isThere: boolean,
): Promise<boolean> {
  if (isThere && !(await removeServerByClaude(place))) {
    return false;
  }
  const json = JSON.stringify(server);
  return runClaude(place, ['mcp', 'add-json', '-s', place.scope, mcpServerName, json]);
}

export function removeServerByClaude(place: ClaudeProgramPlace): Promise<boolean> {
  return runClaude(place, ['mcp', 'remove', '-s', place.scope, mcpServerName]);
}

function runClaude({ env, cwd }: ClaudeProgramPlace, args: readonly string[]): Promise<boolean> {
  const [program] = programsOnPath('claude', env);
  // A script of Windows needs a shell, for which JSON would have to be quoted.
  if (program === undefined || /\.(?:cmd|bat|ps1)$/i.test(program)) {
    return Promise.resolve(false);
  }
  const quiet = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const how = { cwd, env: { ...env, ...quiet }, timeout: longestMs, windowsHide: true };
  return new Promise((resolve) => {
    const child = execFile(program, [...args], how, (error) => {
      resolve(error === null);
    });
    child.stdin?.end();
  });
}
