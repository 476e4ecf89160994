import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecoveryOptions, RecoveryRunner } from '../../../src/core/blockers/runRecovery';
import { english } from '../../../src/core/support/message';
import { outcomeNotice } from '../../../src/extension/views/recoveryOutcome';
import { useBlockerProject } from '../../support/blockerProject';
import { fails } from '../../support/blockerRuns';

describe('a recovery that runs in terminals', () => {
  const place = useBlockerProject('vscode');
  const env = { BATON_RECOVERY: '{"test_failure": {"command": "npm ci"}}' };

  async function failing(settings: NodeJS.ProcessEnv = env) {
    const { root } = place.repository();
    const project = place.open(root, settings);
    const { opened } = await fails(project, 'npm test | tail');
    const id = opened?.id ?? '';
    const recover = async (runner: RecoveryRunner, how: RecoveryOptions = {}) =>
      project.recover(id, { runner, allowed: await project.recoveryPlan(id), ...how });
    return { root, project, id, recover };
  }

  /** What a terminal would tell. */
  const runner = (kind: 'passed' | 'failed' | 'unclear', ran: string[] = []): RecoveryRunner => ({
    runStep: (step) => {
      ran.push(step.kind === 'command' ? step.command : step.agent);
      return Promise.resolve({ kind: 'ended', code: 0 });
    },
    runAgain: ({ command }) => {
      ran.push(command);
      return Promise.resolve({ ended: { kind: 'ended', code: 0 }, verdict: { kind } });
    },
  });
  const first = () => place.file()?.open[0];

  it('believes what the run proves, not the exit code that a pipe hides', async () => {
    const { recover } = await failing();
    const ran: string[] = [];
    const failed = await recover(runner('failed', ran));
    assert.deepEqual(ran, ['npm ci', 'npm test | tail']);
    assert.equal(failed.outcome, 'failed');
    assert.match(first()?.recovery_outcome ?? '', /^not solved: npm test \| tail still fails/);
    const unclear = await recover(runner('unclear'));
    assert.match(outcomeNotice(unclear, english).message, /cannot be told/);
    assert.equal(first()?.recovery_attempted, 2);
    const passed = await recover(runner('passed'));
    assert.equal(outcomeNotice(passed, english).isSolved, true);
    assert.deepEqual(place.file()?.open, []);
  });

  it('counts also where nothing is configured and only the command runs', async () => {
    const { recover } = await failing({ BATON_RECOVERY: '{"test_failure": null}' });
    const ran: string[] = [];
    await recover(runner('failed', ran));
    assert.deepEqual(ran, ['npm test | tail']);
    assert.equal(first()?.recovery_attempted, 1);
  });

  it('is one at a time, also of two windows', async () => {
    const { root, project, recover, id } = await failing();
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow: RecoveryRunner = {
      ...runner('failed'),
      runStep: async () => {
        begin();
        await waiting;
        return { kind: 'ended', code: 0 };
      },
    };
    const running = recover(slow);
    await begun;
    for (const window of [project, place.open(root, env)]) {
      await assert.rejects(window.recover(id, { runner: runner('passed') }), {
        reason: 'recovery-running',
      });
    }
    release();
    assert.equal((await running).outcome, 'failed');
    assert.equal(first()?.recovery_attempted, 1);
  });

  it('that a person calls off uses no attempt up', async () => {
    const { recover } = await failing();
    const abort = new AbortController();
    const stopping: RecoveryRunner = {
      ...runner('passed'),
      runStep: () => {
        abort.abort();
        return Promise.resolve({ kind: 'ended', code: null });
      },
    };
    await assert.rejects(recover(stopping, { signal: abort.signal }), { reason: 'stopped' });
    assert.equal(first()?.recovery_attempted, 0);
    assert.match(first()?.recovery_outcome ?? '', /^stopped: npm ci/);
  });

  it('runs only what was read and allowed', async () => {
    const { root, project, id } = await failing();
    const allowed = await project.recoveryPlan(id);
    const file = path.join(root, '.claude/state/blockers.json');
    const [blocker] = place.file()?.open ?? [];
    const evidence = { ...blocker?.evidence, command: 'npm test | tail; touch pwned' };
    writeFileSync(file, JSON.stringify({ version: 1, open: [{ ...blocker, evidence }] }));
    const ran: string[] = [];
    await assert.rejects(project.recover(id, { runner: runner('passed', ran), allowed }), {
      reason: 'plan-changed',
    });
    assert.deepEqual(ran, []);
  });

  it('that nobody ended was interrupted, unless it still runs', async () => {
    const { root, project, id, recover } = await failing();
    await recover({
      ...runner('failed'),
      runStep: async () => {
        await place.open(root, env).settleRecoveries();
        assert.match(first()?.recovery_outcome ?? '', /^started: npm ci/);
        return { kind: 'ended', code: 0 };
      },
    });
    await project.recordRecovery(id, { kind: 'started', by: 'tester' });
    await project.settleRecoveries();
    assert.equal(first()?.recovery_outcome, 'interrupted: tester');
    assert.equal(first()?.recovery_attempted, 2);
  });
});
