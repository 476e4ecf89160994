import assert from 'node:assert/strict';
import type { AgentContext } from '../../../src/core/context/agentContext';
import type { Delivery } from '../../../src/core/schemas/delivery';
import { clockTime } from '../../../src/core/support/clockTime';
import { agentsTree } from '../../../src/extension/views/agentsTree';
import { sessionTree } from '../../../src/extension/views/sessionTree';
import { statusText } from '../../../src/extension/views/statusText';
import { childrenOf } from '../../../src/extension/views/treeNode';
import { allNodes, inEnglish, outline, snapshotWith } from '../../support/snapshots';

// Times without an offset are local ones, as the reader's clock shows them.
const rendering = { ...inEnglish, now: new Date('2026-01-15T15:00:00') };
const id = '6f1c2a54-8b1e-4c39-9d57-2f0a7c3e9b10';
const file = `/project/.claude/state/contexts/${id}.json`;
const delivery: Delivery = {
  id: '0a1b2c3d',
  session_id: id,
  agent: 'claude',
  event: 'SessionStart',
  source: 'startup',
  at: '2026-01-15T14:02:00',
  characters: 6120,
  status: 'arrived',
  arrived_at: '2026-01-15T14:03:00',
};
const missing: Delivery = {
  ...delivery,
  id: 'lost',
  source: 'compact',
  status: 'missing',
  arrived_at: undefined,
  problem: 'The transcript of the session does not show it.',
};
const saved: AgentContext = {
  session: id,
  file,
  isReadable: true,
  agent: 'claude',
  savedAt: '2026-01-15T14:30:00',
  request: 'Add login\nwith sessions',
  objective: 'Test the login',
  progress: { done: 3, total: 7 },
  recentFiles: 2,
};
const context = { meta: { saved_at: '2026-01-15T14:30:00' } };
const state = { working_on: 'Login' };

describe('clock time', () => {
  const now = new Date('2026-01-15T15:00:00');
  const cases: [time: string, language: string, expected: string][] = [
    ['2026-01-15T14:02:00', 'en', '14:02'],
    ['2026-01-15T00:05:00', 'en', '00:05'],
    ['2026-01-14T14:02:00', 'en', 'Jan 14, 14:02'],
    ['2025-12-31T23:59:00', 'en', 'Dec 31, 2025, 23:59'],
    ['2026-01-15T14:02:00', 'ko', '14:02'],
    ['2026-01-14T14:02:00', 'ko', '1월 14일 14:02'],
    ['2026-01-14T14:02:00', 'ja', '1月14日 14:02'],
    ['yesterday', 'en', 'yesterday'],
  ];
  for (const [time, language, expected] of cases) {
    it(`of ${time} in ${language} is ${expected}`, () => {
      assert.equal(clockTime(time, now, language), expected);
    });
  }
});

describe('receipt in the Session view', () => {
  const rows = (...deliveries: Delivery[]) =>
    sessionTree(snapshotWith({ context, deliveries, contexts: [saved] }), rendering);

  it('says when how much was delivered, and opens what the session knows', () => {
    const [, row] = allNodes(rows(delivery, missing));
    assert.deepEqual(outline(rows(delivery, missing)), [
      '(archive) Agent context | 30 minutes ago',
      '  (pass) Delivered 14:02 · 6,120 characters | at startup',
    ]);
    assert.deepEqual(row?.target, { file, within: '/project' });
    const inFull = 'Context delivered 14:02, 6,120 characters';
    assert.equal(row.spokenLabel, inFull);
    assert.ok(row.tooltip?.startsWith(`${inFull} (at startup)\n`));
    assert.match(row.tooltip ?? '', /The transcript of the session shows it at 14:03\./);
    const leftOut = { ...delivery, left_out: ['3 more of "Files"', 'the rest\nof it'] };
    assert.match(
      allNodes(rows(leftOut))[1]?.tooltip ?? '',
      /There was no room for: 3 more of "Files"; the rest$/,
    );
  });

  it('says as it is what made a session ask, where nobody knows that', () => {
    for (const source of ['later', 'constructor', '__proto__']) {
      assert.ok(outline(rows({ ...delivery, source }))[1]?.endsWith(`characters | ${source}`));
    }
  });

  it('says what is not seen yet', () => {
    const open = { ...delivery, status: 'injected', arrived_at: undefined } as const;
    assert.equal(
      outline(rows(open))[1],
      '  (clock) Sent 14:02 · 6,120 characters | at startup · not seen yet',
    );
  });

  it('says what went wrong and what to do, folded or not', () => {
    const nodes = rows(missing);
    assert.deepEqual(outline(nodes), [
      '(archive) Agent context | did not arrive · 30 minutes ago',
      '  (warning) Did not arrive: the transcript does not show it | 14:02',
    ]);
    assert.equal(nodes[0]?.icon?.color, 'warning');
    const row = nodes[0].children?.[0];
    assert.equal(row?.kind, 'delivery failed');
    assert.equal(row.root, '/project');
    assert.match(
      row.tooltip ?? '',
      /after compaction[^]*The transcript of [^]*Run "Baton: Doctor"/,
    );
    const unexplained = rows({ ...missing, status: 'failed', problem: undefined });
    assert.equal(allNodes(unexplained)[1]?.label, 'Did not arrive: It is not known why');
  });

  it('stands beside the state where no context was saved, and nowhere without a delivery', () => {
    const shown = sessionTree(snapshotWith({ state, deliveries: [delivery] }), rendering);
    assert.equal(outline(shown).at(-1), '(pass) Delivered 14:02 · 6,120 characters | at startup');
    assert.equal(shown.at(-1)?.target, undefined);
    assert.deepEqual(sessionTree(snapshotWith({ deliveries: [delivery] }), rendering), []);
    assert.deepEqual(outline(rows()), ['(archive) Agent context | 30 minutes ago']);
  });

  it('is a line of the tooltip in the status bar', () => {
    const lines = (each: Delivery) =>
      statusText(snapshotWith({ state, deliveries: [each] }), rendering)?.tooltip.split('\n');
    assert.equal(lines(delivery)?.[1], 'Context delivered 14:02, 6,120 characters');
    assert.equal(
      lines(missing)?.[1],
      'Context of 14:02 did not arrive: The transcript of the session does not show it.',
    );
  });

  it('tells every occasion', () => {
    const told = (of: Partial<Delivery>) => allNodes(rows({ ...delivery, ...of }))[1]?.description;
    const sources = ['startup', 'resume', 'clear', 'compact', 'fork', 'dream\nof it'];
    assert.deepEqual(
      sources.map((source) => told({ source })),
      ['at startup', 'on resume', 'after clearing', 'after compaction', 'on fork', 'dream'],
    );
    assert.equal(
      told({ source: 'compact', event: 'UserPromptSubmit' }),
      'after compaction, at the next prompt',
    );
  });
});

