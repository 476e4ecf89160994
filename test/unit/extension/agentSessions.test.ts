import assert from 'node:assert/strict';
import { build } from 'esbuild';
import type { ListedSession } from '../../../src/core/agents/sessionList';
import type { AgentContext } from '../../../src/core/context/agentContext';
import { msg } from '../../../src/core/support/message';
import { changedVariables } from '../../../src/extension/agents/terminalEnvironment';
import type { StartedAgent } from '../../../src/extension/views/agentSessionNode';
import {
  agentsTree,
  type KnownAgents,
  nothingKnown,
} from '../../../src/extension/views/agentsTree';
import { childrenOf } from '../../../src/extension/views/treeNode';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

const now = new Date('2026-01-15T15:00:00');
const rendering = { ...inEnglish, now };
const hour = 3_600_000;

const listed = (index: number, more: Partial<ListedSession> = {}): ListedSession => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  agent: 'claude',
  cliSession: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  title: `Work ${index}`,
  lastUsed: now.getTime() - index * hour,
  file: `/home/dev/.claude/projects/-project/${index}.jsonl`,
  size: 123_456,
  isRegistered: false,
  requests: 0,
  ...more,
});

const treeOf = (known: Partial<KnownAgents>, contexts: readonly AgentContext[] = []) =>
  agentsTree(snapshotWith({ contexts }), rendering, { ...nothingKnown, ...known });

