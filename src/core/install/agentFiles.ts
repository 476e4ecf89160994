// The files that an install writes for the agent itself: slash commands and a skill.

import { type AgentFile, commandTexts } from './commandTexts';
import { handoverSkill } from './handoverSkill';
import { type LauncherCall, shellCall } from './hookEntries';

export function agentFiles(call: LauncherCall): AgentFile[] {
  const baton = shellCall(call);
  return [
    ...commandTexts(baton),
    { name: 'skills/sdd-handover/SKILL.md', content: handoverSkill(baton) },
  ];
}
