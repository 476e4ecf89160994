import assert from 'node:assert/strict';
import { english } from '../../../src/core/support/message';
import {
  emptyDraft,
  type FormDraft,
  formDraftSchema,
} from '../../../src/extension/handover/formDraft';
import { createFormDrafts } from '../../../src/extension/handover/formDrafts';
import {
  answersOf,
  edited,
  expectedIds,
  type FormModel,
  openForm,
  problemsOf,
  rowsOf,
  textOf,
  withPlan,
} from '../../../src/extension/handover/formModel';
import { pageState } from '../../../src/extension/handover/pageState';
import {
  elementId,
  type FormEdit,
  longestText,
  toHostSchema,
  toPageSchema,
} from '../../../src/webview/handover/protocol';
import { handoverPlan, loggedDecision } from '../../support/handoverPlans';

type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never;
const typed = (model: FormModel, ...edits: Unnumbered<FormEdit>[]): FormModel =>
  edits.reduce((before, edit, index) => edited(before, { ...edit, seq: index + 1 }), model);
const shown = (model: FormModel) =>
  pageState({ phase: 'editing', model, target: 'session.md', seq: 1 }, english);
const type = (field: 'goal' | 'accomplished' | 'nextAction' | 'tone', value: string) =>
  ({ type: 'edit', field, value }) as const;
const fill = (key: string, part: 'summary' | 'reason' | 'impact' | 'steeringRef', value: string) =>
  ({ type: 'editRow', list: 'decisions', key, part, value }) as const;

const filled = handoverPlan({
  suggested: {
    goal: { text: 'Sign in', from: ['state'] },
    accomplished: { text: '- Hash passwords', from: ['git', 'transcript'] },
    nextAction: { text: 'npm test', from: ['specs'] },
  },
});

