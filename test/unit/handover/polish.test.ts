import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sessionParts } from '../../../src/core/documents/sessionParts';
import { sectionBody } from '../../../src/core/documents/sessionSplice';
import type { Pipeline, SpecProgress } from '../../../src/core/handover/handoverReports';
import { renderHandover } from '../../../src/core/handover/polish';
import { UserError } from '../../../src/core/support/errors';
import { render } from '../../../src/core/support/message';
import { useHandoverProject } from '../../support/handoverProject';
import { answers, plan } from '../../support/handoverValues';
import { generated } from '../../support/secretSamples';

const fixture = (name: string) =>
  readFileSync(path.resolve('test/fixtures/handover/session', name), 'utf8');
const none = { decisions: [], exceptions: [] };
const spec = (name: string, given: Partial<SpecProgress> = {}): SpecProgress => ({
  name,
  file: `.sdd/specs/${name}/spec.yaml`,
  phase: 'implementation',
  isComplete: false,
  wave: undefined,
  blocked: undefined,
  dependencies: [],
  review: undefined,
  tracked: [],
  ...given,
});
const withFacts = (facts: Partial<ReturnType<typeof plan>['facts']>, current?: string) =>
  plan({ current, facts: { ...plan().facts, ...facts } });

describe('polished session.md', () => {
  it('has all parts of the format', () => {
    const pipeline: Pipeline = {
      specs: [
        spec('login', { wave: '1', blocked: 'no server' }),
        spec('store', { isComplete: true }),
      ],
      waves: [{ wave: '1', complete: 1, total: 2 }],
      isActive: true,
      next: undefined,
    };
    const text = renderHandover(
      withFacts({ pipeline, modifiedFiles: ['src/a.ts'] }),
      answers({
        warnings: 'The server is down',
        tone: 'Calm',
        decisions: [{ summary: 'SQLite', reason: 'one file' }, 'Sessions last a day'],
        steeringExceptions: [{ summary: 'No layers', steeringRef: 'tech.md' }],
      }),
      { decisions: ['D3'], exceptions: ['D4'] },
    );
    assert.equal(
      text,
      '# Session Handover\n**Generated**: 2026-01-15\n**Branch**: main\n' +
        '**Session Goal**: Log in with a password\n\n## Direction\n### Immediate Next Action\n' +
        'Run /sdd-review\n\n### Active Goals\n- **Wave 1**: 1 of 2 specs complete\n' +
        '- **login**: implementation, wave 1, blocked: no server\n- **store**: complete\n\n' +
        '### Key Decisions\n**Added this session:**\n1. SQLite: one file (D3)\n' +
        '2. Sessions last a day\n\n### Warnings\nThe server is down\n\n## Session Context\n' +
        '### Tone and Nuance\nCalm\n\n### Steering Exceptions\n- No layers [tech.md] (D4)\n\n' +
        '## Accomplished\n- Wrote the login form\n\n### Modified Files\n- `src/a.ts`\n\n' +
        '## Resume Instructions\n1. Switch to the branch `main`.\n' +
        '2. Read this file and the latest entries of decisions.md.\n3. Go on with: Run /sdd-review\n',
    );
  });

  it('says what to go on with behind the steps of a person, once it is another', () => {
    const steps = (body: string, was: string, nextAction: string) => {
      const current = `## Direction\n### Immediate Next Action\n${was}\n\n## Resume Instructions\n${body}\n`;
      const text = renderHandover(plan({ current }), answers({ nextAction }), none);
      return sectionBody(text, sessionParts.resume);
    };
    const theirs = '1. Start the database\n2. Write the form';
    assert.equal(steps(theirs, 'same', 'same'), theirs);
    const first = `${theirs}\n3. Go on with: Review it`;
    assert.equal(steps(theirs, 'Write the form', 'Review it\nthen rest'), first);
    assert.equal(steps(first, 'Review it', 'Ship it'), `${theirs}\n3. Go on with: Ship it`);
    assert.equal(steps(theirs, 'x', 'Write the form'), theirs);
    assert.equal(steps('- Start', 'x', 'y'), '- Start\n- Go on with: y');
    assert.equal(steps('Just start', 'x', 'y'), 'Just start\n\n- Go on with: y');
  });

  it('has no word for none before what there is', () => {
    const current =
      '## Direction\n### Warnings\nw\n\n## Session Context\n### Steering Exceptions\nなし\n';
    const body = (given: Partial<Parameters<typeof answers>[0]>) =>
      sectionBody(
        renderHandover(plan({ current }), answers(given), none),
        sessionParts.steeringExceptions,
      );
    assert.equal(body({ steeringExceptions: [{ summary: 'No layers' }] }), '- No layers');
    assert.equal(body({}), 'なし');
  });

  it('carries decisions on, in the words in which they are there', () => {
    const text = renderHandover(
      plan({ current: fixture('ownSections.md') }),
      answers({ decisions: [{ summary: 'New' }] }),
      { decisions: ['D9'], exceptions: [] },
    );
    assert.equal(
      sectionBody(text, sessionParts.keyDecisions),
      '**Continuing from previous sessions:**\n' +
        '1. SQLite for the local store: one file is enough (D2)\n2. Sessions last a day (D5)\n\n' +
        '**Added this session:**\n1. New (D9)',
    );
    assert.ok(text.includes('- No repository pattern in the prototype [tech.md] (D4)\n'));
  });

  it('keeps sections that people added, and their own rows and steps', () => {
    const pipeline = { specs: [spec('login')], waves: [], isActive: true, next: undefined };
    const text = renderHandover(
      withFacts({ pipeline }, fixture('ownSections.md')),
      answers(),
      none,
    );
    assert.ok(
      text.includes('## Obsoleted decisions\n- D1, replaced by D2\n\n### Warnings\nnot those'),
    );
    assert.ok(text.endsWith('## Phone numbers\n- on the whiteboard\n'));
    assert.equal(
      sectionBody(text, sessionParts.activeGoals),
      '| Goal | Status |\n| --- | --- |\n| Login | 60 % |\n\n- **login**: implementation',
    );
    assert.equal(
      sectionBody(text, sessionParts.resume),
      '1. Start the database\n2. Run the tests\n3. Go on with: Run /sdd-review',
    );
    const later = renderHandover(
      withFacts({ pipeline: { ...pipeline, specs: [spec('login', { isComplete: true })] } }, text),
      answers(),
      none,
    );
    assert.equal(
      sectionBody(later, sessionParts.activeGoals),
      '| Goal | Status |\n| --- | --- |\n| Login | 60 % |\n\n- **login**: complete',
    );
  });

  it('renews its own steps, and keeps a note beside a file that is modified still', () => {
    const first = renderHandover(withFacts({ modifiedFiles: ['a.ts', 'b.ts'] }), answers(), none);
    const noted = first
      .replace('- `a.ts`', '- `a.ts` is not done')
      .replace('- `b.ts`', 'see also:\n- `b.ts`');
    const second = renderHandover(
      withFacts({ modifiedFiles: ['c.ts', 'a.ts'] }, noted),
      answers({ nextAction: 'Go' }),
      none,
    );
    assert.equal(
      sectionBody(second, sessionParts.modifiedFiles),
      '- `a.ts` is not done\nsee also:\n- `c.ts`',
    );
    assert.match(second, /\n3\. Go on with: Go\n/);
  });

  it('takes out what looks like a secret in what was collected', () => {
    const token = `${'gh' + 'p_'}${generated(36)}`;
    const pipeline = {
      specs: [spec('login', { blocked: `token ${token}` })],
      waves: [],
      isActive: true,
      next: undefined,
    };
    assert.ok(!renderHandover(withFacts({ pipeline }), answers(), none).includes(token));
  });
});

