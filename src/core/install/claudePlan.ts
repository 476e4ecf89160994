// Baton in Claude Code: hooks by argv, slash commands and a skill besides.

import { agentEvents } from './agentEvents';
import { agentFiles } from './agentFiles';
import type { AgentPlan } from './agentPlan';
import { hookGroup, mcpServer } from './hookEntries';
import { scopePaths } from './installPaths';

export const claudePlan: AgentPlan = {
  name: 'claude',
  title: 'Claude Code',
  events: agentEvents.claude,
  hasLocalFile: true,
  mayHoldComments: false,
  takesPlainText: true,
  timeoutUnit: 1,
  paths: scopePaths,
  hook: hookGroup,
  server: mcpServer,
  files: agentFiles,
  switches: [{ path: ['disableAllHooks'], off: true }],
  trust: () => [],
};
