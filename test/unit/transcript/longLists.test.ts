import assert from 'node:assert/strict';
import { toAgentContext } from '../../../src/core/context/agentContext';
import { injectionText } from '../../../src/core/context/injection';
import { contextParts } from '../../../src/core/context/injectionSections';
import { english } from '../../../src/core/support/message';
import { withUnknownFields } from '../../../src/core/context/unknownFields';
import type { SessionContext } from '../../../src/core/schemas/sessionContext';
import { toContext } from '../../../src/core/transcript/sessionContextOf';
import { claudeLines, type ClaudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { demoFacts, digestOf, numbers, readInParts, readWhole } from '../../support/transcripts';

const step = (number: number) => `Migrate endpoint ${number}`;
const steps = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => step(from + index));

/** `- [x]` up to `done`, then one that is at hand. */
const boxes = (count: number, done: number) =>
  steps(1, count)
    .map((text, index) => `- [${index < done ? 'x' : index === done ? '>' : ' '}] ${text}`)
    .join('\n');

const todos = (count: number, done: number) => ({
  todos: steps(1, count).map((content, index) => ({
    content,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  })),
});

const created = (lines: ClaudeLines, from: number, to: number) => {
  for (let id = from; id <= to; id++) {
    const toolUseResult = { task: { id: String(id), subject: 'x' } };
    lines.uses(`c${id}`, 'TaskCreate', { subject: step(id) }, { toolUseResult });
  }
  return lines;
};

