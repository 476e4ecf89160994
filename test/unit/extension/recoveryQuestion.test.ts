import assert from 'node:assert/strict';
import type { RecoveryPlan } from '../../../src/core/blockers/recoveryPlan';
import { english, msg } from '../../../src/core/support/message';
import {
  recoveryDocument,
  recoveryQuestion,
  refusalText,
  rerunQuestion,
} from '../../../src/extension/views/recoveryQuestion';

const rerun = { command: 'npm test', cwd: '/project/web', isKnown: true };
const plan: RecoveryPlan = {
  blocker: { description: '1 of 3 tests failed' },
  cwd: '/project/web',
  steps: [{ kind: 'command', command: 'npm ci --silent | tail' }],
  rerun,
  suggestions: [],
};

describe('the question before a recovery', () => {
  it('shows the whole command, what runs again, and where', () => {
    const { message, detail, isCut } = recoveryQuestion(plan, english);
    assert.equal(message, 'Recover from "1 of 3 tests failed"?');
    assert.equal(
      detail,
      [
        'Runs in a terminal:',
        'npm ci --silent | tail',
        '',
        'Then runs again:',
        'npm test',
        '',
        'In /project/web',
      ].join('\n'),
    );
    assert.equal(isCut, false);
  });

  it('shortens only what an agent is asked, and has it whole in the document', () => {
    const prompt = `Find its cause.\n${'x'.repeat(500)}\n\`\`\`\nthe end`;
    const agent = { kind: 'agent', agent: 'tester', argv: ['claude', '--agent', 'tester', prompt] };
    const asked = { ...plan, steps: [agent, ...plan.steps], rerun: undefined } as RecoveryPlan;
    const { detail, isCut } = recoveryQuestion(asked, english);
    assert.match(detail, /^1\. claude --agent tester "Find its cause\. x+…"$/m);
    assert.match(detail, /^2\. npm ci --silent \| tail$/m);
    assert.match(detail, /no command to run again/);
    assert.equal(isCut, true);
    const document = recoveryDocument(asked, english);
    assert.ok(document.includes(prompt));
    assert.match(document, /^````text$/m);
  });

  it('asks for a command that was not seen here: the warning, all of it, and where', () => {
    const command = `npm test -- ${'a'.repeat(300)}`;
    const { detail, isCut } = rerunQuestion({ ...rerun, command }, english);
    assert.match(detail, /^Baton has not seen it run on this machine/);
    assert.ok(detail.includes(command));
    assert.match(detail, /In \/project\/web$/);
    assert.equal(isCut, false);
  });

  it('lets no lines, blanks or invisible letters push anything out of sight', () => {
    const command = `npm test${'\n'.repeat(45)}touch${' '.repeat(900)}pwned\u2800\u200B`;
    const shown = 'npm test ⏎ touch pwned\\u{2800}\\u{200b}';
    const unseen = { ...rerun, command, isKnown: false };
    const alone = rerunQuestion(unseen, english);
    assert.ok(alone.detail.includes(`\n${shown}\n`), alone.detail);
    assert.equal(alone.isCut, true);
    const steps = [{ kind: 'command', command: `npm ci${'\n'.repeat(45)}rm x` }] as const;
    const all = recoveryQuestion({ ...plan, steps, rerun: unseen }, english);
    assert.match(all.detail, /^Baton has not seen "npm test ⏎ touch pwned/);
    assert.match(all.detail, /^npm ci ⏎ rm x$/m);
    assert.ok(all.detail.split('\n').length < 12, all.detail);
    assert.equal(all.isCut, true);
    assert.match(recoveryDocument({ ...plan, rerun: unseen }, english), /has not seen the last/);
  });

  it('offers everything when only what runs again is cut', () => {
    const long = { ...rerun, command: `npm test -- ${'a'.repeat(3000)}` };
    const { detail, isCut } = recoveryQuestion({ ...plan, rerun: long }, english);
    assert.equal(isCut, true);
    assert.ok(detail.length < 1000);
  });

  it('asks also where nothing is configured and only the command runs again', () => {
    const { detail } = recoveryQuestion({ ...plan, steps: [] }, english);
    assert.match(detail, /^Nothing is configured .*only the command runs again:\nnpm test\n/);
  });

  it('says why nothing runs, and what may help', () => {
    const refused = { ...plan, refusal: msg('Not now.'), suggestions: [msg('Try {0}.', 'tea')] };
    assert.equal(refusalText(refused, english), 'Not now. Try tea.');
  });
});