describe('handover form', () => {
  it('shows suggestions with where they come from', () => {
    const { fields } = shown(openForm(filled, emptyDraft)).form ?? assert.fail();
    assert.equal(fields.goal.value, 'Sign in');
    assert.deepEqual(fields.goal.marks, ['from the saved session']);
    assert.deepEqual(fields.accomplished.marks, ['from git', 'from the transcript']);
    assert.deepEqual(fields.tone.marks, []);
  });

  it('marks what was edited, until the suggestion is there again', () => {
    const model = typed(openForm(filled, emptyDraft), type('goal', 'Sign out'));
    const field = (of: FormModel) => shown(of).form?.fields.goal ?? assert.fail();
    assert.deepEqual(field(model), {
      value: 'Sign out',
      marks: ['edited'],
      isEdited: true,
      canRevert: true,
    });
    const back = typed(model, { type: 'revert', field: 'goal' });
    assert.deepEqual(field(back).marks, ['from the saved session']);
    assert.equal(field(back).value, 'Sign in');
    const retyped = typed(model, type('goal', 'Sign in'));
    assert.deepEqual(field(retyped).marks, ['from the saved session']);
  });

  it('keeps a suggestion that a person emptied empty', () => {
    const model = typed(openForm(filled, emptyDraft), type('goal', ''));
    assert.equal(answersOf(model).goal, '');
  });

  it('wants goal, result and next action, in the order of the form', () => {
    const problems = problemsOf(openForm(handoverPlan(), emptyDraft));
    assert.deepEqual(
      problems.map(({ at }) => at),
      ['goal', 'accomplished', 'nextAction'],
    );
    const blank = typed(openForm(filled, emptyDraft), type('nextAction', ' \n'));
    assert.deepEqual(
      problemsOf(blank).map(({ at }) => at),
      ['nextAction'],
    );
    assert.deepEqual(problemsOf(openForm(filled, emptyDraft)), []);
  });

  it('shows problems only after it was tried', () => {
    const model = openForm(handoverPlan(), emptyDraft);
    assert.equal(shown(model).form?.fields.goal.problem, undefined);
    const tried = shown({ ...model, wasTried: true });
    assert.equal(tried.form?.fields.goal.problem, 'Say what this session was meant to achieve.');
  });

  it('answers with the decisions of the log that stay chosen, and new ones', () => {
    const plan = handoverPlan({
      decisions: [loggedDecision(4, 'Use scrypt'), loggedDecision(5, 'No providers')],
    });
    const model = typed(
      openForm(plan, emptyDraft),
      { type: 'check', list: 'decisions', key: 'D5:50', checked: false },
      { type: 'addRow', list: 'decisions' },
      fill('new-1', 'summary', ' Sessions end at night '),
      fill('new-1', 'reason', 'Shifts'),
      { type: 'addRow', list: 'decisions' },
    );
    const answers = answersOf(model);
    assert.deepEqual(answers.decisions, [
      'D4',
      { summary: 'Sessions end at night', reason: 'Shifts' },
    ]);
    assert.deepEqual(expectedIds(answers, [{ id: 'D12' }]).decisions, ['D4', 'D13']);
    const checked = typed(model, { type: 'check', list: 'decisions', key: 'D5:50', checked: true });
    assert.equal(answersOf(checked).decisions.length, 3);
  });

  it('wants of new decisions and exceptions what they are, and why', () => {
    const decision = typed(
      openForm(filled, emptyDraft),
      { type: 'addRow', list: 'decisions' },
      fill('new-1', 'impact', 'x'),
      { type: 'addRow', list: 'steeringExceptions' },
      {
        type: 'editRow',
        list: 'steeringExceptions',
        key: 'new-2',
        part: 'summary',
        value: 'In memory',
      },
    );
    assert.deepEqual(
      problemsOf(decision).map(({ at }) => at),
      [
        elementId('decisions', 'new-1', 'summary'),
        elementId('decisions', 'new-1', 'reason'),
        elementId('steeringExceptions', 'new-2', 'reason'),
      ],
    );
  });

  it('asks about an exception once, and keeps entries apart that share a number', () => {
    const exception = loggedDecision(7, 'In memory', { type: 'STEERING_EXCEPTION' });
    const plan = handoverPlan({
      decisions: [loggedDecision(6, 'Ours'), loggedDecision(6, 'Theirs', { line: 99 }), exception],
      steeringExceptions: [exception],
    });
    const model = openForm(plan, emptyDraft);
    const keys = (list: 'decisions' | 'steeringExceptions') =>
      rowsOf(model, list).map(({ key }) => key);
    assert.deepEqual(keys('decisions'), ['D6:60', 'D6:99']);
    assert.deepEqual(keys('steeringExceptions'), ['D7:70']);
  });

  it('takes a suggested decision only when it is chosen, with all that is known of it', () => {
    const plan = handoverPlan({
      suggestedDecisions: [{ summary: 'Keep it small', decision: 'No cache', reason: 'Memory' }],
    });
    const open = openForm(plan, emptyDraft);
    assert.deepEqual(answersOf(open).decisions, []);
    const [row] = shown(open).form?.lists.decisions ?? [];
    assert.equal(row?.mark, 'from the transcript');
    const model = typed(
      open,
      { type: 'check', list: 'decisions', key: row.key, checked: true },
      fill(row.key, 'impact', 'Slower'),
    );
    assert.deepEqual(answersOf(model).decisions, [
      { summary: 'Keep it small', decision: 'No cache', reason: 'Memory', impact: 'Slower' },
    ]);
    assert.equal(shown(model).form?.lists.decisions[0]?.mark, 'edited');
    const renamed = typed(model, fill(row.key, 'summary', 'Cache a little'));
    assert.deepEqual(answersOf(renamed).decisions, [
      { summary: 'Cache a little', reason: 'Memory', impact: 'Slower' },
    ]);
    assert.equal(rowsOf(withPlan(renamed, handoverPlan()), 'decisions').length, 1);
  });

  it('removes what a person added, and nothing else', () => {
    const plan = handoverPlan({
      decisions: [loggedDecision(4, 'Use scrypt')],
      suggestedDecisions: [{ summary: 'Keep it small' }],
    });
    const open = openForm(plan, emptyDraft);
    const key = rowsOf(open, 'decisions')[1]?.key ?? assert.fail();
    assert.match(key, /^\S{1,100}$/);
    const model = typed(
      open,
      { type: 'check', list: 'decisions', key, checked: true },
      { type: 'addRow', list: 'decisions' },
      { type: 'removeRow', list: 'decisions', key: 'new-1' },
      { type: 'removeRow', list: 'decisions', key: 'D4:40' },
      { type: 'removeRow', list: 'decisions', key },
    );
    assert.deepEqual(
      rowsOf(model, 'decisions').map((row) => [row.key, row.checked]),
      [
        ['D4:40', true],
        [key, true],
      ],
    );
  });

  it('lays what was typed over what is collected anew, and adds nothing twice', () => {
    const model = typed(
      openForm(filled, emptyDraft),
      type('goal', 'My own words'),
      { type: 'addRow', list: 'decisions' },
      fill('new-1', 'summary', 'Use  scrypt'),
      { type: 'addRow', list: 'decisions' },
      fill('new-2', 'reason', 'not named yet'),
    );
    const anew = withPlan(
      model,
      handoverPlan({
        suggested: {
          goal: { text: 'Other', from: ['transcript'] },
          nextAction: { text: 'npm run build', from: ['specs'] },
        },
        decisions: [loggedDecision(4, 'Use scrypt')],
      }),
    );
    assert.equal(textOf(anew, 'goal'), 'My own words');
    assert.equal(textOf(anew, 'nextAction'), 'npm run build');
    assert.deepEqual(
      rowsOf(anew, 'decisions').map(({ key }) => key),
      ['D4:40', 'new-2'],
    );
  });

  it('keeps a draft of each project, forgets it when it is empty, and reads no other thing', async () => {
    const kept = new Map<string, unknown>();
    const memento = {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => {
        // As VS Code does: what is undefined is gone, all else goes through JSON.
        if (value === undefined) {
          kept.delete(key);
        } else {
          kept.set(key, JSON.parse(JSON.stringify(value)));
        }
        return Promise.resolve();
      },
    };
    const drafts = createFormDrafts(memento as Parameters<typeof createFormDrafts>[0]);
    const { draft } = typed(openForm(filled, emptyDraft), type('tone', '서두르지 않는다'), {
      type: 'addRow',
      list: 'steeringExceptions',
    });
    await drafts.keep('/one', draft);
    assert.deepEqual(drafts.of('/one'), draft);
    assert.deepEqual(drafts.of('/two'), emptyDraft);
    await drafts.keep('/one', emptyDraft);
    assert.equal(kept.size, 0);
    kept.set('baton.handoverDraft:/one', { texts: { goal: 7 } });
    assert.deepEqual(drafts.of('/one'), emptyDraft);
  });

  it('can keep and show whatever was typed', () => {
    const model = typed(
      openForm(filled, emptyDraft),
      type('goal', 'x'.repeat(longestText)),
      { type: 'addRow', list: 'decisions' },
      fill('new-1', 'summary', '</textarea><script>alert(1)</script>'),
    );
    const draft = JSON.parse(JSON.stringify(model.draft)) as FormDraft;
    assert.deepEqual(formDraftSchema.parse(draft), model.draft);
    assert.ok(toPageSchema.safeParse(shown({ ...model, wasTried: true })).success);
  });

  it('takes no message that it does not know', () => {
    const refused = [
      undefined,
      'ready',
      { type: 'run', command: 'x' },
      { type: 'edit', seq: 1, field: '__proto__', value: 'x' },
      { type: 'edit', seq: 1, field: 'goal', value: 7 },
      { type: 'edit', seq: 1, field: 'goal', value: 'x'.repeat(longestText + 1) },
      { type: 'open', file: '/etc/passwd' },
    ];
    for (const message of refused) {
      assert.ok(!toHostSchema.safeParse(message).success, JSON.stringify(message));
    }
    assert.ok(toHostSchema.safeParse({ type: 'ready' }).success);
  });
});
