import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { SessionMeta } from '../../../src/core/schemas/liveSession';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { projectPaths } from '../../../src/core/projectPaths';
import { firstSession, secondSession } from '../../support/agentSession';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';

// What the hooks of the four agents do for their live sessions.
describe('hooks and live sessions', function () {
  this.timeout(120_000);
  const { run, repository, root, enable, scratch, dataFolder } = useBlockerCommandLine();
  const sessions = (...parts: string[]) => root('.claude/state/sessions', ...parts);
  const create = () => {
    const made = repository();
    enable();
    return made;
  };
  const hook = (event: string, input: object = {}, { agent = 'claude', env = {} } = {}) => {
    const told = { session_id: firstSession, cwd: root(), hook_event_name: event, ...input };
    const flags = agent === 'claude' ? [] : ['--agent', agent, '--shared'];
    const all = { ...(agent === 'claude' && { CLAUDE_PID: String(process.pid) }), ...env };
    const done = run(['hook', event, ...flags], all, JSON.stringify(told));
    assert.deepEqual([done.stderr, done.code], ['', 0]);
  };
  const metaOf = (id: string) =>
    JSON.parse(readFileSync(sessions(id, 'meta.json'), 'utf8')) as SessionMeta;
  const shown = () => liveSessions(projectPaths(root(), ''), new Date());
  const noFailures = () => {
    assert.equal(existsSync(dataFolder('logs', 'hooks.log')), false);
  };
  const past = new Date('2026-01-01T00:00:00Z');
  const signs = (id = firstSession) =>
    ['heartbeat', 'activity'].map((name) => statSync(sessions(id, name)).mtimeMs > past.getTime());
  const forget = (id = firstSession) => {
    for (const name of ['heartbeat', 'activity']) {
      utimesSync(sessions(id, name), past, past);
    }
  };

  it('open the session at its start, as the agent calls it', () => {
    create();
    hook('SessionStart', { source: 'startup' });
    assert.deepEqual(readdirSync(sessions()), [firstSession]);
    const { agent, claudeSessionId, agentProcess, gitBranch, environment } = metaOf(firstSession);
    assert.deepEqual(
      [agent, claudeSessionId, gitBranch],
      ['claude', firstSession, 'feature/login'],
    );
    assert.equal(agentProcess?.pid, process.pid);
    assert.equal(environment?.pid, process.pid);
    assert.equal(shown()[0]?.status, 'active');
    noFailures();
  });

  it('touch the heartbeat at every event, and tell work from waiting', () => {
    create();
    hook('SessionStart', { source: 'startup' });
    const meta = readFileSync(sessions(firstSession, 'meta.json'), 'utf8');
    const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    const events: [event: string, input: object, isActive: boolean][] = [
      ['UserPromptSubmit', { prompt: 'Go on' }, true],
      ['PostToolUse', { ...bash, tool_response: { stdout: '', stderr: '' } }, true],
      ['PostToolUseFailure', { ...bash, error: 'Exit code 1\n' }, true],
      ['PreCompact', { trigger: 'auto' }, true],
      ['PostCompact', { trigger: 'auto' }, true],
      ['Stop', {}, true],
      ['SubagentStop', { agent_type: 'x' }, false],
      ['Notification', { message: 'Something', notification_type: 'auth_success' }, false],
    ];
    for (const [event, input, isActive] of events) {
      forget();
      hook(event, input);
      assert.deepEqual(signs(), [true, isActive], event);
    }
    // Nothing had changed, so nothing was written.
    assert.equal(readFileSync(sessions(firstSession, 'meta.json'), 'utf8'), meta);
    noFailures();
  });

  it('find it from a folder below, and by the name that the MCP server gave it', () => {
    create().write('packages/app/index.ts');
    const made = run(['sessions', 'start', '--pid', String(process.pid), '--json']);
    const { sessionId } = JSON.parse(made.stdout) as { sessionId: string };
    hook('SessionStart', { source: 'startup', cwd: root('packages/app') });
    assert.deepEqual(readdirSync(sessions()), [sessionId]);
    forget(sessionId);
    hook('Stop', { cwd: root('packages/app') });
    assert.deepEqual(signs(sessionId), [true, true]);
  });

  for (const kind of ['permission_prompt', 'idle_prompt', 'agent_needs_input']) {
    it(`set a session waiting at ${kind}, until it does something`, () => {
      create();
      hook('SessionStart', { source: 'startup' });
      hook('Notification', { notification_type: kind, message: 'Claude needs your permission' });
      const [session] = shown();
      assert.ok(session);
      assert.equal(session.status, 'waiting');
      assert.equal(session.meta.waitingFor?.message, 'Claude needs your permission');
      // The same wait, told again.
      hook('Notification', { notification_type: kind, message: 'Claude still needs it' });
      assert.deepEqual(shown()[0]?.meta.waitingFor, session.meta.waitingFor);
      hook('UserPromptSubmit', { prompt: 'Yes' });
      assert.equal(shown()[0]?.status, 'active');
      hook('Notification', { notification_type: kind, message: 'And again' });
      assert.equal(shown()[0]?.meta.waitingFor?.message, 'And again');
      noFailures();
    });
  }

  it('end it, and open a new one after /clear', () => {
    create();
    hook('SessionStart', { source: 'startup' });
    hook('SessionEnd', { reason: 'clear' });
    assert.equal(shown()[0]?.status, 'terminated');
    hook('SessionEnd', { reason: 'clear' });
    hook('SessionStart', { source: 'clear', session_id: secondSession });
    assert.deepEqual(
      shown().map(({ id, status }) => [id, status]),
      [
        [secondSession, 'active'],
        [firstSession, 'terminated'],
      ],
    );
    noFailures();
  });

  it('note the process again at the next prompt, when somebody ended a session that goes on', () => {
    create();
    hook('SessionStart', { source: 'startup' });
    assert.equal(run(['sessions', 'end', firstSession]).code, 0);
    assert.equal(shown()[0]?.status, 'terminated');
    hook('UserPromptSubmit', { prompt: 'Go on' });
    assert.equal(metaOf(firstSession).agentProcess?.pid, process.pid);
    forget();
    assert.notEqual(shown()[0]?.status, 'terminated');
    const meta = readFileSync(sessions(firstSession, 'meta.json'), 'utf8');
    hook('UserPromptSubmit', { prompt: 'And on' });
    assert.equal(readFileSync(sessions(firstSession, 'meta.json'), 'utf8'), meta);
    noFailures();
  });

  it('open it at a prompt when Baton came while it ran', () => {
    create();
    hook('UserPromptSubmit', { prompt: 'Go on' });
    assert.deepEqual(readdirSync(sessions()), [firstSession]);
  });

  for (const [agent, start, work, end] of [
    ['codex', 'SessionStart', 'Stop', 'SessionEnd'],
    ['gemini', 'SessionStart', 'AfterAgent', 'SessionEnd'],
    ['qwen', 'SessionStart', 'Stop', 'SessionEnd'],
  ] as const) {
    it(`do the same for ${agent}`, () => {
      create();
      hook(start, { source: 'startup' }, { agent });
      assert.equal(metaOf(firstSession).agent, agent);
      forget();
      hook(work, {}, { agent });
      assert.deepEqual(signs(), [true, true]);
      if (agent !== 'codex') {
        const kind = agent === 'gemini' ? 'ToolPermission' : 'permission_prompt';
        hook('Notification', { notification_type: kind, message: 'May I?' }, { agent });
        assert.equal(shown()[0]?.status, 'waiting');
      }
      hook(end, { reason: 'exit' }, { agent });
      assert.equal(shown()[0]?.status, 'terminated');
      noFailures();
    });
  }

  it('do nothing where nobody enabled Baton, and follow no link', () => {
    repository();
    for (const event of [
      'SessionStart',
      'UserPromptSubmit',
      'Stop',
      'Notification',
      'SessionEnd',
    ]) {
      hook(event, { source: 'startup', prompt: 'x', notification_type: 'idle_prompt' });
    }
    assert.equal(existsSync(root('.claude')), false);
    mkdirSync(sessions(firstSession), { recursive: true });
    writeFileSync(scratch('outside'), '');
    utimesSync(scratch('outside'), past, past);
    symlinkSync(scratch('outside'), sessions(firstSession, 'heartbeat'));
    hook('Stop');
    assert.equal(statSync(scratch('outside')).mtimeMs, past.getTime());
  });
});
