// In which scopes Baton's hooks are in place for a project.

import { agentReach } from '../enabledRoot';
import type { AgentName } from '../transcript/transcriptEvent';
import type { AgentPlan } from './agentPlan';
import { agentPlans } from './agentPlans';
import { seeSettings } from './fileChange';
import type { InstallScope } from './hookEntries';
import type { ScopeFacts } from './installPaths';
import { type FoundHook, findHooks } from './settingsHooks';

export const installScopes: readonly InstallScope[] = ['local', 'shared', 'user'];

export interface ScopeHooks {
  readonly scope: InstallScope;
  readonly file: string;
  readonly hooks: readonly FoundHook[];
  /** That a person installed them there, where that is remembered, whether they are there or not. */
  readonly isWanted: boolean;
}

export interface UsedFacts extends ScopeFacts {
  readonly dataFolder: string;
}

/** Of files that can be read; a broken one has none. */
export function hooksByScope(facts: UsedFacts, plan: AgentPlan = agentPlans.claude): ScopeHooks[] {
  return installScopes.flatMap((scope) => {
    if (scope !== 'user' && facts.root === undefined) {
      return [];
    }
    const { settings, within } = plan.paths(scope, facts);
    const { isMeant, isWanted } = reachOf(scope, facts, plan);
    const hooks = isMeant ? hooksOf(settings, within, plan) : [];
    return [{ scope, file: settings, hooks, isWanted }];
  });
}

/** Where one file serves two scopes, it is remembered for which of them hooks were put there. */
function reachOf(scope: InstallScope, facts: UsedFacts, plan: AgentPlan) {
  if (plan.hasLocalFile || scope === 'shared') {
    return { isMeant: true, isWanted: false };
  }
  const { isHere, isElsewhere, isEverywhere } = agentReach(plan.name, facts.root, facts);
  const isWanted = scope === 'local' ? isHere : isEverywhere;
  const isNobodys = !isHere && !isElsewhere && !isEverywhere;
  return { isMeant: isWanted || (scope === 'user' && isNobodys), isWanted };
}

/** The scopes in which an agent has hooks of Baton, or is to have them; each file once. */
export function scopesInUse(facts: UsedFacts, plan: AgentPlan): ScopeHooks[] {
  const used = hooksByScope(facts, plan).filter(
    ({ hooks, isWanted }) => isWanted || hooks.length > 0,
  );
  return used.filter(({ file }, index) => used.findIndex((each) => each.file === file) === index);
}

/** The agents that have hooks of Baton for a project, or are to have them. */
export function agentsInUse(facts: UsedFacts): AgentName[] {
  return Object.values(agentPlans)
    .filter((plan) => scopesInUse(facts, plan).length > 0)
    .map(({ name }) => name);
}

/** What to advise: where Baton is set up already, else for this person here. */
export function scopeInUse(facts: UsedFacts, plan: AgentPlan = agentPlans.claude): InstallScope {
  return scopesInUse(facts, plan)[0]?.scope ?? 'local';
}

/** An agent runs hooks of two scopes once where both call the same; only the shared one does not. */
export function runTwice(one: InstallScope, other: InstallScope): boolean {
  return (one === 'shared') !== (other === 'shared');
}

function hooksOf(file: string, within: string | undefined, plan: AgentPlan): FoundHook[] {
  try {
    const { text } = seeSettings(file, within, plan);
    return text?.trim() ? findHooks(text, file) : [];
  } catch {
    return [];
  }
}
