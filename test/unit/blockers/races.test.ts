import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../../../src/core/support/errors';
import { useBlockerProject } from '../../support/blockerProject';
import { fails, passes } from '../../support/blockerRuns';
import { useChildren } from '../../support/children';
import { pauseBetween } from '../../support/until';

describe('blockers of several processes', function () {
  this.timeout(120_000);
  const start = useChildren();
  const { open, repository, file, state, scratch, dataFolder } = useBlockerProject();

  const record = (command: string, times: number) =>
    start('runRecorder', scratch('project'), dataFolder(), command, String(times));

  it('lose nothing: each failure is counted, each pass closes its own', async () => {
    const work = repository();
    work.write('.claude/session-state.json', JSON.stringify({ mode: 'quick' }));
    const times = 8;
    const children = ['a', 'b', 'c'].map((command) => record(command, times));
    assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0]);
    const [shared, ...others] = file()?.open ?? [];
    assert.deepEqual(others, []);
    assert.equal(shared?.count, 3 * times);
    assert.equal(file()?.closed.length, 3 * times);
    assert.equal(new Set(file()?.closed.map(({ id }) => id)).size, 3 * times);
    // The mirror is what the last of them saw.
    assert.deepEqual(state()?.blockers, [shared]);
    const ids = readFileSync(`${work.root}/.git/baton-id`, 'utf8');
    assert.equal(ids.trim().length, 36);
    const journal = JSON.parse(
      readFileSync(dataFolder('projects', ids.trim(), 'runs.json'), 'utf8'),
    ) as { runs: { command: string }[] };
    assert.deepEqual(journal.runs.map(({ command }) => command).sort(), ['a', 'b', 'c', 'shared']);
  });

  it('stay whole when one is killed in the middle, and the next goes on', async () => {
    const work = repository();
    work.write('.claude/session-state.json', JSON.stringify({ mode: 'quick' }));
    for (let round = 0; round < 12; round++) {
      const child = record(`round ${round}`, 1000);
      await child.next();
      // Anywhere between two writes, not at the same place each time.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      child.signal('SIGKILL');
      await child.ended;
      assert.equal(file()?.open.filter(({ command_key: key }) => key === 'shared').length, 1);
    }
    const project = open(work.root);
    const before = file()?.open.find(({ command_key: key }) => key === 'shared')?.count ?? 0;
    const { counted } = await fails(project, 'shared');
    assert.equal(counted?.count, before + 1);
    for (const { command_key: key } of file()?.open ?? []) {
      await passes(project, key ?? '');
    }
    assert.deepEqual([file()?.open, state()?.blockers, state()?.blocker], [[], [], null]);
  });

  it('recover one at a time', async () => {
    const command = pauseBetween(scratch('began'), scratch('enough'));
    const project = open(repository().root, {
      BATON_RECOVERY: JSON.stringify({ test_failure: { command } }),
    });
    const { opened } = await fails(project, 'pytest');
    const refused = new Set<unknown>();
    const attempts = [1, 2, 3].map(async () => {
      try {
        await project.recover(opened?.id ?? '');
      } catch (error) {
        assert.ok(UserError.is(error, 'recovery-running'), String(error));
        refused.add(error);
        if (refused.size === 2) {
          writeFileSync(scratch('enough'), '');
        }
      }
    });
    await Promise.all(attempts);
    assert.equal(refused.size, 2);
    assert.equal(file()?.open[0]?.recovery_attempted, 1);
  });
});
