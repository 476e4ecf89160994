// The plan of each agent that Baton can be installed into.

import type { AgentName } from '../transcript/transcriptEvent';
import type { AgentPlan } from './agentPlan';
import { claudePlan } from './claudePlan';
import { codexPlan } from './codexPlan';
import { geminiPlan } from './geminiPlan';
import { qwenPlan } from './qwenPlan';

export const agentPlans: Readonly<Record<AgentName, AgentPlan>> = {
  claude: claudePlan,
  codex: codexPlan,
  gemini: geminiPlan,
  qwen: qwenPlan,
};
