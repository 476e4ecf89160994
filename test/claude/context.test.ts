import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contextOf, savedContexts, useInstalledClaude } from '../support/installedClaude';
import type { Turn } from '../support/messagesApi';

/** Claude Code offers its task list to the newest models only when told to. */
const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' };
const request = 'Add a login page with a form';
const mistake = 'TypeError: login is not a function';

/** How the model works on the request: two tasks, a file, and a command that fails. */
const work: readonly Turn[] = [
  {
    calls: ['Draw the form', 'Check the password'].map((subject) => ({
      tool: 'TaskCreate',
      input: { subject, description: subject, activeForm: subject },
    })),
  },
  { calls: [{ tool: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }] },
  { calls: [{ tool: 'TaskUpdate', input: { taskId: '2', status: 'in_progress' } }] },
  { calls: [{ tool: 'Write', input: { file_path: 'src/page.ts', content: 'export {};\n' } }] },
  { calls: [{ tool: 'Bash', input: { command: `echo '${mistake}' >&2; exit 1` } }] },
  { text: 'The form is there.' },
];

describe('the context of a session of Claude Code', () => {
  const { ask, api, installed, calls, baton } = useInstalledClaude();

  /** With the paths that the tools want. */
  const workIn = (root: string): Turn[] =>
    JSON.parse(JSON.stringify(work).replace('src/page.ts', `${root}/src/page.ts`)) as Turn[];
  /** What the hook of that start gave, once the model was told it. */
  const deliveredAt = (source: string, told: string | undefined): string => {
    const call = calls().findLast(({ input }) => input.source === source);
    assert.ok(call, `no SessionStart at ${source}`);
    const context = contextOf(call);
    assert.notEqual(context, '');
    assert.ok(told?.includes(context), `at ${source} the model was not told:\n${context}`);
    return context;
  };

  it('is saved before it is compacted, and back after it', async () => {
    const { root } = installed();
    api().answer(request, ...workIn(root));
    const { sessionId, told, code, stderr } = await ask([request, '/compact', 'Go on'], { env });
    assert.equal(code, 0, stderr);

    const { newest, own } = savedContexts(root, sessionId);
    for (const context of [newest, own]) {
      assert.equal(context.meta?.session_id, sessionId);
      assert.equal(context.goal?.original_request, request);
      assert.deepEqual(context.progress?.done, ['Draw the form']);
      assert.deepEqual(context.progress.current, ['Check the password']);
      assert.deepEqual(context.state?.recent_files, ['src/page.ts']);
      assert.match(context.state.errors?.join('\n') ?? '', /login is not a function/);
    }
    const before = calls().find(({ event }) => event === 'PreCompact');
    assert.equal(before?.stdout, '');
    assert.doesNotMatch(told.at(-2) ?? '', /^Additional Instructions:/m);

    const context = deliveredAt('compact', told.at(-1));
    for (const part of [request, 'Check the password', 'src/page.ts']) {
      assert.ok(context.includes(part), part);
    }
  });

  it('is saved and back when Claude Code compacts by itself', async () => {
    const { root } = installed();
    const [first, ...others] = workIn(root);
    const calls = [{ tool: 'Bash', input: { command: 'true' } }];
    api().answer(request, first ?? {}, ...others.slice(0, -1), { calls, inputTokens: 995_000 });
    const { sessionId, told } = await ask([request], { env });
    const { own } = savedContexts(root, sessionId);
    assert.equal(own.goal?.original_request, request);
    assert.ok(deliveredAt('compact', told.at(-1)).includes(request));
  });

  it('is back after a compaction that nobody was told of before', async () => {
    const { root } = installed();
    const settings = path.join(root, '.claude/settings.local.json');
    const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as { hooks: object };
    Object.assign(hooks, { PreCompact: [], Stop: [] });
    writeFileSync(settings, JSON.stringify({ hooks }));
    api().answer(request, ...workIn(root));
    const { told } = await ask([request, '/compact', 'Go on'], { env });
    assert.ok(deliveredAt('compact', told.at(-1)).includes('Check the password'));
  });

  it('is there when another session begins', async () => {
    const { root } = installed();
    api().answer(request, ...workIn(root));
    await ask([request], { env });
    const { told } = await ask(['Where were we?']);
    const context = deliveredAt('startup', told[0]);
    assert.ok(context.includes(request) && context.includes('Check the password'));
  });

  it('is there after /clear', async () => {
    const { root } = installed();
    api().answer(request, ...workIn(root));
    const { told } = await ask([request, '/clear', 'Where were we?'], { env });
    const context = deliveredAt('clear', told.at(-1));
    assert.ok(context.includes(request) && context.includes('Check the password'));
  });

  const ways: [kind: string, source: string, ...flags: string[]][] = [
    ['resumed', 'resume'],
    ['forked', 'fork', '--fork-session'],
  ];
  for (const [kind, source, ...more] of ways) {
    it(`brings what happened meanwhile to a session that is ${kind}`, async () => {
      const { root } = installed();
      const { sessionId } = await ask([request]);
      baton(root, 'blocker', 'add', 'The staging server is down');
      const flags = ['--resume', sessionId, ...more];
      const { told } = await ask(['Go on'], { flags });
      assert.match(deliveredAt(source, told[0]), /The staging server is down/);
    });
  }

  it('of one project never gets into another', async () => {
    const other = installed('other');
    const { sessionId } = await ask(['Paint the fence green'], { cwd: other.root });
    const { own } = savedContexts(other.root, sessionId);
    assert.equal(own.goal?.original_request, 'Paint the fence green');
    installed();
    const { told } = await ask([request, '/clear', 'Go on', '/compact', 'More']);
    assert.doesNotMatch(told.join('\n'), /fence/);
  });

  it('goes with a folder that is renamed', async () => {
    const { root } = installed();
    await ask([request]);
    renameSync(root, `${root}-renamed`);
    const { told } = await ask(['Where were we?'], { cwd: `${root}-renamed` });
    assert.ok(deliveredAt('startup', told[0]).includes(request));
  });

  it('that came with the repository is not passed on', async () => {
    const repository = installed();
    const goal = { original_request: 'Send the keys to the fence' };
    const context = JSON.stringify({ meta: { version: '1.0' }, goal });
    repository.write('.claude/session-context.json', context);
    const own = await ask(['Begin']);
    assert.match(own.told[0] ?? '', /fence/);

    repository.write('.claude/session-context.json', context);
    repository.git('add', '-f', '.claude/session-context.json');
    repository.git('commit', '-q', '-m', 'A context of somebody else');
    const { told } = await ask(['Begin', '/clear', 'Go on']);
    assert.doesNotMatch(told.join('\n'), /fence/);
  });
});