describe('handover', () => {
  const project = useHandoverProject();
  const given = answers({
    decisions: [{ summary: 'SQLite', reason: 'one file' }],
    steeringExceptions: [{ summary: 'No layers', steeringRef: 'tech.md', reason: 'prototype' }],
  });

  it('appends the decisions, archives, writes, and ends the session', async () => {
    project.write(fixture('drafted.md'));
    const report = await project.open().handover(plan(), given);
    assert.deepEqual(
      { ...report, reminder: render(report.reminder) },
      {
        path: '.sdd/handover/session.md',
        archive: '.sdd/handover/sessions/2026-01-15.md',
        captured: [
          'Session goal: Log in with a password',
          'Immediate next action: Run /sdd-review',
          'Decisions: D1',
          'Steering exceptions: D2',
          'Accomplished: 1 line',
        ],
        decision: 'D3',
        warnings: [],
        reminder: 'The next session gets it by itself.',
      },
    );
    assert.deepEqual(project.archives(), { '2026-01-15.md': fixture('drafted.md') });
    assert.ok(!project.session().includes('**Mode**'));
    assert.match(project.session(), /\n1\. SQLite: one file \(D1\)\n/);
    assert.match(project.session(), /\n- No layers: prototype \[tech\.md\] \(D2\)\n/);
    assert.match(
      project.log(),
      /D1: USER_DECISION \| SQLite\n- Context: Session handover\n- Decision: SQLite\n- Reason: one file\n- Impact: Not stated\n- Source: user\n/,
    );
    assert.match(
      project.log(),
      /D2: STEERING_EXCEPTION \| No layers\n[^]*- Steering-ref: tech\.md\n/,
    );
    assert.match(project.log(), /D3: SESSION_END \| Log in with a password\n/);
    assert.ok(!existsSync(project.root('.claude/state/handover/handover.json')));
  });

  it('refers to decisions of the log by their number', async () => {
    const open = project.open();
    await open.addDecision({ at: '2026-01-15T10:00:00Z', type: 'USER_DECISION', summary: 'Old' });
    const report = await open.handover(plan(), answers({ decisions: ['D1'] }));
    assert.equal(report.decision, 'D2');
    assert.match(project.session(), /\*\*Added this session:\*\*\n1\. Old \(D1\)\n/);
  });

  it('does not append a decision of this session again, unless its words differ', async () => {
    const open = project.open();
    const sqlite = {
      summary: 'SQLite',
      reason: 'one file',
      impact: 'i',
      decision: 'd',
      context: 'c',
    };
    await open.addDecision({ at: '2026-01-15T10:00:00Z', type: 'USER_DECISION', ...sqlite });
    const report = await open.handover(
      plan(),
      answers({ decisions: [sqlite, { ...sqlite, reason: 'other' }] }),
    );
    assert.ok(report.captured.includes('Decisions: D1, D2'));
    assert.equal(project.log().match(/USER_DECISION/g)?.length, 2);
  });

  it('names a decision once that a draft wrote down and a person gives again', async () => {
    const open = project.open();
    await open.handover(plan(), answers({ decisions: ['Old'] }));
    await open.addDecision({
      ...{ at: '2026-01-15T11:00:01Z', type: 'USER_DECISION', summary: 'SQLite' },
      ...{ context: 'Session handover', decision: 'SQLite' },
      ...{ reason: 'Not stated', impact: 'Not stated' },
    });
    await open.draft({ trigger: 'impl' });
    await open.handover(plan(), answers({ decisions: ['SQLite'] }));
    assert.equal(
      sectionBody(project.session(), sessionParts.keyDecisions),
      '**Continuing from previous sessions:**\n1. Old (D1)\n\n**Added this session:**\n1. SQLite (D3)',
    );
  });

  it('archives each under a name of its own', async () => {
    const open = project.open();
    for (const goal of ['one', 'two', 'three']) {
      await open.handover(plan(), answers({ goal }));
    }
    assert.deepEqual(Object.keys(project.archives()), ['2026-01-15-2.md', '2026-01-15.md']);
    assert.match(project.archives()['2026-01-15.md'] ?? '', /\*\*Session Goal\*\*: one\n/);
    assert.match(project.archives()['2026-01-15-2.md'] ?? '', /\*\*Session Goal\*\*: two\n/);
  });

  it('is the base of the next draft, which archives it', async () => {
    const open = project.open();
    await open.handover(plan(), answers());
    const polished = project.session();
    const report = await open.draft({ trigger: 'impl', next: 'Next one' });
    assert.deepEqual(report.conflicts, []);
    assert.deepEqual(project.archives(), { '2026-01-15.md': polished });
    assert.equal(sectionBody(project.session(), sessionParts.nextAction), 'Next one');
  });

  it('leaves no marker of a draft, though it was there twice', async () => {
    const twice = '**Mode**: auto-draft\n**Branch**: main\n**Mode**: auto-draft\n';
    project.write(fixture('drafted.md').replace('**Mode**: auto-draft\n', twice));
    const open = project.open();
    await open.handover(plan(), answers({ nextAction: 'My words' }));
    assert.ok(!project.session().includes('**Mode**'));
    const polished = project.session();
    await open.draft({ trigger: 'impl', next: 'Next one' });
    assert.equal(project.archives()['2026-01-15-2.md'], polished);
  });

  it('uses what is in the file now, not when it was planned', async () => {
    project.write(`${fixture('polished.md')}\n## Mine\nwritten meanwhile\n`);
    await project.open().handover(plan({ current: fixture('polished.md') }), answers());
    assert.match(project.session(), /\n## Mine\nwritten meanwhile\n$/);
  });

  const refused: readonly (readonly [string, Parameters<typeof answers>[0], RegExp])[] = [
    ['no next action', { nextAction: ' ' }, /nextAction: Say what the next session/],
    [
      'a number that is not in the log',
      { decisions: ['D9'] },
      /decisions: decisions\.md has no D9/,
    ],
    ['an empty decision', { decisions: [''] }, /decisions: An entry is empty/],
    ['an endless answer', { tone: 'x'.repeat(100_001) }, /tone: This is longer/],
  ];
  for (const [title, wrong, message] of refused) {
    it(`refuses ${title} before anything is written`, async () => {
      project.write(fixture('polished.md'));
      await assert.rejects(project.open().handover(plan(), answers(wrong)), (error) => {
        assert.ok(UserError.is(error, 'bad-answers'));
        assert.match(error.message, message);
        return true;
      });
      assert.equal(project.session(), fixture('polished.md'));
      assert.equal(project.log(), '');
    });
  }

  it('refuses a file with conflict markers before anything is written', async () => {
    project.write(fixture('conflictMarkers.md'));
    await assert.rejects(project.open().handover(plan(), given), (error) =>
      UserError.is(error, 'conflict-marker'),
    );
    assert.equal(project.log(), '');
  });

  it('leaves a secret in the words of a person, and says where it is', async () => {
    const token = `${'gh' + 'p_'}${generated(36)}`;
    const { warnings } = await project.open().handover(plan(), answers({ tone: `use ${token}` }));
    assert.ok(project.session().includes(token));
    assert.match(
      warnings.map((each) => render(each)).join(),
      /session\.md:\d+ looks like .*GitHub/,
    );
  });

  it('works where nothing could be collected', async () => {
    mkdirSync(project.handover(), { recursive: true });
    const facts = {
      ...plan().facts,
      git: undefined,
      missing: [{ what: 'git', why: 'no repository' } as const],
    };
    const report = await project.open().handover(plan({ branch: undefined, facts }), answers());
    assert.equal(report.archive, undefined);
    assert.ok(report.captured.includes('Not collected: git (no repository)'));
    assert.ok(!project.session().includes('**Branch**'));
  });
});
