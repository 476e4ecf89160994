// What `baton` starts with: keeps the compiled code between runs, and runs main, a hook or the MCP
// server. Compiling is most of what a short command costs, and agents run several on every turn.

import { existsSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../core/dataFolder';
import { parseHookCall } from './hooks/hookCall';
import { loadPart } from './hooks/loadPart';

/** In the user's own folder; where a service runs without a home, none is made for it. */
function codeFolder(): string | undefined {
  const { env, platform } = process;
  const home = homedir();
  return existsSync(home)
    ? path.join(dataFolder({ env, platform, home }), 'cache', 'code')
    : undefined;
}

function keepCompiledCode(folder: string | undefined): void {
  const enable = enableCompileCache as typeof enableCompileCache | undefined;
  // Not in Node 20.
  if (folder === undefined || !enable) {
    return;
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enable(folder);
  } catch {
    // A home folder that cannot be written costs some milliseconds, nothing else.
  }
}

// Set by the launcher where an editor's runtime stands in for Node: not for what is started from here.
delete process.env.ELECTRON_RUN_AS_NODE;
const [verb, ...rest] = process.argv.slice(2);
const folder = codeFolder();
// Also what a newer version wrote into settings, and this one does not know: it ends well.
if (verb === 'hook' && (parseHookCall(rest) || rest[1] === '--agent')) {
  loadPart(__dirname, 'hook.js', folder && path.join(folder, 'hooks'));
} else if (verb === 'mcp' && rest.length === 0) {
  // An agent waits for its servers: this one does without the other verbs.
  loadPart(__dirname, 'mcp.js', folder && path.join(folder, 'mcp'));
} else if (verb === 'decision' && (rest[0] === 'list' || rest[0] === 'show')) {
  // A long log is asked for often: it does without the other verbs, too.
  loadPart(__dirname, 'cliDecisions.js', folder && path.join(folder, 'decisions'));
} else if (verb === 'search') {
  // So does a search, which is waited for.
  loadPart(__dirname, 'cliSearch.js', folder && path.join(folder, 'search'));
} else if (verb === 'sessions' && rest[0] === 'sweep') {
  // So does who looks at many sessions.
  loadPart(__dirname, 'cliSweep.js', folder && path.join(folder, 'sweep'));
} else {
  keepCompiledCode(folder);
  // By a name made at run time, so that it is not bundled into this file.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require(path.join(__dirname, 'cliMain.js'));
}
