import assert from 'node:assert/strict';
import { claudeLines, type ClaudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { numbers, readInParts, readWhole } from '../../support/transcripts';

// What /rewind leaves in a transcript: a prompt that follows an older line.
describe('going back in a conversation', () => {
  const scratch = useScratchFolder();
  const read = (lines: ClaudeLines) => readWhole(scratch('t.jsonl'), lines);
  const told = (lines: ClaudeLines) => read(lines).digest.prompts.map(({ text }) => text);

  const begun = () => claudeLines().attachment({ type: 'date' }).prompt('Build it').says('Built.');

  it('takes back what was said and planned after that point, not the files that were changed', () => {
    const lines = begun();
    const point = lines.last;
    lines
      .prompt('Use Redis')
      .says('Redis is in. The root cause was in src/cache.ts all along.')
      .uses('1', 'TodoWrite', { todos: [{ content: 'Redis', status: 'in_progress' }] })
      .uses('2', 'Edit', { file_path: '/home/dev/demo-app/src/cache.ts' })
      .uses('3', 'ExitPlanMode', { plan: 'Use Redis' })
      .call('4', 'Bash', { command: 'redis-server' })
      .fails('4', 'command not found')
      .attachment({
        type: 'hook_success',
        hookName: 'UserPromptSubmit',
        content: 'Baton context 1a',
      })
      .says('Done with Redis.')
      .goBack(point)
      .prompt('Use SQLite')
      .says('SQLite it is.');
    const { digest, takenBack } = read(lines);
    assert.deepEqual(
      digest.prompts.map(({ text }) => text),
      ['Build it', 'Use SQLite'],
    );
    assert.equal(digest.objective?.text, 'Use SQLite');
    assert.deepEqual(
      [digest.tasks, digest.plan, digest.errors, digest.discoveries, digest.open],
      [[], undefined, [], [], []],
    );
    assert.deepEqual(
      digest.files.map(({ path }) => path),
      ['/home/dev/demo-app/src/cache.ts'],
    );
    assert.equal(digest.received[0]?.start, 'Baton context 1a');
    assert.equal(takenBack.length, 1);
  });

  it('to the very beginning replaces the request', () => {
    const lines = claudeLines()
      .prompt('Build a boat')
      .says('Built.')
      .prompt('Paint it')
      .says('Blue.');
    assert.deepEqual(told(lines.goBack(null).prompt('Build a house')), ['Build a house']);
    const { first } = read(lines).digest;
    assert.equal(first?.text, 'Build a house');
  });

  it('several times leaves the last way that was gone', () => {
    const lines = begun();
    const start = lines.last;
    lines.prompt('Way A').says('a');
    const wayA = lines.last;
    lines.prompt('Way A2').says('a2').goBack(wayA).prompt('Way A3').says('a3');
    assert.deepEqual(told(lines), ['Build it', 'Way A', 'Way A3']);
    lines.goBack(start).prompt('Way B').says('b');
    assert.deepEqual(told(lines), ['Build it', 'Way B']);
  });

  it('into what was taken back has that part again', () => {
    const lines = begun();
    const start = lines.last;
    lines.prompt('Way A').says('a');
    const wayA = lines.last;
    lines.goBack(start).prompt('Way B').says('b').goBack(wayA).prompt('On with A');
    assert.deepEqual(told(lines), ['Build it', 'Way A', 'On with A']);
  });

  it('is not what tools do that run side by side', () => {
    const lines = begun().prompt('Look').call('1', 'Read', { file_path: '/a' });
    const call = lines.last;
    lines.call('2', 'Read', { file_path: '/b' }).result('2').goBack(call).result('1');
    lines.goBack(call).attachment({ type: 'date' }).prompt('Go').goBack(call).says('x');
    assert.deepEqual(told(lines.prompt('More')), ['Build it', 'Look', 'Go', 'More']);
  });

  it('is not a prompt after a compaction, nor one whose parent is nowhere', () => {
    const boundary = { type: 'system', subtype: 'compact_boundary' };
    const lines = claudeLines().prompt('Build it').says('Built.').goBack(null).line(boundary);
    lines.prompt('On').goBack(null).prompt('And on').goBack('nowhere').prompt('Still on');
    assert.deepEqual(told(lines), ['Build it', 'On', 'And on', 'Still on']);
  });

  it('finds the point far back in the file', () => {
    const lines = begun();
    const point = lines.last;
    lines.prompt('Wrong way');
    for (let index = 0; index < 60; index++) {
      lines.uses(`r${index}`, 'Read', { file_path: '/a' }, { toolUseResult: 'x'.repeat(30_000) });
    }
    assert.deepEqual(told(lines.goBack(point).prompt('Right way')), ['Build it', 'Right way']);
  });

  it('is the same in any number of reads', () => {
    const lines = begun();
    const start = lines.last;
    lines.prompt('A').says('a').goBack(start).prompt('B').says('b');
    const wayB = lines.last;
    lines.uses('1', 'Edit', { file_path: '/x' }).prompt('C').says('c').goBack(wayB).prompt('D');
    const whole = read(lines);
    const text = lines.text();
    const random = numbers(5);
    for (let round = 0; round < 30; round++) {
      const cuts = [0, random(text.length), random(text.length), text.length].sort((a, b) => a - b);
      const parts = cuts.slice(1).map((to, index) => text.slice(cuts[index], to));
      assert.deepEqual({ ...readInParts(scratch('t.jsonl'), parts), ino: whole.ino }, whole);
    }
  });
});
