// Baton in Qwen Code: Claude Code's events in Gemini CLI's kind of file.

import path from 'node:path';
import { agentEvents } from './agentEvents';
import { qwenFolder } from './agentFolders';
import type { AgentPlan } from './agentPlan';
import { folderTrust } from './folderTrust';
import { settingsPaths, shellHook } from './settingsFile';
import { serverCall } from './shellLines';

export const qwenPlan: AgentPlan = {
  name: 'qwen',
  title: 'Qwen Code',
  events: agentEvents.qwen,
  hasLocalFile: false,
  mayHoldComments: true,
  takesPlainText: true,
  timeoutUnit: 1,
  paths: (scope, facts) => settingsPaths(scope, facts, '.qwen', qwenFolder(facts)),
  hook: (event, call) => shellHook(event, call, 'qwen', 1),
  server: serverCall,
  files: () => [],
  switches: [{ path: ['disableAllHooks'], off: true }],
  trust: (_scope, facts) =>
    folderTrust(facts, {
      title: 'Qwen Code',
      program: 'qwen',
      list: path.join(qwenFolder(facts), 'trustedFolders.json'),
      settings: path.join(qwenFolder(facts), 'settings.json'),
      isOnByDefault: false,
    }),
};