describe('Agents view', () => {
  it('shows each session with what it knew and what it was told', () => {
    const other: Delivery = {
      ...delivery,
      id: 'other',
      session_id: 'another-session',
      agent: 'codex',
      at: '2026-01-14T14:02:00',
      status: 'injected',
    };
    const snapshot = snapshotWith({ contexts: [saved], deliveries: [missing, delivery, other] });
    const nodes = agentsTree(snapshot, rendering);
    assert.deepEqual(outline(nodes), [
      '(warning) Test the login | Claude Code · 30 minutes ago',
      '  Request | Add login',
      '  Objective | Test the login',
      '  Progress | 3 of 7',
      '  Recent files | 2',
      '  (save) Saved 30 minutes ago',
      '  (warning) Did not arrive: the transcript does not show it | 14:02',
      '  (pass) Delivered 14:02 · 6,120 characters | at startup',
      '(clock) Session another-… | Codex · yesterday',
      '  (clock) Sent Jan 14, 14:02 · 6,120 characters | at startup · not seen yet',
    ]);
    assert.deepEqual(
      nodes.map(({ kind, spoken, expanded }) => [kind, spoken, expanded]),
      [
        ['agentSession context', 'context did not arrive', true],
        ['agentSession', 'context not seen yet', false],
      ],
    );
    assert.equal(nodes[0]?.session?.id, id);
    const ids = allNodes(nodes).map((node) => node.id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('shows a session whose context cannot be read, and one without a delivery', () => {
    const broken: AgentContext = {
      session: 'broken-session',
      file,
      isReadable: false,
      recentFiles: 0,
    };
    assert.deepEqual(outline(agentsTree(snapshotWith({ contexts: [broken] }), rendering)), [
      '(warning) Session broken-s… | cannot be read',
    ]);
    const [quiet] = agentsTree(
      snapshotWith({ contexts: [{ ...saved, objective: saved.request, savedAt: undefined }] }),
      rendering,
    );
    assert.equal(quiet?.icon?.id, 'comment-discussion');
    assert.equal(quiet.spoken, 'nothing delivered');
    assert.deepEqual(outline(childrenOf(quiet)), [
      'Request | Add login',
      'Progress | 3 of 7',
      'Recent files | 2',
    ]);
  });

  it('counts deliveries that are too many to list, and nothing twice', () => {
    const contexts = Array.from({ length: 25 }, (_, index) => ({
      ...saved,
      session: `session-${index}`,
    }));
    const deliveries = Array.from({ length: 12 }, (_, index) => ({
      ...delivery,
      id: String(index),
      session_id: 'session-0',
    }));
    const nodes = agentsTree(
      snapshotWith({ contexts, deliveries: [...deliveries, ...deliveries] }),
      rendering,
    );
    const [first] = nodes;
    assert.ok(first);
    const told = outline(childrenOf(first));
    assert.equal(told.filter((row) => row.includes('Delivered')).length, 10);
    assert.ok(told.includes('2 older ones | .claude/state/deliveries.json'));
    const ids = allNodes(nodes).map((node) => node.id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('cuts a long goal, so that agent and age are seen', () => {
    const [node] = agentsTree(
      snapshotWith({ contexts: [{ ...saved, objective: 'x'.repeat(500) }] }),
      rendering,
    );
    assert.equal(node?.label.length, 32);
    assert.ok(node.tooltip?.includes('x'.repeat(500)));
  });

  it('is empty where no session was seen', () => {
    assert.deepEqual(agentsTree(snapshotWith({ context }), rendering), []);
  });
});
