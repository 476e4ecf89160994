// Baton in Gemini CLI: hooks and MCP server in one file, times in milliseconds.

import path from 'node:path';
import { agentEvents } from './agentEvents';
import type { AgentPlan } from './agentPlan';
import { folderTrust } from './folderTrust';
import { geminiFolder } from './agentFolders';
import { settingsPaths, shellHook } from './settingsFile';
import { serverCall } from './shellLines';

export const geminiPlan: AgentPlan = {
  name: 'gemini',
  title: 'Gemini CLI',
  events: agentEvents.gemini,
  hasLocalFile: false,
  mayHoldComments: true,
  takesPlainText: false,
  timeoutUnit: 1000,
  paths: (scope, facts) => settingsPaths(scope, facts, '.gemini', geminiFolder(facts)),
  hook: (event, call) => shellHook(event, call, 'gemini', 1000),
  server: serverCall,
  files: () => [],
  switches: [{ path: ['hooksConfig', 'enabled'], off: false }],
  trust: (_scope, facts) =>
    folderTrust(facts, {
      title: 'Gemini CLI',
      program: 'gemini',
      list:
        facts.env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ||
        path.join(geminiFolder(facts), 'trustedFolders.json'),
      settings: path.join(geminiFolder(facts), 'settings.json'),
      isOnByDefault: true,
    }),
};
