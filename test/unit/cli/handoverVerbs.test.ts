import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';

describe('baton draft and baton buffer', function () {
  this.timeout(120_000);
  const { repository, run, root } = useBlockerCommandLine();
  const said = (...args: string[]) => {
    const { stdout, stderr, code } = run(args);
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    return stdout;
  };
  const document = (...args: string[]) => json(run([...args, '--json']));

  it('drafts session.md, and says in JSON what it carried', () => {
    const made = repository();
    const draft = ['draft', '--trigger', 'impl', '--next', 'Run /sdd-review login'];
    assert.deepEqual(
      document(...draft, '--accomplished', 'Wrote the form', '--accomplished', 'Tested it'),
      { path: '.claude/sdd/handover/session.md', mode: 'auto-draft', carried: [], conflicts: [] },
    );
    const text = readFileSync(root('.claude/sdd/handover/session.md'), 'utf8');
    assert.match(text, /^\*\*Mode\*\*: auto-draft$/m);
    assert.match(text, /### Immediate Next Action\nRun \/sdd-review login\n/);
    assert.match(text, /- Wrote the form\n- Tested it\n/);
    made.write(
      '.claude/sdd/handover/session.md',
      text.replace('### Warnings\n', '### Warnings\nMind it.\n'),
    );
    assert.deepEqual(document('draft', '--trigger', 'review').carried, ['Warnings']);
  });

  it('offers a flush with the draft that ends a wave, and in the status', () => {
    const made = repository();
    made.write(
      '.claude/sdd/project/specs/login/spec.yaml',
      'phase: implementation-complete\nroadmap:\n  wave: 1\n',
    );
    said('buffer', 'add', '--tag', 'incident', '--text', 'The disk was full');
    assert.match(
      said('draft', '--trigger', 'impl'),
      /^Drafted .*session\.md\.\nWave 1 is complete: .*"baton buffer flush"\.\n$/,
    );
    assert.match(said('status'), /In the knowledge buffer: 1\nWave 1 is complete/);
    assert.deepEqual(document('status').offers, { waves: ['1'], steering: [] });
    said('buffer', 'flush');
    assert.doesNotMatch(said('status'), /Wave 1/);
  });

  for (const [args, words] of [
    [['draft'], /Give --trigger/],
    [['draft', '--trigger', 'lunch'], /has to be one of design, impl/],
    [['buffer', 'add', '--text', 'x'], /Give --tag and --text/],
    [['buffer', 'add', '--tag', 'PATTERN', '--text', ' '], /Give --tag and --text/],
    [['buffer', 'add', '--tag', 'IDEA', '--text', 'x'], /has to be one of PATTERN/],
    [['buffer', 'add', '--tag', 'PATTERN', '--text', 'x', '--task', '1'], /say more about --spec/],
  ] as const) {
    it(`says what is wrong with "${args.join(' ')}"`, () => {
      repository();
      const { stderr, code } = run(args);
      assert.equal(code, 2);
      assert.match(stderr, words);
      assert.equal(existsSync(root('.claude/sdd')), false);
    });
  }

  it('adds, lists and flushes what was learned', () => {
    repository();
    const add = (text: string, ...more: string[]) =>
      document('buffer', 'add', '--tag', 'PATTERN', '--text', text, ...more);
    const source = { spec: 'login', role: 'builder', task: '3' };
    const told = ['--spec', 'login', '--role', 'builder', '--task', '3'];
    assert.deepEqual(add('With a limit', '--category', 'Retry', ...told), {
      path: '.claude/sdd/handover/buffer.md',
      known: 0,
      added: [{ tag: 'PATTERN', description: 'Retry: With a limit', source }],
      candidates: [],
      waiting: false,
    });
    assert.equal(add('Retry: With a limit (source: login builder, task 3)').known, 1);
    assert.deepEqual(add('Retry: With a pause (source: search)').candidates, ['Retry']);
    const { updated, knowledge, skillCandidates, problems } = document('buffer', 'list');
    assert.match(String(updated), /^\d{4}-/);
    assert.equal((knowledge as unknown[]).length, 2);
    assert.equal((skillCandidates as { occurrences: number }[])[0]?.occurrences, 2);
    assert.deepEqual(problems, []);
    assert.equal(
      said('buffer', 'list'),
      '- [PATTERN] Retry: With a limit (source: login builder, task 3)\n- [PATTERN] Retry: With a pause (source: search)\nSkill candidates:\n- **Retry**: Detected in login, search (2 occurrences)\n',
    );
    assert.deepEqual(document('buffer', 'flush'), {
      files: [
        '.claude/sdd/project/knowledge/patterns.md',
        '.claude/sdd/project/knowledge/skill-candidates.md',
      ],
      entries: 2,
      candidates: 1,
    });
    assert.equal(said('buffer', 'list'), 'The knowledge buffer is empty.\n');
    assert.equal(said('buffer', 'flush'), 'The knowledge buffer is empty.\n');
  });
});
