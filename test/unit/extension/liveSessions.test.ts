import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/core/sessions/liveSessions';
import { english } from '../../../src/core/support/message';
import { agentsTree } from '../../../src/extension/views/agentsTree';
import { agentPid, waitingBadge } from '../../../src/extension/views/liveSessionNode';
import { isQuiet } from '../../../src/extension/views/quietHours';
import { sessionNotices } from '../../../src/extension/views/sessionNotice';
import { statusText } from '../../../src/extension/views/statusText';
import { childrenOf, type TreeNode } from '../../../src/extension/views/treeNode';
import { inEnglish as rendering, snapshotWith } from '../../support/snapshots';

const now = rendering.now;
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const id = '6f1c2a54-8b1e-4c39-9d57-2f0a7c3e9b10';

function session(more: Partial<LiveSession> = {}): LiveSession {
  return {
    id,
    meta: {
      sessionId: id,
      agent: 'claude',
      gitBranch: 'feature/login',
      createdAt: ago(30),
      environment: {
        terminal: 'vscode',
        shell: 'bash',
        pid: 7,
        displayName: 'VS Code',
        remote: null,
      },
    },
    status: 'active',
    questions: [],
    notifications: [],
    commands: [],
    lastActiveAt: ago(1),
    isAgentAlive: true,
    ...more,
  };
}
const question = (more = {}) => ({
  questionId: 'q-1795003200000-abcdef',
  sessionId: id,
  question: 'Which one?',
  options: ['One', 'Two', 'Three', 'Four'],
  context: null,
  createdAt: ago(1),
  timeout: null,
  status: 'pending' as const,
  ...more,
});
const asking = () => session({ status: 'waiting', questions: [question()] });
const waiting = () => {
  const { meta } = session();
  const waitingFor = { kind: 'permission_prompt', message: 'May I run npm?', since: ago(1) };
  return session({ status: 'waiting', meta: { ...meta, waitingFor } });
};
const tree = (...live: LiveSession[]) => agentsTree(snapshotWith({ live }), rendering);
const rows = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [
    `(${node.icon?.id ?? ''}) ${node.label} | ${node.description ?? ''}`,
    ...rows(childrenOf(node)),
  ]);

describe('live sessions in the window', () => {
  it('are rows with status, environment, branch and age', () => {
    assert.deepEqual(rows(tree(session())), [
      '(pulse) Live | 1',
      '(play-circle) Claude Code 6f1c2a54 | active · VS Code · feature/login · 30 minutes ago',
      '() Last action | 1 minute ago',
    ]);
  });

  it('show what they ask, with a click that answers, and what they wait for', () => {
    const [group] = tree(asking());
    assert.deepEqual(rows(group ? [group] : []).slice(0, 3), [
      '(pulse) Live | 1 session waits for you',
      '(bell-dot) Claude Code 6f1c2a54 | waiting · VS Code · feature/login · 30 minutes ago',
      '(question) Which one? | One · Two · Three · Four',
    ]);
    const row = group?.children?.[0]?.children?.[0];
    assert.equal(row?.command, 'baton.answerQuestion');
    assert.equal(row.question?.questionId, 'q-1795003200000-abcdef');
    assert.ok(rows(tree(waiting())).includes('() Waits for | May I run npm?'));
    const [untrusted] = agentsTree(snapshotWith({ live: [asking()] }), {
      ...rendering,
      trusted: false,
    });
    assert.equal(untrusted?.children?.[0]?.children?.[0]?.command, undefined);
  });

  it('are counted on the badge and listed at the status bar', () => {
    const live = [asking(), session({ id: 'other-one', status: 'idle' })];
    assert.equal(waitingBadge([snapshotWith({ live })], rendering)?.value, 1);
    assert.equal(waitingBadge([snapshotWith({ live: [session()] })], rendering), undefined);
    const bare = statusText(snapshotWith({ live }), rendering);
    assert.match(bare?.text ?? '', /\$\(bell-dot\) 1$/);
    assert.match(bare?.spoken ?? '', /, 1 session waits for you$/);
    const shown = statusText(snapshotWith({ live, state: { working_on: 'x' } }), rendering);
    assert.match(shown?.tooltip ?? '', /Claude Code 6f1c2a54: waiting\nClaude Code other-on: idle/);
  });

  it('are told with their name, a button for each option, and one that reveals the terminal', () => {
    const [asked, ...others] = sessionNotices(asking(), now, english);
    assert.deepEqual(others, []);
    assert.equal(asked?.message, 'Claude Code 6f1c2a54 asks: Which one?');
    assert.deepEqual(
      asked.choices.map(({ title }) => title),
      ['One', 'Two', 'Three', 'Answer…'],
    );
    const [waits] = sessionNotices(waiting(), now, english);
    assert.equal(waits?.message, 'Claude Code 6f1c2a54 waits for you: May I run npm?');
    assert.deepEqual(
      waits.choices.map(({ title }) => title),
      ['Reveal Terminal', 'Mute'],
    );
    // Windows claim it by this: it is made of small letters, digits and dashes alone.
    assert.match(waits.key, /^wait-\d+$/);
  });

  it('have no button that does not say all that it answers', () => {
    const titles = (...options: string[]) =>
      sessionNotices(session({ questions: [question({ options })] }), now, english)[0]?.choices.map(
        ({ title }) => title,
      );
    assert.deepEqual(titles('Yes', 'No'), ['Yes', 'No', 'Answer…']);
    const long = 'Take away everything that is older than a year';
    for (const options of [
      [`${long}, in the tests`, `${long}, in production`],
      ['Yes', 'Yes\nand all others, too'],
      ['Yes', 'Yes'],
      ['Yes', 'Answer…'],
      ['Yes', '\u202e'],
    ]) {
      assert.deepEqual(titles(...options), ['Answer…'], options.join());
    }
  });

  it('name a process only while it is surely that of their agent', () => {
    const { meta } = session();
    const of = { ...meta, agentProcess: { pid: 9, host: 'here' } };
    assert.equal(agentPid(session({ meta: of })), 9);
    assert.equal(agentPid(session({ meta: of, isAgentAlive: false })), undefined);
    assert.equal(agentPid(session({ isAgentAlive: false })), undefined);
  });

  it('tell only what is news', () => {
    const told = (minutes: number) =>
      session({
        notifications: [
          {
            notificationId: 'n-1795003200000-abcdef',
            sessionId: id,
            message: 'Done',
            level: 'error',
            createdAt: ago(minutes),
          },
        ],
      });
    assert.deepEqual(
      sessionNotices(told(1), now, english).map(({ message, severity }) => [message, severity]),
      [['Claude Code 6f1c2a54: Done', 'warning']],
    );
    assert.deepEqual(sessionNotices(told(11), now, english), []);
    assert.deepEqual(sessionNotices(session(), now, english), []);
  });

  it('are not told in quiet hours', () => {
    const at = (hour: number, minute = 0) => new Date(2026, 10, 18, hour, minute);
    const cases: [setting: string, time: Date, expected: boolean][] = [
      ['', at(23), false],
      ['22:00-08:00', at(21, 59), false],
      ['22:00-08:00', at(22), true],
      ['22:00-08:00', at(3), true],
      ['22:00-08:00', at(8), false],
      ['12:30 - 13:00', at(12, 45), true],
      ['12:30 - 13:00', at(13), false],
      ['always', at(13), false],
    ];
    for (const [setting, time, expected] of cases) {
      assert.equal(isQuiet(setting, time), expected, `${setting} at ${time.toString()}`);
    }
  });
});
