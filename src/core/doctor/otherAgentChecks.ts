// What has to be right for Baton in an agent other than Claude Code: its hooks, what a person allowed it
// to run, and the MCP server.

import type { AgentPlan } from '../install/agentPlan';
import { scopesInUse } from '../install/installedScopes';
import { msg, render } from '../support/message';
import { type DoctorCheck, fail, ok } from './doctorCheck';
import type { DoctorPlace } from './doctorPlace';
import { otherHookChecks, usedFacts } from './hookChecks';
import { mcpRegistered } from './mcpChecks';

export function otherAgentChecks(place: DoctorPlace, plan: AgentPlan): DoctorCheck[] {
  return [...otherHookChecks(place, plan), ...trustChecks(place, plan), mcpRegistered(place, plan)];
}

function trustChecks(place: DoctorPlace, plan: AgentPlan): DoctorCheck[] {
  const name = `${plan.name} trust`;
  const facts = usedFacts(place);
  const all = scopesInUse(facts, plan).flatMap(({ scope }) => plan.trust(scope, facts));
  // What is asked once for all scopes is told once.
  const problems = new Map(all.map((each) => [render(each.detail), each]));
  return problems.size > 0
    ? [...problems.values()].map(({ detail, fix }) => fail(name, detail, fix))
    : [ok(name, msg('{0} may run the hooks of Baton here.', plan.title))];
}
