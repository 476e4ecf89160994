// npm test: every layer, the cheap ones while the VS Code host is made ready, and one line that
// sums them up. A layer that fails stops only what depends on it.

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { UserError, describeError } from '../src/core/support/errors';
import { agentNames } from '../src/core/transcript/transcriptEvent';
import { ensureBrowser } from './host/browser';
import { agentLabel, ensureAgent } from './host/ensureAgents';
import { ensureHost } from './host/ensureHost';
import { agents, claude } from './layers/agents';
import { lint, types } from './layers/checks';
import { type NamedResult, failureList } from './layers/failures';
import { integration } from './layers/integration';
import {
  type LayerName,
  type LayerResult,
  failedLayer,
  reported,
  summaryLine,
} from './layers/layer';
import { mochaLayer } from './layers/mochaLayers';
import { type TestOptions, parseTestOptions } from './layers/testOptions';
import { createVsix } from './packaging/vsix';
import { folderInMemory } from './process/folderInMemory';
import { type Lifetime, runScript } from './process/lifetime';
import { secondsSince, timed } from './process/progress';

const say = (line: string): void => {
  console.log(line);
};

void runScript(async (lifetime) => {
  const start = performance.now();
  const options = parseTestOptions(process.argv.slice(2));
  const results = await runLayers(options, lifetime);
  console.log(`\nAll layers: ${secondsSince(start)}`);
  console.log([...failureList(results), summaryLine(results)].join('\n'));
  return results.every((result) => result.failed === 0) ? 0 : 1;
});

async function runLayers(options: TestOptions, lifetime: Lifetime): Promise<NamedResult[]> {
  const work = lifetime.temporaryDirectory('test', folderInMemory());
  const vsix = path.join(work, 'baton.vsix');
  const env = {
    ...temporaryFolder(work),
    BATON_FORBID_ONLY: options.partial ? '0' : '1',
    BATON_HOST: options.host,
    BATON_VSIX: vsix,
  };
  const wants = (name: LayerName): boolean => options.layers.includes(name);
  const results: NamedResult[] = [];
  const layer = async (name: LayerName, run: () => Promise<LayerResult>): Promise<void> => {
    if (wants(name) && !lifetime.signal.aborted) {
      results.push({ name, ...(await reported(name, run)) });
    }
  };
  // They mostly wait for processes that they started, so one file more than there are processors.
  const jobs = Math.max(2, Math.min(4, availableParallelism() + 1));
  const unit = { folder: 'unit', work, env, testMs: 30_000, layerMs: 15 * 60_000, jobs } as const;
  const e2e = { folder: 'e2e', work, env, testMs: 120_000, layerMs: 8 * 60_000 } as const;

  // First of all, because it builds anew what the other layers use.
  const packaged =
    wants('e2e') && options.host !== 'electron'
      ? await part('package', () => createVsix(vsix))
      : '';
  const host = wants('integration') || wants('e2e') ? makeReady(options) : Promise.resolve('');
  const clis = options.complete ? fetchAgents(wants) : Promise.resolve('');
  await Promise.all([layer('lint', lint), layer('types', types)]);
  await layer('unit', () => mochaLayer(unit));
  const uninstalled = await clis;
  await layer('claude', () => (uninstalled ? unready(uninstalled) : claude(work, env)));
  await layer('agents', () => (uninstalled ? unready(uninstalled) : agents(work, env)));
  const missing = await host;
  await layer('integration', () =>
    missing ? unready(missing) : integration({ desktop: options.host === 'electron', work, env }),
  );
  await layer('e2e', () => {
    if (options.host === 'electron') {
      return Promise.resolve({ passed: 0, failed: 0, skipped: ['end to end: not on the desktop'] });
    }
    const problem = packaged || missing;
    return problem ? unready(problem) : mochaLayer(e2e);
  });
  return results;
}

/**
 * What a killed browser or test leaves behind goes with the folder of the run. Only on Linux:
 * elsewhere the path would be too long for the sockets that VS Code makes in it.
 */
function temporaryFolder(work: string): Record<string, string> {
  if (process.platform !== 'linux') {
    return {};
  }
  const folder = path.join(work, 't');
  mkdirSync(folder);
  return { TMPDIR: folder };
}

function unready(problem: string): Promise<LayerResult> {
  return Promise.resolve(failedLayer(`Did not run: ${problem}`));
}

/** Empty when the CLIs of agents are there that the layers want; one after the other, for the disk. */
async function fetchAgents(wants: (name: LayerName) => boolean): Promise<string> {
  const wanted = wants('agents') ? agentNames : wants('claude') ? (['claude'] as const) : [];
  for (const agent of wanted) {
    const problem = await part(agentLabel(agent), () => ensureAgent(agent, say));
    if (problem) {
      return problem;
    }
  }
  return '';
}

/** Empty when host and browser are there; otherwise what is missing. Never rejects. */
async function makeReady({ host }: TestOptions): Promise<string> {
  if (host === 'electron') {
    return '';
  }
  return (
    (await part('VS Code host', () => ensureHost(host, say))) ||
    (await part('browser', () => ensureBrowser(say)))
  );
}

/** Says how long it took; failing is told where it matters, by the layer that needs it. */
async function part(name: string, body: () => Promise<unknown>): Promise<string> {
  try {
    await timed(say, name, body);
    return '';
  } catch (error) {
    return UserError.is(error) ? error.message : describeError(error);
  }
}
