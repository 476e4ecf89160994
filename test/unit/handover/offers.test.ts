import assert from 'node:assert/strict';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git, initRepository } from '../../support/git';
import { knowledgeProject } from '../../support/knowledgeProject';
import { useScratchFolder } from '../../support/scratchFolder';

describe('what the state of the work gives reason to offer', function () {
  this.timeout(60_000);
  const root = useScratchFolder();
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), content);
  };
  const spec = (name: string, wave: number, phase: string) => {
    write(`.sdd/project/specs/${name}/spec.yaml`, `phase: ${phase}\nroadmap:\n  wave: ${wave}\n`);
  };
  const project = () => knowledgeProject(root());
  const learn = (description: string) => project().addKnowledge([{ tag: 'INCIDENT', description }]);
  const nothing = { waves: [], steering: [] };

  it('is a flush, when all specs of a wave are complete and something was learned, once', async () => {
    spec('login', 1, 'implementation-complete');
    spec('search', 1, 'tasks-generated');
    spec('later', 2, 'initialized');
    await learn('The disk was full');
    assert.deepEqual(await project().claimOffers(), nothing);
    spec('search', 1, 'implementation-complete');
    assert.deepEqual(await project().handoverOffers(), { waves: ['1'], steering: [] });
    // Two windows look at the same moment.
    const claimed = await Promise.all([project().claimOffers(), project().claimOffers()]);
    assert.deepEqual(
      claimed.flatMap(({ waves }) => waves),
      ['1'],
    );
    assert.deepEqual(await project().claimOffers(), nothing);
    assert.deepEqual(await project().handoverOffers(), { waves: ['1'], steering: [] });
    await project().flushBuffer();
    assert.deepEqual(await project().handoverOffers(), nothing);
    // A later roadmap has a first wave, too.
    await learn('It was full again');
    rmSync(root('.sdd/project/specs'), { recursive: true });
    spec('other', 1, 'implementation-complete');
    assert.deepEqual(await project().claimOffers(), { waves: ['1'], steering: [] });
  });

  it('is a STEERING_UPDATE, when steering files changed since they were seen, once', async () => {
    const file = '.sdd/project/steering/tech.md';
    write(file, 'Use one lock.\n');
    assert.deepEqual(await project().handoverOffers(), nothing);
    assert.deepEqual(await project().claimOffers(), nothing);
    // Only touched, as by a checkout.
    utimesSync(root(file), new Date(), new Date());
    assert.deepEqual(await project().claimOffers(), nothing);
    write(file, 'Use two locks.\n');
    write('.sdd/project/steering/product.md', 'New.\n');
    const changed = { waves: [], steering: ['.sdd/project/steering/product.md', file] };
    assert.deepEqual(await project().handoverOffers(), changed);
    assert.deepEqual(await project().claimOffers(), changed);
    assert.deepEqual(await project().claimOffers(), nothing);
  });

  it('is none for what somebody recorded since', async () => {
    const file = '.sdd/project/steering/tech.md';
    write(file, 'Use one lock.\n');
    // Where no window is open, a draft takes the first look.
    await project().draft({ trigger: 'steering' });
    write(file, 'Use two locks.\n');
    assert.deepEqual((await project().handoverOffers()).steering, [file]);
    const at = new Date(Date.now() + 60_000).toISOString();
    await project().addDecision({ at, type: 'STEERING_UPDATE', summary: 'Two locks' });
    assert.deepEqual(await project().handoverOffers(), nothing);
    assert.deepEqual(await project().claimOffers(), nothing);
  });

  it('is none where the repository says what was seen', async () => {
    initRepository(root(), 'main');
    write('.sdd/project/steering/tech.md', 'Use one lock.\n');
    write('.claude/state/handover/offers.json', '{"steering":{}}');
    git(root(), 'add', '-f', '.claude/state/handover/offers.json');
    spec('login', 1, 'implementation-complete');
    await learn('The disk was full');
    assert.deepEqual(await project().claimOffers(), nothing);
    assert.deepEqual((await project().handoverOffers()).steering, []);
  });
});
