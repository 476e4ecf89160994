import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
