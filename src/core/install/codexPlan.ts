// Baton in Codex: hooks in a file of their own, the MCP server in config.toml. Every hook has to be
// approved in Codex before it runs, and again when it changes.

import path from 'node:path';
import { agentEvents } from './agentEvents';
import { codexFolder } from './agentFolders';
import type { AgentPlan } from './agentPlan';
import { codexTrust } from './codexTrust';
import type { HookEvent, HookGroup, LauncherCall } from './hookEntries';
import { hookLine, serverCall } from './shellLines';

/**
 * Codex counts four bytes as one. Enough for all that Baton injects, which may be Korean or Japanese,
 * with three bytes to a character.
 */
const contextLimit = 7_500;

const injecting = ['SessionStart', 'UserPromptSubmit'];

export const codexPlan: AgentPlan = {
  name: 'codex',
  title: 'Codex',
  events: agentEvents.codex,
  hasLocalFile: false,
  mayHoldComments: false,
  takesPlainText: true,
  timeoutUnit: 1,
  paths: (scope, facts) => {
    const folder = scope === 'shared' ? path.join(facts.root ?? '', '.codex') : codexFolder(facts);
    return {
      within: scope === 'shared' ? facts.root : undefined,
      folder,
      settings: path.join(folder, 'hooks.json'),
      servers: { file: path.join(folder, 'config.toml'), path: ['mcp_servers'], isToml: true },
    };
  },
  hook: codexHook,
  server: (call) => ({
    ...serverCall(call),
    // It starts servers with few variables, and the launcher may be where one of these says.
    ...(call.scope === 'shared' && { env_vars: ['BATON_HOME', 'XDG_DATA_HOME'] }),
  }),
  files: () => [],
  switches: [],
  trust: codexTrust,
};

function codexHook({ name, matcher, timeout }: HookEvent, call: LauncherCall): HookGroup {
  return {
    ...(matcher && { matcher }),
    hooks: [
      {
        type: 'command',
        command: hookLine(call, 'codex', name),
        timeout,
        ...(injecting.includes(name) && { additionalContextLimit: contextLimit }),
      },
    ],
  };
}
