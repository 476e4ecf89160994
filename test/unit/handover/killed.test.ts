import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { sessionParts } from '../../../src/core/documents/sessionParts';
import { sectionBody } from '../../../src/core/documents/sessionSplice';
import { useChildren } from '../../support/children';
import { useHandoverProject } from '../../support/handoverProject';
import { answers, plan } from '../../support/handoverValues';

/** More than a draft or handover has. */
const mostSteps = 60;

describe('a handover or draft that is killed', function () {
  this.timeout(120_000);
  const project = useHandoverProject({ inMemory: true });
  const start = useChildren();
  const body = (part: Parameters<typeof sectionBody>[1]) => sectionBody(project.session(), part);

  /** At each step, one after the other, from the same beginning. */
  async function killAtEachStep(
    what: string,
    begin: () => Promise<void>,
    check: () => Promise<void>,
  ): Promise<number> {
    for (let step = 1; step < mostSteps; step++) {
      project.renew();
      await begin();
      const code = await start('handoverWriter', project.root(), what, String(step)).ended;
      await check();
      if (code === 0) {
        return step;
      }
      assert.equal(code, null);
    }
    throw new Error('it has more steps');
  }

  it('loses nothing and appends nothing twice, whatever was done already', async () => {
    const polished = '# Session Handover\n\n## Mine\nmy words\n\n## Accomplished\nold work\n';
    const steps = await killAtEachStep(
      'handover',
      () => {
        project.write(polished);
        return Promise.resolve();
      },
      async () => {
        const kept = [project.session(), ...Object.values(project.archives())];
        assert.ok(kept.some((text) => text === polished));
        const report = await project
          .open()
          .handover(plan(), answers({ decisions: ['SQLite', { summary: 'Layers' }] }));
        assert.equal(project.archives()['2026-01-15.md'], polished);
        assert.deepEqual([...project.log().matchAll(/D\d+: \w+ \| .*/g)].map(String), [
          'D1: USER_DECISION | SQLite',
          'D2: USER_DECISION | Layers',
          `${report.decision ?? ''}: SESSION_END | Log in with a password`,
        ]);
        assert.equal(
          body(sessionParts.keyDecisions),
          '**Added this session:**\n1. SQLite (D1)\n2. Layers (D2)',
        );
        assert.match(project.session(), /\n## Mine\nmy words\n/);
        assert.ok(!existsSync(project.root('.claude/state/handover/handover.json')));
        assert.deepEqual(temporary(), []);
      },
    );
    assert.ok(steps > 10, `only ${steps} steps`);
  });

  it('takes no words of a person for its own', async () => {
    await killAtEachStep(
      'draft',
      async () => {
        await project.open().draft({ trigger: 'impl', next: 'one', accomplished: ['first'] });
        project.write(project.session().replace('### Warnings\n', '### Warnings\nmy warning\n'));
      },
      async () => {
        const again = { trigger: 'impl', next: 'three', accomplished: ['second'] } as const;
        assert.deepEqual((await project.open().draft(again)).conflicts, []);
        assert.equal(body(sessionParts.nextAction), 'three');
        assert.equal(body(sessionParts.accomplished), '- first\n- second');
        assert.equal(body(sessionParts.warnings), 'my warning');
        project.write(project.session().replace('\nthree\n', '\nmy plan\n'));
        assert.equal(
          (await project.open().draft({ trigger: 'impl', next: 'four' })).conflicts.length,
          1,
        );
        assert.equal(body(sessionParts.nextAction), 'my plan');
        assert.deepEqual(temporary(), []);
      },
    );
  });

  function temporary(): string[] {
    return ['.', 'sessions']
      .filter((folder) => existsSync(project.handover(folder)))
      .flatMap((folder) => readdirSync(project.handover(folder)))
      .filter((name) => name.endsWith('.tmp'));
  }
});
