// What Gemini CLI and Qwen Code have in common: one settings file with hooks and MCP servers.

import path from 'node:path';
import type { AgentName } from '../transcript/transcriptEvent';
import type { HookEvent, HookGroup, InstallScope, LauncherCall } from './hookEntries';
import type { ScopeFacts, ScopePaths } from './installPaths';
import { hookLine } from './shellLines';

export function settingsPaths(
  scope: InstallScope,
  { root = '' }: ScopeFacts,
  name: string,
  userFolder: string,
): ScopePaths {
  const isShared = scope === 'shared';
  const folder = isShared ? path.join(root, name) : userFolder;
  const settings = path.join(folder, 'settings.json');
  return {
    within: isShared ? root : undefined,
    folder,
    settings,
    servers: { file: settings, path: ['mcpServers'] },
  };
}

export function shellHook(
  { name, matcher, timeout }: HookEvent,
  call: LauncherCall,
  agent: AgentName,
  timeoutUnit: number,
): HookGroup {
  return {
    ...(matcher && { matcher }),
    hooks: [
      {
        type: 'command',
        name: 'baton',
        command: hookLine(call, agent, name),
        timeout: timeout * timeoutUnit,
      },
    ],
  };
}
