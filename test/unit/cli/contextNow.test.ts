import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import {
  firstSession,
  secondSession,
  titlesOf,
  useAgentSessions,
  work,
} from '../../support/agentSession';
import { claudeLines } from '../../support/claudeLines';

describe('what hooks put into a session, as things are at that moment', function () {
  this.timeout(120_000);
  const {
    create,
    tell,
    hook,
    start,
    write,
    handOver,
    saveState,
    root,
    scratch,
    context,
    blocker,
    run,
    inputOf,
  } = useAgentSessions();

  it('compact: blockers, decisions and tasks as they are now, though nobody said a word since', () => {
    create();
    tell(claudeLines().prompt('Write the log-in form').says('Yes.'));
    saveState('The log-in');
    const state = JSON.parse(readFileSync(root('.claude/session-state.json'), 'utf8')) as object;
    write('.claude/session-state.json', { ...state, openspec: 'add-login' });
    write('openspec/changes/add-login/tasks.md', '- [ ] 1.1 Draw the form\n');
    blocker('add', 'build_error', 'ld fails on arm');
    hook('Stop');
    const before = start('compact', firstSession);
    assert.match(before, /## Blockers\n- build_error: ld fails on arm\n/);
    assert.match(before, /- \[ \] 1\.1 Draw the form/);
    tell(claudeLines(secondSession).prompt('Something else').says('Yes.'), secondSession);
    hook('Stop', secondSession);
    blocker('solve', '--note', 'ld is newer');
    blocker('add', 'other', 'the cat sleeps', '--severity', 'low');
    blocker('add', 'other', 'vault is sealed', '--severity', 'critical');
    handOver();
    write('openspec/changes/add-login/tasks.md', '- [x] 1.1 Draw the form\n');
    const { meta } = context(firstSession);
    hook('PreCompact');
    const after = start('compact', firstSession);
    assert.match(after, /## Blockers\n- other: vault is sealed\n- other: the cat sleeps\n/);
    assert.match(after, /## Decisions\n- Tokens in memory/);
    assert.match(after, /- \[x\] 1\.1 Draw the form/);
    assert.doesNotMatch(after, /ld fails/);
    // It has not worked since: neither is it newer, nor the newest.
    assert.deepEqual(context(firstSession).meta, meta);
    assert.equal(context().goal?.original_request, 'Something else');
    const file = root('.claude/state/contexts', `${firstSession}.json`);
    const written = statSync(file);
    hook('Stop');
    hook('SessionEnd');
    assert.deepEqual(statSync(file), written);
  });

  it('startup: the open blockers, the most severe first, also where nothing was saved', () => {
    create();
    assert.equal(start('startup'), '');
    blocker('add', 'build_error', 'ld fails on arm');
    blocker('add', 'other', 'vault is sealed', '--severity', 'critical');
    for (const source of ['startup', 'clear']) {
      const text = start(source);
      assert.deepEqual(titlesOf(text), ['Blockers']);
      assert.match(
        text,
        /## Blockers\n- other, critical: vault is sealed\n- build_error, \w+: ld fails on arm\n/,
      );
    }
  });

  it('names files so that the agent can read them from where it is', () => {
    create();
    const sub = root('packages', 'a');
    mkdirSync(sub, { recursive: true });
    const lines = work('Write the log-in form', root());
    for (let count = 0; count < 9; count++) {
      lines.says(`The root cause is that number ${count} ${'is not a number '.repeat(15)}.`);
    }
    tell(lines);
    hook('Stop');
    const file = `.claude/state/contexts/${firstSession}.json`;
    const told = (cwd: string) => {
      const input = inputOf('SessionStart', firstSession, { source: 'compact', cwd });
      const { stdout } = run(['hook', 'SessionStart'], { CLAUDE_PROJECT_DIR: root() }, input);
      return [...stdout.matchAll(/(?:, saved .*\(| in )(\S+\.json)/g)].map(([, name]) => name);
    };
    assert.deepEqual(told(root()), [file, file]);
    assert.deepEqual(told(sub), [`../../${file}`, `../../${file}`]);
    assert.deepEqual(told(scratch('home')), [root(file), root(file)]);
    handOver();
    const input = inputOf('SessionStart', firstSession, { source: 'resume', cwd: sub });
    const { stdout } = run(['hook', 'SessionStart'], { CLAUDE_PROJECT_DIR: root() }, input);
    assert.match(stdout, /written anew: read \.\.\/\.\.\/\.claude\/sdd\/handover\/session\.md\./);
  });
});
