// How the launcher is called where an agent takes a line for a shell: whichever shell that is, and
// whatever the agent itself replaces in its settings.

import type { AgentName } from '../transcript/transcriptEvent';
import { argv, type LauncherCall, type McpServer } from './hookEntries';

export function hookLine(call: LauncherCall, agent: AgentName, event: string): string {
  const words = `hook ${event} --agent ${agent}`;
  if (call.scope === 'shared') {
    return `sh -c '${findLauncher}; ${startLauncher} ${words} --shared'`;
  }
  return call.platform === 'win32'
    ? // As a shell of Windows starts it, and PowerShell does, too.
      `cmd.exe /d /c "${call.launcher}" ${words}`
    : `'${call.launcher.replaceAll("'", `'\\''`)}' ${words}`;
}

export function serverCall(call: LauncherCall): McpServer {
  return call.scope === 'shared'
    ? { command: 'sh', args: ['-c', `${findLauncher}; ${startLauncher} mcp`] }
    : argv(call, ['mcp']);
}

/**
 * Their own launcher on the machine of whoever has the repository, nothing where Baton is not
 * installed. Gemini CLI and Qwen Code replace the names of variables in their settings by what these
 * are, before a shell sees them and whatever is in them; there is none here that can be set.
 */
const findLauncher = [
  '_baton=$(printenv BATON_HOME)',
  '[ "$_baton" ] || _baton=$(printenv XDG_DATA_HOME)/baton',
  '[ "$_baton" != /baton ] || _baton=$(printenv HOME)/.local/share/baton',
  '[ -x "/$_baton/bin/baton" ] || _baton="$(printenv HOME)/Library/Application Support/baton"',
  '[ -x "/$_baton/bin/baton" ] || exit 0',
].join('; ');

const startLauncher = 'exec "/$_baton/bin/baton"';
