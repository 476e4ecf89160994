// `baton mcp`: hands over to the bundle of the MCP server. Without options start.ts already has.

import path from 'node:path';
import { UserError } from '../core/support/errors';
import { msg } from '../core/support/message';
import type { Verb } from './verb';

export const mcp: Verb = {
  summary: msg('For agents: the MCP server on stdin and stdout, for the work of this project'),
  run: ({ cwd }) => {
    enter(cwd);
    // By a name made at run time, so that it is not bundled into this file.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(path.join(__dirname, 'mcp.js'));
    // Nothing is left to say: the process ends when the server has nothing more to do.
    return new Promise(() => undefined);
  },
};

function enter(cwd: string): void {
  try {
    process.chdir(cwd);
  } catch {
    throw new UserError('no-folder', msg('There is no folder {0}. Check the path.', cwd));
  }
}
