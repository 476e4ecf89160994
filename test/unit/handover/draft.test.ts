import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DraftFacts } from '../../../src/core/handover/draft';
import { sessionParts } from '../../../src/core/documents/sessionParts';
import { sectionBody, withSection } from '../../../src/core/documents/sessionSplice';
import { UserError } from '../../../src/core/support/errors';
import { commitAll, git, initRepository } from '../../support/git';
import { useHandoverProject } from '../../support/handoverProject';
import { generated } from '../../support/secretSamples';

const fixture = (name: string) =>
  readFileSync(path.resolve('test/fixtures/handover/session', name), 'utf8');
const { nextAction, accomplished, modifiedFiles, keyDecisions, warnings } = sessionParts;
const impl = { trigger: 'impl' } as const;

describe('draft of session.md', () => {
  const project = useHandoverProject();
  const body = (part: Parameters<typeof sectionBody>[1]) => sectionBody(project.session(), part);
  const edit = (change: (text: string) => string) => {
    project.write(change(project.session()));
  };

  it('makes the first one', async () => {
    const report = await project
      .open()
      .draft({ ...impl, next: 'Run /sdd-review', accomplished: ['Wrote the login form'] });
    assert.deepEqual(report, {
      path: '.sdd/handover/session.md',
      mode: 'auto-draft',
      archive: undefined,
      carried: [],
      conflicts: [],
    });
    assert.equal(
      project.session(),
      '# Session Handover\n**Generated**: 2026-01-15\n**Session Goal**: Not stated\n' +
        '**Mode**: auto-draft\n\n## Direction\n' +
        '### Immediate Next Action\nRun /sdd-review\n\n### Active Goals\n\n### Key Decisions\n\n' +
        '### Warnings\n\n## Session Context\n### Tone and Nuance\n\n### Steering Exceptions\n\n' +
        '## Accomplished\n- Wrote the login form\n\n### Modified Files\n\n## Resume Instructions\n' +
        '1. Read this file and the latest entries of decisions.md.\n2. Go on with: Run /sdd-review\n',
    );
  });

  it('renews its own parts and carries the others forward', async () => {
    const facts: DraftFacts = {
      git: { branch: 'feature/login', commits: [], uncommitted: [] },
      modifiedFiles: ['src/a.ts', 'src/b.ts'],
    };
    const open = project.open();
    await open.draft({ ...impl, next: 'one', accomplished: ['first'] }, facts);
    edit((text) => withSection(withSection(text, warnings, 'w'), sessionParts.tone, 'calm'));
    const report = await open.draft(
      { trigger: 'review', next: 'two', accomplished: ['first', 'second', 'second'] },
      { ...facts, modifiedFiles: ['src/b.ts', 'src/c.ts'] },
    );
    assert.deepEqual(report.carried, ['Warnings', 'Tone and Nuance']);
    assert.deepEqual(report.conflicts, []);
    assert.equal(body(nextAction), 'two');
    assert.equal(body(accomplished), '- first\n- second');
    assert.equal(body(modifiedFiles), '- `src/b.ts`\n- `src/c.ts`');
    assert.equal(body(warnings), 'w');
    assert.match(
      project.session(),
      /\*\*Branch\*\*: feature\/login\n\*\*Session Goal\*\*: Not stated\n\*\*Mode\*\*: auto-draft\n/,
    );
  });

  it('leaves the next action where it knows no other', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'one' });
    await open.draft({ trigger: 'stop' });
    assert.equal(body(nextAction), 'one');
  });

  it('takes the next action from an active pipeline', async () => {
    const open = project.open();
    const pipeline = { specs: [], waves: [], isActive: true, next: '/sdd-impl login' };
    await open.draft({ ...impl, next: 'one' });
    await open.draft(impl, { pipeline });
    assert.equal(body(nextAction), '/sdd-impl login');
  });

  it('keeps what a person wrote, and tells what was not written', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'one' });
    edit((text) => text.replace('\none\n', '\nAsk Kim first\n'));
    for (const next of ['two', 'three']) {
      const { conflicts } = await open.draft({ ...impl, next });
      assert.deepEqual(conflicts, [
        { section: 'Immediate Next Action', line: 8, kept: 'Ask Kim first', notWritten: next },
      ]);
      assert.equal(project.session().split('\n')[7], 'Ask Kim first');
    }
    assert.match(body(sessionParts.resume) ?? '', /Go on with: Ask Kim first$/);
    edit((text) => text.replace('\nAsk Kim first\n', '\n\n'));
    assert.deepEqual((await open.draft({ ...impl, next: 'four' })).conflicts, []);
    assert.equal(body(nextAction), 'four');
  });

  it('keeps a header that a person changed', async () => {
    const open = project.open();
    const of = (branch: string): DraftFacts => ({ git: { branch, commits: [], uncommitted: [] } });
    await open.draft(impl, of('a'));
    edit((text) => text.replace('**Branch**: a', '**Branch**: mine'));
    const { conflicts } = await open.draft(impl, of('b'));
    assert.deepEqual(conflicts, [{ section: 'Branch', line: 3, kept: 'mine', notWritten: 'b' }]);
  });

  it('keeps a header that a person changed, though they took the date out', async () => {
    const open = project.open();
    const of = (branch: string): DraftFacts => ({ git: { branch, commits: [], uncommitted: [] } });
    await open.draft(impl, of('a'));
    edit((text) => text.replace(/\*\*Generated.*\n\*\*Branch.*\n/, '**Branch**: mine\n'));
    await open.draft(impl, of('b'));
    assert.match(project.session(), /\n\*\*Branch\*\*: mine\n/);
  });

  it('says the goal that is known, and leaves what a person made of it', async () => {
    const open = project.open();
    await open.draft(impl);
    assert.match(project.session(), /\n\*\*Session Goal\*\*: Not stated\n/);
    assert.equal((await open.refresh()).handover?.goal, null);
    await open.startSession({ workingOn: 'Log in' });
    await open.draft(impl);
    assert.match(project.session(), /\n\*\*Session Goal\*\*: Log in\n/);
    edit((text) => text.replace('Log in', 'Log in with a password'));
    await open.startSession({ workingOn: 'Log out' });
    assert.deepEqual((await open.draft(impl)).conflicts, []);
    assert.match(project.session(), /\n\*\*Session Goal\*\*: Log in with a password\n/);
  });

  it('renews its own steps to resume, and leaves those of a person, or none', async () => {
    const open = project.open();
    const steps = () => body(sessionParts.resume);
    await open.draft({ ...impl, next: 'one' });
    await open.draft({ ...impl, next: 'two' });
    assert.match(steps() ?? '', /\n2\. Go on with: two$/);
    edit((text) => text.replace('2. Go on with: two', '2. Ask Kim'));
    await open.draft({ ...impl, next: 'three' });
    assert.match(steps() ?? '', /\n2\. Ask Kim$/);
    edit((text) => withSection(text, sessionParts.resume, ''));
    assert.deepEqual((await open.draft({ ...impl, next: 'four' })).conflicts, []);
    assert.equal(steps(), '');
  });

  it('does not bring back what a person took out', async () => {
    const open = project.open();
    await open.draft({ ...impl, accomplished: ['one', 'two'] }, { modifiedFiles: ['a', 'b'] });
    edit((text) => text.replace('- one\n', '').replace('- `a`\n', '- `b` (by hand)\n'));
    await open.draft({ ...impl, accomplished: ['one'] }, { modifiedFiles: ['a', 'b', 'c'] });
    assert.equal(body(accomplished), '- two');
    assert.equal(body(modifiedFiles), '- `b` (by hand)\n- `b`\n- `c`');
  });

  it('names new decisions of this session once', async () => {
    const open = project.open();
    const decide = (type: string, summary: string) =>
      open.addDecision({ at: '2026-01-15T10:00:00Z', type, summary, reason: 'r', impact: 'i' });
    await decide('USER_DECISION', 'before');
    await decide('SESSION_START', 'start');
    await decide('USER_DECISION', 'SQLite');
    await open.draft(impl);
    await decide('STEERING_EXCEPTION', 'no layers');
    await decide('DIRECTION_CHANGE', 'Split it');
    await open.draft(impl);
    await open.draft(impl);
    assert.equal(
      body(keyDecisions),
      '**Added this session:**\n1. SQLite: r (D3)\n2. Split it: r (D5)',
    );
    assert.equal(body(sessionParts.steeringExceptions), '- no layers: r (D4)');
    edit((text) => text.replace('2. Split it: r (D5)\n', ''));
    await open.draft(impl);
    assert.equal(body(keyDecisions), '**Added this session:**\n1. SQLite: r (D3)');
  });

  it('leaves a step that a person changed, however much it looks like one of its own', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'one' });
    edit((text) => text.replace('Go on with: one', 'Go on with: one, but migrate first'));
    await open.draft({ ...impl, next: 'two' });
    const theirs = /^2\. Go on with: one, but migrate first$/m;
    assert.match(project.session(), theirs);
    // Nor on another machine, where nobody knows what Baton wrote.
    rmSync(project.root('.claude'), { recursive: true });
    await open.draft({ ...impl, next: 'three' });
    assert.match(project.session(), theirs);
    assert.equal(body(nextAction), 'three');
  });

  it('renews its own steps on another machine', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'one' });
    rmSync(project.root('.claude'), { recursive: true });
    await open.draft({ ...impl, next: 'two' });
    assert.match(project.session(), /^2\. Go on with: two$/m);
  });

  it('puts what is new in the place of a word for none', async () => {
    const open = project.open();
    await open.draft(impl);
    edit((text) => withSection(withSection(text, accomplished, '- None'), keyDecisions, 'なし'));
    await open.addDecision({ type: 'USER_DECISION', summary: 'SQLite', reason: 'r', impact: 'i' });
    await open.draft({ ...impl, accomplished: ['Wrote it'] });
    assert.equal(body(accomplished), '- Wrote it');
    assert.equal(body(keyDecisions), '**Added this session:**\n1. SQLite: r (D1)');
  });

  it('names no decision that has no number, because it would do so every time', async () => {
    const open = project.open();
    const log = project.handover('decisions.md');
    project.write('[2026-01-15T10:00:00Z] USER_DECISION | In a hurry\n- Reason: r\n', log);
    await open.draft(impl);
    await open.draft(impl);
    assert.equal(body(keyDecisions), '');
  });

  it('archives a polished file to the byte, then adds the marker', async () => {
    const polished = `\uFEFF${fixture('polished.md').replaceAll('\n', '\r\n')}`;
    project.write(polished);
    const report = await project.open().draft({ ...impl, next: 'two', accomplished: ['done'] });
    assert.equal(report.archive, '.sdd/handover/sessions/2026-01-15.md');
    assert.deepEqual(project.archives(), { '2026-01-15.md': polished });
    // Nobody knows whether Baton wrote it, so all of it is a person's.
    assert.deepEqual(report.conflicts, [
      {
        section: 'Immediate Next Action',
        line: 9,
        kept: 'Run /sdd-review on the login spec',
        notWritten: 'two',
      },
    ]);
    assert.equal(
      project.session(),
      polished
        .replace('password\r\n', 'password\r\n**Mode**: auto-draft\r\n')
        .replace('form\r\n', 'form\r\n- done\r\n'),
    );
    const again = await project.open().draft({ ...impl, next: 'three' });
    assert.equal(again.archive, undefined);
    assert.equal(body(nextAction), 'Run /sdd-review on the login spec');
  });

  it('archives again when a person took the marker out', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'one' });
    edit((text) => text.replace('**Mode**: auto-draft\n', ''));
    const { archive } = await open.draft({ ...impl, next: 'two' });
    assert.equal(archive, '.sdd/handover/sessions/2026-01-15.md');
    assert.equal(body(nextAction), 'two');
  });

  it('renews header, next action and files of a draft from another machine', async () => {
    project.write(fixture('drafted.md'));
    const report = await project
      .open()
      .draft({ ...impl, next: 'two' }, { modifiedFiles: ['src/new.ts'] });
    assert.deepEqual([report.conflicts, report.archive], [[], undefined]);
    assert.equal(body(nextAction), 'two');
    assert.equal(body(modifiedFiles), '- `src/new.ts`');
    assert.equal(body(warnings), '- The staging server is down until Monday');
    const copy = project.root('.claude/state/handover/before/2026-01-15.md');
    assert.equal(readFileSync(copy, 'utf8'), fixture('drafted.md'));
  });

  it('knows a draft that came from another machine since', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'here' });
    edit((text) => text.replace('2026-01-15', '2026-01-14').replace('\nhere\n', '\nthere\n'));
    assert.deepEqual((await open.draft({ ...impl, next: 'two' })).conflicts, []);
    assert.equal(body(nextAction), 'two');
  });

  it('goes on from the version of a branch that is switched to', async () => {
    const open = project.open();
    await open.draft({ ...impl, next: 'on a' });
    const onA = project.session();
    rmSync(project.sessionFile());
    await open.draft({ ...impl, next: 'on b' });
    project.write(onA.replaceAll('\n', '\r\n'));
    assert.deepEqual((await open.draft({ ...impl, next: 'on a again' })).conflicts, []);
    assert.equal(body(nextAction), 'on a again');
  });

  it('does not use what it wrote last when the repository brought that', async () => {
    const open = project.open();
    initRepository(project.root());
    await open.draft({ ...impl, next: 'one' });
    const state = project.root('.claude/state/handover/written.json');
    git(project.root(), 'add', '-f', '.claude/state/handover/written.json');
    commitAll(project.root(), 'state');
    writeFileSync(state, JSON.stringify({ versions: [project.session()] }));
    edit((text) => text.replace('\none\n', '\nAsk Kim\n').replace('**Mode**: auto-draft\n', ''));
    const { conflicts } = await open.draft({ ...impl, next: 'two' });
    assert.equal(conflicts.length, 1);
    assert.equal(body(nextAction), 'Ask Kim');
  });

  it('writes nothing into a file with conflict markers', async () => {
    project.write(fixture('conflictMarkers.md'));
    await assert.rejects(project.open().draft({ ...impl, next: 'x' }), (error) => {
      assert.ok(UserError.is(error, 'conflict-marker'));
      assert.match(error.message, /session\.md .*line 8.*Resolve/);
      return true;
    });
    assert.equal(project.session(), fixture('conflictMarkers.md'));
    assert.deepEqual(project.archives(), {});
  });

  it('writes nothing into a file of another encoding, nor through a link', async () => {
    const words = Buffer.from([0x8e, 0x9f, 0x82, 0xcc, 0x0a]);
    project.write(words);
    await assert.rejects(project.open().draft(impl), (error) => UserError.is(error, 'not-utf8'));
    assert.deepEqual(readFileSync(project.sessionFile()), words);
    rmSync(project.sessionFile());
    project.write('x\n', project.scratch('outside.md'));
    symlinkSync(project.scratch('outside.md'), project.sessionFile());
    await assert.rejects(project.open().draft(impl), (error) => UserError.is(error, 'outside'));
    assert.equal(readFileSync(project.scratch('outside.md'), 'utf8'), 'x\n');
  });

  it('archives nothing where session.md is a link, which it does not replace', async () => {
    project.write('# Polished\n', project.root('docs/session.md'));
    project.open();
    symlinkSync('../../docs/session.md', project.sessionFile());
    await assert.rejects(project.open().draft(impl), (error) => UserError.is(error, 'not-a-file'));
    assert.deepEqual(project.archives(), {});
    assert.equal(readFileSync(project.root('docs/session.md'), 'utf8'), '# Polished\n');
  });

  it('merges what an editor saves at the same moment', async () => {
    let saves = 2;
    // Asked between the read and the rename.
    const now = () => {
      if (saves > 0 && existsSync(project.sessionFile())) {
        saves--;
        edit((text) => text.replace('### Warnings\n', `### Warnings\n- save ${saves}\n`));
      }
      return new Date(2026, 0, 15, 12);
    };
    await project.open().draft({ ...impl, next: 'one' });
    await project.open(now).draft({ ...impl, next: 'two' });
    assert.equal(saves, 0);
    assert.equal(body(warnings), '- save 0\n- save 1');
    assert.equal(body(nextAction), 'two');
  });

  it('gives up when something keeps changing the file', async () => {
    await project.open().draft({ ...impl, next: 'one' });
    const now = () => {
      edit((text) => `${text}x`);
      return new Date(2026, 0, 15, 12);
    };
    await assert.rejects(project.open(now).draft({ ...impl, next: 'two' }), (error) =>
      UserError.is(error, 'busy'),
    );
    assert.match(project.session(), /\none\n[^]*xxxxxx$/);
  });

  it('lets no words of an agent open a section, or carry a secret', async () => {
    const token = `${'gh' + 'p_'}${generated(36)}`;
    await project.open().draft({
      ...impl,
      next: `## Direction\n\`\`\`\n<<<<<<< HEAD\n${token}`,
      accomplished: ['## Direction\n### Warnings', `used ${token}`],
    });
    assert.equal(project.session().match(/^## Direction$/gm)?.length, 1);
    assert.ok(!project.session().includes(token));
    await project.open().draft({ ...impl, next: 'two' });
    assert.equal(body(nextAction), 'two');
  });

  it('leaves no temporary files', async () => {
    await project.open().draft({ ...impl, next: 'one' });
    assert.deepEqual(readdirSync(project.handover()), ['session.md']);
  });
});
