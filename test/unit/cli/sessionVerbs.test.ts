import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { noteWaiting } from '../../../src/core/sessions/waiting';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import { livePlace } from '../../support/livePlace';
import { until } from '../../support/until';

interface Listed {
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly status: string;
    readonly agent: string | null;
    readonly gitBranch: string;
    readonly questions: readonly { readonly questionId: string; readonly question: string }[];
  }[];
}

describe('baton sessions', function () {
  this.timeout(120_000);
  const { run, start, repository, root } = useBlockerCommandLine();
  const sessions = (...args: string[]) => run(['sessions', ...args]);
  const begin = (...args: string[]) =>
    json<{ sessionId: string; isNew: boolean }>(
      sessions('start', '--pid', String(process.pid), ...args, '--json'),
    );
  const list = (...args: string[]) => json<Listed>(sessions('list', ...args, '--json')).sessions;
  const own = 'aaaaaaaa-0001-4000-8000-000000000001';

  it('starts, lists and ends one', () => {
    repository();
    assert.deepEqual(list(), []);
    assert.equal(sessions('list').stdout, 'No agent session is alive here.\n');
    const { sessionId, isNew } = begin('--agent', 'aider', '--agent-session', own);
    assert.deepEqual([sessionId, isNew], [own, true]);
    assert.deepEqual(begin('--agent-session', own), { sessionId: own, isNew: false });
    const [listed, ...more] = list();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [listed?.sessionId, listed?.status, listed?.agent, listed?.gitBranch],
      [own, 'active', 'aider', 'feature/login'],
    );
    assert.match(sessions('list').stdout, /^aaaaaaaa · active · aider · .* · feature\/login · /);
    assert.equal(sessions('end', 'aaaaaaaa').code, 0);
    assert.deepEqual(list(), []);
    assert.deepEqual(
      list('--all').map(({ status }) => status),
      ['terminated'],
    );
  });

  it('takes the session of the agent in whose shell it runs', () => {
    repository();
    begin('--agent-session', own);
    const env = { CLAUDE_CODE_SESSION_ID: own };
    assert.equal(json(run(['sessions', 'heartbeat', '--json'], env)).sessionId, own);
    const { code, stderr } = sessions('heartbeat');
    assert.deepEqual([code, stderr.includes('Say which session')], [2, true]);
  });

  it('sends signs of life', () => {
    repository();
    begin('--agent-session', own);
    const file = (name: string) => root('.claude/state/sessions', own, name);
    const past = new Date(Date.now() - 10 * 60_000);
    utimesSync(file('activity'), past, past);
    assert.equal(sessions('heartbeat', own, '--active').code, 0);
    assert.equal(list()[0]?.status, 'active');
  });

  it('asks and answers', async () => {
    repository();
    begin('--agent-session', own);
    const pending = sessions(
      'ask',
      'Which one?',
      '--session',
      own,
      '--option',
      'One',
      '--wait',
      '0',
      '--json',
    );
    assert.equal(pending.code, 1);
    assert.equal(json(pending).status, 'pending');
    const { questionId } = json<{ questionId: string }>(pending);
    assert.match(sessions('list').stdout, /waiting[^]*Which one\? {2}\[One\]/);
    assert.equal(sessions('answer', questionId, 'One').code, 0);
    assert.match(
      sessions('answer', questionId, 'Two').stderr,
      /answered already, by .* at .*: One/,
    );
    assert.deepEqual(list()[0]?.questions, []);
    const asking = start(['sessions', 'ask', 'And now?', '--session', own]);
    await until(() => list()[0]?.questions[0]?.question === 'And now?');
    const ended = new Promise((resolve) => asking.once('exit', resolve));
    sessions('answer', list()[0]?.questions[0]?.questionId ?? '', 'Yes');
    assert.equal(await ended, 0);
  });

  it('takes its question back when it is stopped', async () => {
    repository();
    begin('--agent-session', own);
    const asking = start(['sessions', 'ask', 'Which one?', '--session', own]);
    await until(() => list()[0]?.questions.length === 1);
    const id = list()[0]?.questions[0]?.questionId ?? '';
    const ended = new Promise((resolve) => asking.once('exit', resolve));
    // It listens a moment after it has asked.
    await delay(200);
    asking.kill('SIGINT');
    assert.equal(await ended, 1);
    assert.deepEqual(list()[0]?.questions, []);
    assert.match(sessions('answer', id, 'This').stderr, /no longer waits/);
  });

  it('lists a wait of which nothing more is known in one line', async () => {
    repository();
    begin('--agent-session', own);
    await noteWaiting(livePlace(root()), own, { kind: 'claude', message: '' });
    assert.match(sessions('list').stdout, /^aaaaaaaa · waiting[^\n]*\n$/);
  });

  it('sweeps', () => {
    repository();
    const { sessionId } = begin();
    sessions('end', sessionId);
    const swept = json<{ seen: number; removed: string[] }>(sessions('sweep', '--json'));
    assert.deepEqual([swept.seen, swept.removed], [1, []]);
    assert.equal(sessions('sweep').stdout, '1 seen, 0 changed, 0 removed\n');
    assert.ok(existsSync(root('.claude/state/sessions', sessionId)));
    assert.equal(readdirSync(root('.claude/state/sessions')).length, 1);
  });

  it('says in one sentence what is wrong', () => {
    repository();
    begin('--agent-session', own);
    begin('--agent-session', own.replace('0001', '0002'));
    const wrong: [args: string[], code: number, message: RegExp][] = [
      [['heartbeat', 'zzzzzzzz'], 1, /no live session zzzzzzzz/],
      [['end', 'aaaa'], 1, /2 sessions begin with aaaa/],
      [['start', '--pid', '999999999'], 1, /No process 999999999/],
      [['start', '--agent-session', '../x'], 2, /8 to 128/],
      [['ask', 'x', '--session', own, '--wait', 'y'], 2, /number of seconds/],
      [['answer', 'q-1795003200000-abcdef', 'x'], 1, /no question/],
      [['answer', '../../x', 'x'], 1, /no question/],
      [['send', own], 2, /Give the id/],
    ];
    for (const [args, code, message] of wrong) {
      const done = sessions(...args);
      assert.equal(done.code, code, args.join(' '));
      assert.match(done.stderr, message);
    }
  });
});
