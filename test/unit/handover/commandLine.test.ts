import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDecisions } from '../../../src/core/documents/decisions';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import { batonTerminal } from '../../support/terminal';

interface HandedOver {
  readonly path: string;
  readonly archive: string | null;
  readonly captured: readonly string[];
  readonly decision: string | null;
  readonly warnings: readonly string[];
}

describe('baton handover', function () {
  this.timeout(120_000);
  const { run, root, scratch, repository, dataFolder } = useBlockerCommandLine();

  const write = (file: string, content: string | object) => {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const session = () => readFileSync(root('.claude/sdd/handover/session.md'), 'utf8');
  const decisions = () =>
    parseDecisions(readFileSync(root('.claude/sdd/handover/decisions.md'), 'utf8')).decisions;
  const answered = (answers: unknown, ...args: string[]) =>
    run(['handover', '--answers', '-', '--json', ...args], {}, JSON.stringify(answers));
  const refused = (...[answers, ...args]: Parameters<typeof answered>) => {
    const done = answered(answers, ...args);
    assert.notEqual(done.code, 0);
    return json<{ error: { reason: string; message: string } }>(done).error;
  };

  it('writes what the answers say, archives what was there, and ends the session', () => {
    repository();
    write('.claude/sdd/handover/session.md', '# Session Handover\n**Session Goal**: Old\n');
    write('answers.json', {
      goal: 'Log in with a password',
      accomplished: ['Drew the form', 'Checked the password'],
      nextAction: 'npm test',
      decisions: ['Keep sessions in Redis', { summary: 'No cookies', reason: 'Privacy' }],
      warnings: 'Mind the gap',
      tone: ['calm'],
      steeringExceptions: [{ summary: 'No tests for the form', 'steering-ref': 'tech.md' }],
    });
    const done = run(['handover', '--answers', 'answers.json', '--json']);
    assert.equal(done.code, 0, done.stderr);
    const report = json<HandedOver>(done);
    assert.equal(report.path, '.claude/sdd/handover/session.md');
    assert.match(report.archive ?? '', /^\.claude\/sdd\/handover\/sessions\/\d{4}-\d\d-\d\d\.md$/);
    assert.equal(
      readFileSync(root(report.archive ?? ''), 'utf8'),
      '# Session Handover\n**Session Goal**: Old\n',
    );
    assert.equal(report.decision, 'D4');
    assert.deepEqual(report.warnings, []);
    assert.ok(report.captured.includes('Decisions: D1, D2'), report.captured.join('\n'));
    assert.match(session(), /\*\*Session Goal\*\*: Log in with a password/);
    assert.match(session(), /## Accomplished\n- Drew the form\n- Checked the password\n/);
    assert.match(session(), /### Tone and Nuance\ncalm\n/);
    assert.doesNotMatch(session(), /\*\*Mode\*\*/);
    assert.deepEqual(
      decisions().map(({ id, type, summary, reason, steeringRef }) =>
        [id, type, summary, reason, steeringRef].filter(Boolean).join(' | '),
      ),
      [
        'D1 | USER_DECISION | Keep sessions in Redis | Not stated',
        'D2 | USER_DECISION | No cookies | Privacy',
        'D3 | STEERING_EXCEPTION | No tests for the form | Not stated | tech.md',
        'D4 | SESSION_END | Log in with a password',
      ],
    );
  });

  it('takes what is not answered from what was collected, and tells what it does not know', () => {
    repository();
    write(
      '.claude/sdd/handover/decisions.md',
      '[2026-01-15T10:00:00Z] D1: SESSION_START | x\n[2026-01-15T10:01:00Z] D2: USER_DECISION | Tabs\n',
    );
    write('.claude/sdd/specs/login/spec.yaml', 'phase: tasks-generated\nroadmap: {wave: 1}\n');
    write(
      '.claude/sdd/handover/session.md',
      '# Session Handover\n\n## Direction\n### Warnings\nMine\n',
    );
    const done = answered({ tone: null, goals: 'typo', decisions: undefined });
    const { warnings, decision } = json<HandedOver>(done);
    assert.deepEqual(warnings, ['There is no answer "goals": it is left out.']);
    assert.equal(decision, 'D3');
    assert.match(session(), /### Immediate Next Action\n\/sdd-impl login\n/);
    assert.match(session(), /### Warnings\nMine\n/);
    assert.match(session(), /Tabs \(D2\)/);
    assert.match(session(), /- first \([0-9a-f]+\)/);
  });

  it('says in words where everything is, and that the next session gets it', () => {
    repository();
    const { stdout, code } = run(['handover', '--answers', '-'], {}, '{"nextAction":"Go on"}');
    assert.equal(code, 0);
    assert.match(stdout, /Handed over in \.claude\/sdd\/handover\/session\.md\./);
    assert.match(stdout, /There was none before to archive\.\nSESSION_END: D1\n/);
    assert.match(stdout, /Immediate next action: Go on/);
    assert.match(stdout, /The next session gets it by itself\.\n$/);
  });

  it('works without a repository', () => {
    mkdirSync(root(), { recursive: true });
    assert.equal(answered({ nextAction: 'Go on' }).code, 0);
    assert.match(session(), /Go on/);
  });

  it('refuses what it cannot take, and writes nothing', () => {
    repository();
    write('.claude/sdd/specs/login/spec.yaml', 'phase: tasks-generated\nroadmap: {wave: 1}\n');
    assert.equal(refused([]).reason, 'bad-answers');
    assert.equal(refused({ goal: 7 }).reason, 'bad-answers');
    assert.equal(refused({ goal: ['a', 7] }).reason, 'bad-answers');
    assert.equal(refused({ decisions: [7] }).reason, 'bad-answers');
    assert.equal(refused({ decisions: [{ reason: 'x' }] }).reason, 'bad-answers');
    assert.equal(refused({ decisions: ['D99'] }).reason, 'bad-answers');
    assert.equal(refused({ nextAction: '' }).reason, 'bad-answers');
    const error = (input: string, ...args: string[]) =>
      json<{ error: { reason: string } }>(run(['handover', '--json', ...args], {}, input)).error;
    assert.equal(error('{', '--answers', '-').reason, 'bad-answers');
    assert.equal(error('', '--answers', 'none.json').reason, 'no-answers');
    assert.equal(error('', '--answers', '.').reason, 'no-answers');
    assert.equal(error(`"${'x'.repeat(5_000_000)}"`, '--answers', '-').reason, 'bad-answers');
    assert.equal(existsSync(root('.claude/sdd/handover')), false);
  });

  it('says how to answer where there is no terminal', () => {
    repository();
    const { code, stderr } = run(['handover']);
    assert.equal(code, 2);
    assert.match(stderr, /no terminal to ask in: give the answers with --answers FILE/);
    assert.equal(run(['handover', '--out', 'x']).code, 2);
    assert.equal(run(['handover', '--to', 'nobody']).code, 2);
    assert.equal(run(['handover', '--to', 'codex', '--answers', '-']).code, 2);
  });

  it('asks in a terminal: Enter takes what was found, words go to an empty line', async () => {
    repository();
    write(
      '.claude/sdd/handover/decisions.md',
      '[2026-01-15T10:00:00Z] D1: SESSION_START | x\n[2026-01-15T10:01:00Z] D2: USER_DECISION | Tabs\n',
    );
    write(
      '.claude/sdd/handover/session.md',
      '# Session Handover\n\n## Session Context\n### Tone and Nuance\nIn a hurry\n',
    );
    const terminal = batonTerminal(root(), ['handover'], {
      HOME: scratch('home'),
      BATON_HOME: dataFolder(),
    });
    const answer = async (question: string, keys: string) => {
      await terminal.shows(question);
      await terminal.shows('> ');
      terminal.type(keys);
    };
    await answer('What is the goal', 'Log in\r\r');
    await answer('1/5', '\r');
    await answer('2/5', 'npm test\rthen look\r\r');
    await answer('D2 - Tabs', '\r');
    await answer('beware', '-\r');
    await answer('In a hurry', '\r');
    await answer('5/5', 'No tests for the form\r\r');
    await terminal.shows('The next session gets it by itself.');
    assert.equal(await terminal.ended, 0, terminal.screen());
    assert.match(session(), /\*\*Session Goal\*\*: Log in\n/);
    assert.match(session(), /### Immediate Next Action\nnpm test\nthen look\n/);
    assert.match(session(), /Tabs \(D2\)/);
    assert.match(session(), /### Tone and Nuance\nIn a hurry\n/);
    assert.match(session(), /## Accomplished\n- first/);
    assert.deepEqual(
      decisions().map(({ type }) => type),
      ['SESSION_START', 'USER_DECISION', 'STEERING_EXCEPTION', 'SESSION_END'],
    );
  });

  for (const [name, key] of [
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ] as const) {
    it(`writes nothing after ${name}`, async () => {
      repository();
      const terminal = batonTerminal(root(), ['handover'], {
        HOME: scratch('home'),
        BATON_HOME: dataFolder(),
      });
      await terminal.shows('What is the goal');
      await terminal.shows('> ');
      terminal.type('Log in\r\r');
      await terminal.shows('1/5');
      await terminal.shows('> ');
      terminal.type(key);
      assert.equal(await terminal.ended, 1, terminal.screen());
      assert.match(terminal.screen(), /Cancelled: nothing was written\./);
      assert.equal(existsSync(root('.claude/sdd/handover')), false);
    });
  }

  it('prints one file for another agent, the most important first and never too long', () => {
    const work = repository();
    const token = `ghp_${'aB3dE5fG7h'.repeat(3)}aB3dE5`;
    answered({
      goal: 'Log in',
      nextAction: 'npm test',
      decisions: [{ summary: 'Keep sessions in Redis', reason: 'It survives a restart' }],
      warnings: `Beware of ${token} and ${'x'.repeat(20_000)}`,
      accomplished: Array.from({ length: 500 }, (_, index) => `Step ${index} of the work`),
    });
    const { stdout, code } = run(['handover', '--to', 'codex']);
    assert.equal(code, 0);
    assert.ok(stdout.length <= 9_000, String(stdout.length));
    assert.ok(!stdout.includes(token));
    const titles = [...stdout.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(titles, [
      'Goal',
      'Next action',
      'Warnings',
      'Decisions',
      'Accomplished',
      'How to check',
      'Changed files',
      'More',
    ]);
    assert.match(stdout, /^You take over this work\./m);
    assert.match(
      stdout,
      new RegExp(`^- Branch: feature/login\n- Commit: ${work.head().slice(0, 12)}$`, 'm'),
    );
    assert.match(
      stdout,
      /D1 USER_DECISION: Keep sessions in Redis \(reason: It survives a restart\)/,
    );
    assert.match(stdout, /… and \d+ more/);
    assert.doesNotMatch(run(['handover', '--to', 'colleague']).stdout, /You take over/);
  });

  it('saves that file, but over no other', () => {
    repository();
    const { path: saved } = json<{ path: string }>(
      run(['handover', '--to', 'colleague', '--out', 'for-you.md', '--json']),
    );
    assert.match(readFileSync(saved, 'utf8'), /^# Handover: project\n/);
    const again = run(['handover', '--to', 'colleague', '--out', 'for-you.md', '--json']);
    assert.equal(json<{ error: { reason: string } }>(again).error.reason, 'exists');
  });
});
