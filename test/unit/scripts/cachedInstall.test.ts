import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CachedInstall, ensureCached, isCached } from '../../../scripts/host/cachedInstall';
import { agentInstall } from '../../../scripts/host/ensureAgents';
import { useScratchFolder } from '../../support/scratchFolder';

describe('what is installed into the cache', () => {
  const scratch = useScratchFolder();
  const ok = { ok: true, output: '', reason: '' };

  /** Puts two files into its folder, and ends between them where it is told to. */
  function program(between: () => typeof ok = () => ok) {
    const directory = scratch('cache', 'program');
    const files = ['first', 'second'].map((name) => path.join(directory, name));
    const runs: string[][] = [];
    const install: CachedInstall['install'] = async (step) => {
      runs.push(readdirSync(directory));
      files.forEach((file) => {
        writeFileSync(file, '');
      });
      await step('between', 'Look at the log.', () => Promise.resolve(between()));
    };
    return { runs, cached: { label: 'Program 1', directory, files, install } };
  }
  const quietly = () => undefined;

  it('is installed once', async () => {
    const { cached, runs } = program();
    assert.equal(isCached(cached), false);
    await Promise.all([ensureCached(cached, quietly), ensureCached(cached, quietly)]);
    await ensureCached(cached, quietly);
    assert.equal(isCached(cached), true);
    assert.equal(runs.length, 1);
  });

  it('is not taken for finished when it was ended in the middle, and is begun anew', async () => {
    const ended = program(() => {
      throw new Error('killed');
    });
    await assert.rejects(ensureCached(ended.cached, quietly), /killed/);
    assert.ok(ended.cached.files.every((file) => existsSync(file)));
    assert.equal(isCached(ended.cached), false);

    const again = program();
    await ensureCached(again.cached, quietly);
    assert.deepEqual(again.runs, [['package.json']]);
    assert.equal(isCached(again.cached), true);
  });

  it('says which part failed, why, and what to do', async () => {
    const { cached } = program(() => ({
      ok: false,
      output: 'no network\n',
      reason: 'exit code 1',
    }));
    const failure = /^Program 1, part "between": exit code 1\n\nno network\n[^]*Look at the log\.$/;
    await assert.rejects(ensureCached(cached, quietly), { message: failure });
    assert.equal(isCached(cached), false);
  });

  it('is for one version and platform', () => {
    const { directory, files } = agentInstall('claude', '/cache/baton');
    const platform = `${process.platform}-${process.arch}`;
    assert.match(directory, new RegExp(`^/cache/baton/agents/claude-code-[\\d.]+-${platform}-r1$`));
    assert.ok(files.every((file) => file.startsWith(directory)));
  });
});
