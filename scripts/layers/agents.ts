// The layers that run real CLIs of agents, on loopback against a model of the tests' own.

import { type AgentName, agentNames } from '../../src/core/transcript/transcriptEvent';
import { agentLabel, cachedAgents } from '../host/ensureAgents';
import { loopbackOnly } from '../process/loopbackOnly';
import type { LayerResult } from './layer';
import { type MochaLayer, mochaLayer } from './mochaLayers';

/** What Claude Code does with hooks and installations. */
export function claude(work: string, env: NodeJS.ProcessEnv): Promise<LayerResult> {
  const limits = { testMs: 180_000, layerMs: 10 * 60_000 };
  // It often waits, for a hook or for its own pauses.
  return withAgents(['claude'], { folder: 'claude', work, env, jobs: 2, ...limits });
}

/** Sessions of all of them. */
export function agents(work: string, env: NodeJS.ProcessEnv): Promise<LayerResult> {
  const limits = { testMs: 180_000, layerMs: 10 * 60_000 };
  return withAgents(agentNames, { folder: 'agents', work, env, jobs: 4, ...limits });
}

/** Those that are in the cache; what is left out is said in one line. */
async function withAgents(wanted: readonly AgentName[], layer: MochaLayer): Promise<LayerResult> {
  const cached = cachedAgents();
  const missing = wanted.filter((agent) => !cached.includes(agent)).map(agentLabel);
  const skipped =
    missing.length === 0
      ? []
      : [
          `Not in the cache: ${missing.join(', ')}. To fetch and test: npm run test:${layer.folder}`,
        ];
  if (missing.length === wanted.length) {
    return { passed: 0, failed: 0, skipped };
  }
  const prefix = await loopbackOnly();
  if (prefix === undefined) {
    console.log('\nAgents are not cut off from the network: "unshare" and "ip" do not do it here.');
  }
  const result = await mochaLayer({ ...layer, ...(prefix && { prefix }) });
  return { ...result, skipped: [...result.skipped, ...skipped] };
}
