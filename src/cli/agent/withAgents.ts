// The project for a verb that starts agents, or says which may be started.

import { withDepthAbove } from '../../core/agents/agentEnvironment';
import type { Project } from '../../core/project';
import { withProject } from '../blocker/options';
import type { VerbInput, VerbResult } from '../verb';

/** The shell of an agent may hand on no environment: then the processes above say how deep it is. */
export function withAgents(
  input: VerbInput,
  action: (project: Project) => Promise<VerbResult>,
): Promise<VerbResult> {
  return withProject({ ...input, env: withDepthAbove(input.env) }, action);
}
