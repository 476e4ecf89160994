// The files that an install writes for the agent itself: slash commands and a skill.

import { type AgentFile, commandTexts } from './commandTexts';
import { handoverSkill } from './handoverSkill';
import { type LauncherCall, shellCall } from './hookEntries';

export function agentFiles(call: LauncherCall): AgentFile[] {
  const baton = shellCall(call);
  // What finds the launcher on any machine is too long to be read more than once.
  const isLong = call.scope === 'shared';
  const texts = { baton, short: isLong ? 'BATON' : baton };
  const preface = isLong ? `In what follows, BATON stands for \`${baton}\`.\n\n` : '';
  return [
    ...commandTexts(texts, preface),
    { name: 'skills/sdd-handover/SKILL.md', content: handoverSkill(texts, preface) },
  ];
}