describe('Agents view of all sessions', () => {
  it('says whose, how old, where and how long a session is', () => {
    const nodes = treeOf({
      sessions: [
        listed(1, { branch: 'main', messages: 1234, tokens: 45_678, prompts: 3 }),
        listed(2, { agent: 'codex', messages: 1, cwd: '/elsewhere', parent: 'abc' }),
        listed(3, { agent: 'aider', title: '', file: undefined }),
      ],
    });
    assert.deepEqual(outline(nodes), [
      '(comment-discussion) Work 1 | Claude Code · 1 hour ago · main · 1,234 messages · 46K tokens',
      '  (book) Transcript | 123 kB',
      '(comment-discussion) Work 2 | Codex · 2 hours ago · 1 message',
      '  Folder | /elsewhere',
      '  Copy of | abc',
      '  (book) Transcript | 123 kB',
      '(comment-discussion) Session 00000000… | aider · 3 hours ago',
    ]);
    assert.deepEqual(
      nodes.map(({ kind }) => kind),
      [
        'agentSession transcript resumable',
        'agentSession transcript resumable',
        'agentSession resumable',
      ],
    );
    const [transcript] = nodes[0] ? childrenOf(nodes[0]) : [];
    assert.equal(transcript?.command, 'baton.openTranscript');
    assert.equal(transcript.session?.listed?.title, 'Work 1');
    assert.equal(nodes[2]?.later, undefined);
  });

  it('shows a session once that left a trace and is in a store', () => {
    const context: AgentContext = {
      session: listed(1).cliSession ?? '',
      file: '/project/.claude/state/contexts/x.json',
      isReadable: true,
      agent: 'claude',
      savedAt: '2026-01-15T14:59:00',
      request: 'Add login',
      objective: 'Test the login',
      recentFiles: 2,
    };
    const nodes = treeOf({ sessions: [listed(1), listed(2, { cliSession: null })] }, [context]);
    assert.deepEqual(
      nodes.map(({ kind, label, description }) => [kind, label, description]),
      [
        ['agentSession context transcript resumable', 'Work 1', 'Claude Code · 1 minute ago'],
        ['agentSession transcript resumable', 'Work 2', 'Claude Code · 2 hours ago'],
      ],
    );
  });

  it('shows the running ones first, then those of today, and the others by month', () => {
    const sessions = [
      ...Array.from({ length: 8 }, (_, index) => listed(index)),
      listed(30, { live: { pid: 1, status: 'busy' } }),
      ...Array.from({ length: 60 }, (_, index) => listed(100 + index * 24)),
    ];
    const nodes = treeOf({ sessions });
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ['Work 30', ...[0, 1, 2, 3, 4, 5, 6, 7].map((index) => `Work ${index}`), 'Earlier'],
    );
    assert.equal(outline(nodes)[0]?.startsWith('(pulse) Work 30 | running · Claude Code'), true);
    const earlier = nodes.at(-1);
    assert.equal(earlier?.description, '60');
    assert.equal(earlier.expanded, undefined);
    assert.deepEqual(
      childrenOf(earlier).map(({ label, description }) => [label, description]),
      [
        ['2026-01', '11'],
        ['2025-12', '31'],
        ['2025-11', '18'],
      ],
    );
    const all = allNodes(nodes).filter(({ kind }) => kind.startsWith('agentSession'));
    assert.equal(all.length, 69);
    assert.deepEqual(
      all.filter(({ expanded }) => expanded).map(({ label }) => label),
      ['Work 30'],
    );
  });

  it('shows the last ones also when none is of today', () => {
    const nodes = treeOf({ sessions: [40, 50, 60, 70, 80, 90, 99].map((each) => listed(each)) });
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ['Work 40', 'Work 50', 'Work 60', 'Work 70', 'Work 80', 'Earlier'],
    );
  });

  const started = (state: StartedAgent['state'], isOpen = true): Partial<KnownAgents> => ({
    sessions: [listed(1), listed(2)],
    started: new Map([[listed(2).id, { isOpen, state, message: msg('It is {0}.', 'so') }]]),
  });
  const states: readonly (readonly [Partial<KnownAgents>, string])[] = [
    [started('unseen'), '(watch) Work 2 | not seen yet · Claude Code · 2 hours ago'],
    [started('verified'), '(verified) Work 2 | verified · Claude Code · 2 hours ago'],
    [started('elsewhere'), '(warning) Work 2 | in another folder · Claude Code · 2 hours ago'],
    [started('other'), '(warning) Work 2 | another session answered · Claude Code · 2 hours ago'],
  ];
  for (const [known, row] of states) {
    it(`says of one that was started: ${row}`, () => {
      const nodes = treeOf(known);
      assert.equal(outline(nodes)[0], row);
      assert.match(nodes[0]?.tooltip ?? '', /It is so\./);
      // What the row says is not said twice.
      assert.equal(nodes[0]?.spoken, undefined);
    });
  }

  it('leaves one whose terminal was closed in its place, and tells only what went wrong', () => {
    assert.equal(
      outline(treeOf(started('verified', false)))[2],
      '(comment-discussion) Work 2 | Claude Code · 2 hours ago',
    );
    assert.match(outline(treeOf(started('other', false)))[2] ?? '', /another session answered/);
  });

  it('shows what an agent proposed, which only a trusted window confirms', () => {
    const proposals = [
      { name: 'aider', agent: { command: '/bin/aider\nrm' }, proposedAt: '', root: undefined },
    ];
    const [node] = treeOf({ proposals });
    assert.equal(node && outline([node])[0], '(question) Proposed agent: aider | /bin/aider');
    assert.deepEqual([node?.command, node?.proposal], ['baton.confirmAgent', 'aider']);
    const [shown] = agentsTree(
      snapshotWith({}),
      { ...rendering, trusted: false },
      { ...nothingKnown, proposals },
    );
    assert.equal(shown?.command, undefined);
  });

  it('says that it is still reading', () => {
    assert.deepEqual(outline(treeOf({ pending: 12 })), [
      '(loading~spin) Reading transcripts… | 12 to go',
    ]);
  });

  it('makes few rows of many sessions until somebody opens more', () => {
    const sessions = Array.from({ length: 2_000 }, (_, index) => listed(index));
    const nodes = treeOf({ sessions });
    assert.ok(nodes.length <= 31, String(nodes.length));
    assert.ok(nodes.every(({ children }) => children === undefined));
    const all = allNodes(nodes);
    assert.equal(all.filter(({ kind }) => kind.startsWith('agentSession')).length, 2_000);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const widest = Math.max(...all.map((node) => childrenOf(node).length));
    assert.ok(widest <= 100, String(widest));
  });

  it('cannot read a file: what makes the rows has no way to', async () => {
    const { metafile } = await build({
      entryPoints: ['src/extension/views/agentsTree.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      logLevel: 'silent',
    });
    const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.map(({ path }) => path),
    );
    assert.deepEqual(
      imported.filter((name) => /\b(?:fs|child_process|net|http|vscode)\b/.test(name)),
      [],
    );
  });
});

describe('the environment of an agent in a terminal', () => {
  it('has what differs, and takes out what must not be there', () => {
    assert.deepEqual(
      changedVariables(
        { PATH: '/bin', CLAUDECODE: '1', HOME: '/h' },
        { PATH: '/bin', HOME: '/h', BATON_AGENT_DEPTH: '1' },
      ),
      { CLAUDECODE: null, BATON_AGENT_DEPTH: '1' },
    );
  });
});
