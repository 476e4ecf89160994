// The layer that runs the real Claude Code, on loopback against a Messages API of the tests' own.

import { isClaudeCached } from '../host/ensureClaude';
import { loopbackOnly } from '../process/loopbackOnly';
import type { LayerResult } from './layer';
import { mochaLayer } from './mochaLayers';

export async function claude(work: string, env: NodeJS.ProcessEnv): Promise<LayerResult> {
  if (!isClaudeCached()) {
    const how =
      'Claude Code is not in the cache. To fetch it and run its tests: npm run test:claude';
    return { passed: 0, failed: 0, skipped: [how] };
  }
  const prefix = await loopbackOnly();
  if (prefix === undefined) {
    console.log(
      '\nClaude Code is not cut off from the network: "unshare" and "ip" do not do it here.',
    );
  }
  const limits = { testMs: 180_000, layerMs: 10 * 60_000 };
  // It often waits, for a hook or for its own pauses.
  return mochaLayer({ folder: 'claude', work, env, jobs: 2, ...limits, ...(prefix && { prefix }) });
}
