// What `baton` starts with: lets Node keep the compiled code between runs, then runs main, a hook or
// the MCP server. Compiling is most of what a short command costs, and agents run several on every turn.

import { existsSync, mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../core/dataFolder';

/** In the user's own folder: whoever can write there could also change what is started. */
function keepCompiledCode(): void {
  // Not in Node 20; and where a service runs without a home, none is made for it.
  if (!('enableCompileCache' in nodeModule) || !existsSync(homedir())) {
    return;
  }
  try {
    const { env, platform } = process;
    const folder = path.join(dataFolder({ env, platform, home: homedir() }), 'cache', 'code');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    nodeModule.enableCompileCache(folder);
  } catch {
    // A home folder that cannot be written costs some milliseconds, nothing else.
  }
}

// Set by the launcher where an editor's runtime stands in for Node: not for what is started from here.
delete process.env.ELECTRON_RUN_AS_NODE;
keepCompiledCode();
// An agent waits for its servers: this one does without the other verbs.
const [verb, ...rest] = process.argv.slice(2);
const bundle =
  verb === 'mcp' && rest.length === 0
    ? 'mcp.js'
    : verb === 'hook' && rest.length === 1 && !rest[0]?.startsWith('-')
      ? 'hook.js'
      : 'cliMain.js';
// By a name made at run time, so that it is not bundled into this file.
// eslint-disable-next-line @typescript-eslint/no-require-imports
require(path.join(__dirname, bundle));
