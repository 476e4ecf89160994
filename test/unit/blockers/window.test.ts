import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { useBlockerProject } from '../../support/blockerProject';
import { fails, passes } from '../../support/blockerRuns';

describe('what a window does with blockers', () => {
  const place = useBlockerProject();

  it('tells of each once, whichever of two windows asks first', async () => {
    const { root } = place.repository();
    const [first, second] = [place.open(root), place.open(root)];
    const { opened } = await fails(first, 'npm test');
    const ids = [opened?.id ?? '', 'b-0-000000'];
    const claims = await Promise.all([first.claimNotices(ids), second.claimNotices(ids)]);
    assert.deepEqual(claims.flat(), [opened?.id]);
    assert.deepEqual(await place.open(root).claimNotices(ids), []);
    assert.ok(place.file()?.open[0]?.notified_at);
    // Seen once more, it is still the same.
    await fails(first, 'npm test');
    assert.deepEqual(await second.claimNotices(ids), []);
  });

  it('makes no file where there is nothing to tell of', async () => {
    const { root } = place.repository();
    assert.deepEqual(await place.open(root).claimNotices(['b-1-000000']), []);
    assert.equal(place.file(), undefined);
  });

  it('runs a command again that a person asks for when no attempts are left', async () => {
    const { root } = place.repository();
    const project = place.open(root);
    const { opened } = await fails(project, 'npm test');
    const id = opened?.id ?? '';
    for (let attempt = 0; attempt < 3; attempt++) {
      await project.recordRecovery(id, { kind: 'failed', by: 'tester' });
    }
    const { refusal, steps, rerun } = await project.recoveryPlan(id);
    assert.match(refusal?.template ?? '', /^Recovery was tried/);
    assert.deepEqual(steps, []);
    assert.deepEqual(rerun, { command: 'npm test', cwd: root, isKnown: true });
  });

  it('asks an agent that is not defined here once, and says so', async () => {
    const work = place.repository();
    const project = place.open(work.root);
    const { opened } = await fails(project, 'npm test');
    const plan = () => project.recoveryPlan(opened?.id ?? '');
    const names = async () =>
      (await plan()).steps.map((step) => step.kind === 'agent' && step.agent);
    assert.deepEqual(await names(), ['claude']);
    const [note] = (await plan()).notes ?? [];
    assert.deepEqual(note?.args, ['tester, code-editor', 'claude']);
    work.write('.claude/agents/tester.md', '---\nname: tester\n---\n');
    assert.deepEqual(await names(), ['tester', 'claude']);
  });

  it('offers several lines only where it saw them run', async () => {
    const { root } = place.repository();
    const project = place.open(root);
    const { opened } = await fails(project, 'npm test\nnpm run lint');
    const rerun = async () => (await project.recoveryPlan(opened?.id ?? '')).rerun;
    assert.equal((await rerun())?.isKnown, true);
    rmSync(place.dataFolder(), { recursive: true });
    assert.equal(await rerun(), undefined);
  });

  it('does not believe a command line that only the screen shows', async () => {
    const { root } = place.repository();
    const project = place.open(root);
    const { opened } = await fails(project, 'npm test', { isHearsay: true });
    assert.equal((await project.recoveryPlan(opened?.id ?? '')).rerun?.isKnown, false);
  });

  it('writes one that is over to decisions.md', async () => {
    const { root } = place.repository();
    const project = place.open(root);
    const { opened } = await fails(project, 'npm test');
    const id = opened?.id ?? '';
    await assert.rejects(project.recordSolution(id), { reason: 'no-such-blocker' });
    await passes(project, 'npm test');
    await project.recordSolution(id);
    const { paths } = await project.refresh();
    assert.match(readFileSync(paths.decisions, 'utf8'), /ESCALATION_RESOLVED/);
  });
});