const changed = (lines: ClaudeLines, status: string, ...ids: number[]) => {
  for (const id of ids) {
    lines.uses(`u${id}${status}`, 'TaskUpdate', { taskId: String(id), status });
  }
  return lines;
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a long list of tasks', () => {
  const scratch = useScratchFolder();
  const contextOf = (lines: ClaudeLines) => toContext(digestOf(scratch('t'), lines), demoFacts);
  const progressOf = (lines: ClaudeLines) => contextOf(lines).progress;
  const planned = (count: number) =>
    claudeLines().says(
      `Here is my plan:\n\n${steps(1, count)
        .map((text, index) => `${index + 1}. ${text}`)
        .join('\n')}`,
    );

  it('has the steps of a plan by their numbers', () => {
    const lines = planned(30).says('Steps 1 and 2 are done.');
    assert.deepEqual(progressOf(lines), { done: steps(1, 2), current: [], pending: steps(3, 30) });
    lines.says('Step 29 is done.');
    assert.deepEqual(progressOf(lines)?.done, [...steps(1, 2), step(29)]);
  });

  it('has the right steps also of a plan that is not kept whole', () => {
    const lines = planned(90);
    for (let number = 1; number <= 30; number++) {
      lines.says(`Step ${number} is done.`);
    }
    assert.deepEqual(progressOf(lines), {
      done: steps(11, 30),
      current: [],
      pending: steps(31, 50),
      left_out: { done: 10, current: 0, pending: 40 },
    });
  });

  it('has what is at hand, what comes next and what was done last of check boxes', () => {
    assert.deepEqual(progressOf(claudeLines().says(boxes(30, 3))), {
      done: steps(1, 3),
      current: [step(4)],
      pending: steps(5, 30),
    });
    const lines = claudeLines().says(boxes(120, 3)).says(boxes(120, 80));
    assert.deepEqual(progressOf(lines), {
      done: steps(71, 80),
      current: [step(81)],
      pending: steps(82, 111),
      left_out: { done: 70, current: 0, pending: 9 },
    });
    lines.says('Step 81 is done.');
    assert.equal(progressOf(lines)?.done?.at(-1), step(81));
    lines.says(`Now:\n- [x] ${step(82)}\n- [ ] One more\n- [ ] And another`);
    assert.deepEqual(progressOf(lines)?.left_out, { done: 72, current: 0, pending: 10 });
    lines.says('- [ ] Something\n- [ ] else');
    assert.deepEqual(progressOf(lines)?.left_out, undefined);
  });

  it('counts the steps of check boxes once, however often they are told', () => {
    const lines = claudeLines();
    for (let turn = 1; turn <= 6; turn++) {
      lines.says(boxes(60, 20).replace(`${step(19 + turn)}\n`, `${step(19 + turn)}, anew\n`));
    }
    const { done, current, pending, left_out: left } = progressOf(lines) ?? {};
    assert.deepEqual([done?.length, current?.length, pending?.length], [10, 1, 30]);
    assert.deepEqual(left, { done: 10, current: 0, pending: 9 });
    const part = claudeLines().says(boxes(120, 0));
    for (let turn = 1; turn <= 3; turn++) {
      part.says(`- [x] ${step(90)}\n- [x] ${step(91)}`);
      part.says(`- [ ] ${step(2)}\n- [ ] ${step(100)}`);
    }
    assert.deepEqual(progressOf(part), {
      done: steps(90, 91),
      current: [step(1)],
      pending: steps(2, 31),
      left_out: { done: 0, current: 0, pending: 87 },
    });
  });

  it('takes no step for another where its number is not known', () => {
    const lines = claudeLines().says(boxes(120, 0));
    lines.says(`- [x] ${step(1)}\n- [>] ${step(91)}`).says(`- [>] ${step(95)}\n- [x] ${step(1)}`);
    lines.says('Step 0 is done. Steps 119, 120, 121 and 122 are done.');
    assert.deepEqual(progressOf(lines)?.current, [step(91), step(95)]);
  });

  it('counts what comes next in ever other words once', () => {
    const lines = claudeLines().says(boxes(120, 3));
    const totals = upTo(5).map((turn) => {
      const context = contextOf(lines.says(`Next steps:\n- Look at ${turn}\n- See to ${turn}`));
      return toAgentContext('s.json', context).progress?.total;
    });
    assert.deepEqual(totals, [120, 120, 120, 120, 120]);
  });

  it('is not over while some of those that were let go are to do', () => {
    const lines = created(claudeLines(), 1, 150);
    changed(lines, 'completed', ...upTo(100));
    lines.says('Summary:\n- [x] One\n- [x] Two');
    assert.equal(progressOf(lines)?.left_out?.pending, 50);
  });

  it('has them of a list that is told whole', () => {
    assert.deepEqual(progressOf(claudeLines().uses('1', 'TodoWrite', todos(60, 10))), {
      done: steps(1, 10),
      current: [step(11)],
      pending: steps(12, 41),
      left_out: { done: 0, current: 0, pending: 19 },
    });
    const lines = claudeLines().uses('1', 'TodoWrite', todos(400, 300));
    assert.deepEqual(progressOf(lines), {
      done: steps(291, 300),
      current: [step(301)],
      pending: steps(302, 331),
      left_out: { done: 290, current: 0, pending: 69 },
    });
    lines.uses('2', 'TodoWrite', todos(5, 1));
    assert.equal(progressOf(lines)?.left_out, undefined);
  });

  it('has them of tasks that are told one by one', () => {
    const lines = created(claudeLines(), 1, 45);
    changed(changed(lines, 'completed', 1, 2), 'in_progress', 3);
    assert.deepEqual(progressOf(lines), {
      done: steps(1, 2),
      current: [step(3)],
      pending: steps(4, 33),
      left_out: { done: 0, current: 0, pending: 12 },
    });
    changed(changed(lines, 'completed', ...upTo(44)), 'in_progress', 45);
    assert.deepEqual(progressOf(lines), {
      done: steps(25, 44),
      current: [step(45)],
      pending: [],
      left_out: { done: 24, current: 0, pending: 0 },
    });
  });

  it('counts what happens to tasks that it let go', () => {
    const lines = created(claudeLines(), 1, 150);
    changed(lines, 'in_progress', 149);
    const { current, pending, left_out: left } = progressOf(lines) ?? {};
    assert.deepEqual(current, ['#149']);
    assert.deepEqual(pending, steps(1, 30));
    assert.equal(left?.pending, 119);
    changed(lines, 'deleted', 150);
    assert.equal(progressOf(lines)?.left_out?.pending, 118);
    const many = changed(created(claudeLines(), 1, 100), 'completed', ...upTo(100));
    changed(created(many, 101, 150), 'deleted', 1, 2);
    assert.deepEqual(progressOf(many), {
      done: steps(81, 100),
      current: [],
      pending: steps(101, 130),
      left_out: { done: 78, current: 0, pending: 20 },
    });
  });

  it('keeps enough words of each to tell which it is', () => {
    const words = 'and the rest of what there is to say about it'.repeat(9);
    const lines = claudeLines();
    for (let id = 1; id <= 100; id++) {
      const toolUseResult = { task: { id: String(id) } };
      const subject = `Migrate endpoint ${id} to the new errors, ${words}`;
      lines.uses(`c${id}`, 'TaskCreate', { subject }, { toolUseResult });
    }
    assert.match(
      progressOf(changed(lines, 'in_progress', 100))?.current?.[0] ?? '',
      /^Migrate endpoint 100 to the new errors, .*…$/,
    );
  });

  it('stays small', () => {
    const wide = '漢字"\\'.repeat(99);
    const lines = claudeLines();
    for (let id = 1; id <= 400; id++) {
      const toolUseResult = { task: { id: `task-of-the-team-${id}` } };
      lines.uses(`c${id}`, 'TaskCreate', { subject: `${id} ${wide}` }, { toolUseResult });
    }
    lines.says(
      upTo(400)
        .map((id) => `- [ ] ${id} ${wide.slice(0, 30)}`)
        .join('\n'),
    );
    const { tasks, checks } = digestOf(scratch('t'), lines);
    assert.equal(tasks.length, 100);
    assert.equal(checks.length, 50);
    const size = Buffer.byteLength(JSON.stringify([tasks, checks]));
    assert.ok(size < 28 * 1024, `${size} bytes`);
  });

  it('says the same in any number of reads', () => {
    const long = `Migrate ${'x'.repeat(200)}`;
    const lines = created(planned(90), 1, 60);
    for (let id = 61; id <= 140; id++) {
      const toolUseResult = { task: { id: String(id) } };
      lines.uses(`l${id}`, 'TaskCreate', { subject: `${id} ${long}` }, { toolUseResult });
      changed(lines, id % 2 ? 'completed' : 'in_progress', id - 60, id);
      lines.says(`Step ${id - 60} is done.`);
    }
    lines.says(boxes(80, 60)).says(boxes(80, 61)).says('Step 62 is done.\n- [x] A\n- [x] B');
    const text = Buffer.from(lines.text());
    const whole = readWhole(scratch('t'), text);
    const random = numbers(5);
    for (let round = 0; round < 8; round++) {
      const cuts = Array.from({ length: 9 }, () => random(text.length)).sort((a, b) => a - b);
      const edges = [0, ...cuts, text.length];
      const parts = edges.slice(1).map((to, index) => text.subarray(edges[index], to));
      assert.deepEqual({ ...readInParts(scratch('t'), parts), ino: 0 }, { ...whole, ino: 0 });
    }
  });

  describe('in numbers', () => {
    const told = (context: SessionContext) =>
      injectionText(
        {
          id: 'abcd1234',
          about: 'x',
          sections: [contextParts(context, 'c.json', english).progress],
          verdict: [],
        },
        english,
      ).text;

    it('says how many there are, and how many of them are not shown', () => {
      const context = contextOf(claudeLines().uses('1', 'TodoWrite', todos(120, 10)));
      const text = told(context);
      assert.match(text, /^Tasks: 10 of 120\n- \[>\] Migrate endpoint 11\n- \[ \] .* 12$/m);
      const shown = text.match(/^- \[.\] Migrate/gm)?.length ?? 0;
      assert.match(
        text,
        new RegExp(`^Left out: ${120 - shown} more of "Progress" in c.json$`, 'm'),
      );
      assert.deepEqual(toAgentContext('s.json', context).progress, { done: 10, total: 120 });
    });

    it('says nothing of it where all are shown', () => {
      const text = told(contextOf(claudeLines().uses('1', 'TodoWrite', todos(9, 3))));
      assert.doesNotMatch(text, /Tasks: |Left out/);
    });

    it('is forgotten when all are listed again, and what others wrote is not', () => {
      const before = { progress: { left_out: { done: 7 }, mine: 1 } };
      const made = contextOf(claudeLines().uses('1', 'TodoWrite', todos(2, 1)));
      assert.deepEqual(withUnknownFields(made, before).progress, {
        mine: 1,
        done: [step(1)],
        current: [step(2)],
        pending: [],
      });
    });

    it('takes no number that is none', () => {
      for (const count of [-3, 0.5, 1e300, NaN]) {
        const progress = { done: ['a'], left_out: { done: count, pending: count } };
        assert.doesNotMatch(told({ progress }), /Tasks: |Left out/);
      }
    });
  });
});
