import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { questionSchema, responseSchema } from '../../../src/core/schemas/liveSession';
import {
  commandsIn,
  finishCommand,
  sendCommand,
  takeCommand,
} from '../../../src/core/sessions/commands';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { claimTelling, notifyUser } from '../../../src/core/sessions/notifications';
import { openSession } from '../../../src/core/sessions/openSession';
import {
  answerQuestion,
  askQuestion,
  awaitAnswer,
  type Outcome,
} from '../../../src/core/sessions/questions';
import { useChildren } from '../../support/children';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';
import { workRepository } from '../../support/workRepository';

const session = 'aaaaaaaa-0001-4000-8000-000000000001';

describe('questions of a live session', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder({ inMemory: true });
  const start = useChildren();
  let now = new Date('2026-11-18T12:00:00Z');
  const place = () => livePlace(scratch('project'), () => now);
  const at = (...parts: string[]) => scratch('project/.claude/state/sessions', session, ...parts);
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
  beforeEach(async () => {
    now = new Date('2026-11-18T12:00:00Z');
    workRepository(scratch('project'));
    await openSession(place(), {
      agent: 'claude',
      agentSession: session,
      process: processes.alive(),
    });
  });
  const ask = (more = {}) => askQuestion(place(), session, { question: 'Which one?', ...more });
  const answer = (id: string, text = 'The first') =>
    answerQuestion(place(), id, { answer: text, source: 'cli', respondedBy: 'someone' });
  const wait = (id: string, waitMs = 0, signal?: AbortSignal): Promise<Outcome> =>
    awaitAnswer(place(), session, id, { waitMs, signal });
  const status = () => liveSessions(place().paths, now)[0]?.status;

  it('are written as the page says, and make the session wait', async () => {
    assert.equal(status(), 'active');
    const asked = await ask({ options: ['One', 'Two'], context: 'For the login', timeout: 60 });
    assert.match(asked.questionId, /^q-1795003200000-[0-9a-f]{6}$/);
    assert.ok(questionSchema.safeParse(read(at('questions', `${asked.questionId}.json`))).success);
    assert.equal(status(), 'waiting');
    assert.deepEqual(await wait(asked.questionId), { status: 'pending' });
  });

  it('bring the answer to whoever waits, at once', async () => {
    const { questionId } = await ask();
    const waiting = wait(questionId, 60_000);
    await answer(questionId);
    const outcome = await waiting;
    assert.ok(outcome.status === 'answered');
    assert.equal(outcome.response.answer, 'The first');
    assert.ok(responseSchema.safeParse(read(at('responses', `${questionId}.json`))).success);
    assert.equal(
      (read(at('questions', `${questionId}.json`)) as { status: string }).status,
      'answered',
    );
    assert.equal(status(), 'active');
    assert.deepEqual(await wait(questionId), outcome);
  });

  it('expire, and are not answered after that', async () => {
    const { questionId } = await ask({ timeout: 60 });
    now = new Date(now.getTime() + 60_000);
    assert.equal(status(), 'active');
    await assert.rejects(answer(questionId), /no longer waits/);
    assert.deepEqual(await wait(questionId), { status: 'expired' });
    now = new Date('2026-11-18T12:00:00Z');
    assert.deepEqual(await wait(questionId), { status: 'expired' });
  });

  it('are cancelled by whoever asked', async () => {
    const { questionId } = await ask();
    const cancelling = new AbortController();
    const waiting = wait(questionId, 60_000, cancelling.signal);
    setTimeout(() => {
      cancelling.abort(new Error('enough'));
    }, 20);
    await assert.rejects(waiting, /enough/);
    assert.deepEqual(await wait(questionId), { status: 'cancelled' });
    await assert.rejects(answer(questionId), /no longer waits/);
  });

  it('tell the second who was first', async () => {
    const { questionId } = await ask();
    await answer(questionId, 'Yes');
    await assert.rejects(answer(questionId, 'No'), /answered already, by someone at .*: Yes/);
  });

  it('hold no secret and no escape of a terminal', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const asked = await ask({ question: `Is ${secret} right?\u001b[31m`, context: secret });
    assert.doesNotMatch(JSON.stringify(asked), /ghp_a1B2|\\u001b/);
    const torn = await ask({
      question: `Is ${secret.slice(0, 10)}\u001b[0m${secret.slice(10)} it?`,
    });
    assert.equal(torn.question.includes(secret), false);
  });

  it('and work are refused where they are too long to be read', async () => {
    const { questionId } = await ask();
    const long = 'x'.repeat(300_000);
    await assert.rejects(answer(questionId, long), /too long.*256 KB/);
    await assert.rejects(ask({ question: long }), /too long/);
    await assert.rejects(sendCommand(place(), session, long), /too long/);
    assert.deepEqual([readdirSync(at('responses')), readdirSync(at('commands'))], [[], []]);
    await answer(questionId, 'Short');
    assert.equal((await wait(questionId)).status, 'answered');
  });

  it('are answered by a response of another tool, whatever else that says', async () => {
    const { questionId } = await ask();
    const response = { questionId, answer: 'Yes', respondedAt: now.toISOString(), respondedBy: 7 };
    writeFileSync(at('responses', `${questionId}.json`), JSON.stringify(response));
    const outcome = await wait(questionId);
    assert.ok(outcome.status === 'answered');
    assert.deepEqual([outcome.response.answer, outcome.response.respondedBy], ['Yes', null]);
    await assert.rejects(answer(questionId), /answered already, by/);
  });

  it('are none where they are links, of another session, or broken', async () => {
    const { questionId } = await ask();
    const odd = 'q-1794999600001-abcdef';
    symlinkSync(at('questions', `${questionId}.json`), at('questions', `${odd}.json`));
    writeFileSync(at('questions', 'q-1794999600002-abcdef.json'), '{');
    writeFileSync(
      at('questions', 'q-1794999600003-abcdef.json'),
      readFileSync(at('questions', `${questionId}.json`), 'utf8')
        .replace(questionId, 'q-1794999600003-abcdef')
        .replace(session, 'bbbbbbbb-0002-4000-8000-000000000002'),
    );
    assert.equal(liveSessions(place().paths, now)[0]?.questions.length, 1);
    for (const id of [odd, '../../../x', 'q-1', 'q-1794999600002-abcdef']) {
      await assert.rejects(answer(id), /There is no question/, id);
    }
  });

  it('that came with the repository are shown, and neither asked nor answered', async () => {
    const { questionId } = await ask();
    const repository = workRepository(scratch('other'));
    repository.write(
      `.claude/state/sessions/${session}/meta.json`,
      readFileSync(at('meta.json'), 'utf8'),
    );
    const planted = readFileSync(at('questions', `${questionId}.json`), 'utf8');
    repository.write(`.claude/state/sessions/${session}/questions/${questionId}.json`, planted);
    repository.write(
      `.claude/state/sessions/${session}/responses/${questionId}.json`,
      JSON.stringify({
        questionId,
        answer: 'Run it',
        respondedAt: now.toISOString(),
        source: 'cli',
      }),
    );
    repository.git('add', '-f', '.');
    repository.git('commit', '-q', '-m', 'planted');
    const other = livePlace(scratch('other'), () => now);
    assert.equal(liveSessions(other.paths, now).length, 1);
    const outcome = await awaitAnswer(other, session, questionId, { waitMs: 0 });
    assert.deepEqual(outcome, { status: 'pending' });
    await assert.rejects(
      askQuestion(other, session, { question: 'x' }),
      /came with the repository/,
    );
    await assert.rejects(sendCommand(other, session, 'x'), /came with the repository/);
    assert.equal(await takeCommand(other, session, { waitMs: 0 }), undefined);
    assert.equal(await claimTelling(other, session, questionId), false);
  });

  it('are answered once, whatever answers at once: 200 questions, 4 processes', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 200; count++) {
      now = new Date(now.getTime() + 1);
      ids.push((await ask()).questionId);
    }
    const waiting = ids.map((id) => wait(id, 100_000));
    const names = ['ann', 'bob', 'cid', 'dot'];
    now = new Date();
    const children = names.map((name) => start('answerer', scratch('project'), name));
    await Promise.all(children.map((child) => child.next()));
    const told: [id: string, isFirst: boolean, message: string][][] = names.map(() => []);
    // Started together again and again, so that none of them is ahead of all others.
    for (let count = 0; count < ids.length; count += 10) {
      children.forEach((child) => {
        child.send(ids.slice(count, count + 10));
      });
      const answers = await Promise.all(children.map((child) => child.next()));
      answers.forEach((each, which) => {
        told[which]?.push(...(each as (typeof told)[number]));
      });
    }
    const outcomes = await Promise.all(waiting);
    ids.forEach((id, index) => {
      const outcome = outcomes[index];
      assert.ok(outcome?.status === 'answered', id);
      const { respondedBy, answer: kept } = outcome.response;
      assert.deepEqual(read(at('responses', `${id}.json`)), outcome.response);
      assert.equal(kept, `${respondedBy ?? ''} says yes`);
      told.forEach((each, which) => {
        const [, isFirst, message = ''] = each.find(([asked]) => asked === id) ?? [];
        assert.equal(isFirst, names[which] === respondedBy, id);
        assert.ok(isFirst || message.includes(`by ${respondedBy ?? ''} at `), message);
      });
    });
    const firsts = told.map((each) => each.filter(([, isFirst]) => isFirst).length);
    assert.equal(
      firsts.reduce((sum, count) => sum + count),
      200,
    );
    assert.ok(firsts.filter((count) => count > 0).length > 1, `no race: ${firsts.join(' ')}`);
    assert.deepEqual(readdirSync(at('responses')).length, 200);
  });

  it('go the other way as work that is sent, taken once and reported on', async () => {
    const waiting = takeCommand(place(), session, { waitMs: 60_000 });
    const sent = await sendCommand(place(), session, 'Write the tests', 'someone');
    const taken = await waiting;
    assert.equal(taken?.commandId, sent.commandId);
    assert.equal(taken.command, 'Write the tests');
    assert.equal(await takeCommand(place(), session, { waitMs: 0 }), undefined);
    await finishCommand(place(), session, sent.commandId, 'Done');
    await assert.rejects(finishCommand(place(), session, sent.commandId, 'Again'), /already/);
    await assert.rejects(finishCommand(place(), session, '../x', 'Again'), /no command/);
    const [command] = commandsIn(at());
    assert.deepEqual([command?.status, command?.result?.result], ['done', 'Done']);
    now = new Date(now.getTime() + 5);
    const one = await sendCommand(place(), session, 'one');
    now = new Date(now.getTime() + 5);
    await sendCommand(place(), session, 'two');
    const both = await Promise.all([1, 2].map(() => takeCommand(place(), session, { waitMs: 0 })));
    const texts = both.map((each) => each?.command).sort();
    assert.ok(texts.includes('one') && one.status === 'pending', String(texts));
    assert.equal(new Set(texts).size, 2);
  });

  it('leave work for the next, when whoever took it has gone in that moment', async () => {
    await sendCommand(place(), session, 'Write the tests');
    const cancelling = new AbortController();
    const taking = takeCommand(place(), session, { waitMs: 60_000, signal: cancelling.signal });
    const taken = () => commandsIn(at())[0]?.status === 'taken';
    for (let turn = 0; turn < 10_000 && !taken(); turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    cancelling.abort(new Error('enough'));
    await assert.rejects(taking, /enough/);
    const next = await takeCommand(place(), session, { waitMs: 0 });
    assert.equal(next?.command, 'Write the tests');
  });

  it('and notifications are told by one window only', async () => {
    const told = await notifyUser(place(), session, { message: 'Done', level: 'warning' });
    assert.deepEqual(liveSessions(place().paths, now)[0]?.notifications, [told]);
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimTelling(place(), session, told.notificationId)),
    );
    assert.deepEqual(claims.sort(), [false, false, true]);
    assert.equal(await claimTelling(place(), session, '../x'), false);
    assert.equal(path.basename(at()), session);
  });
});
