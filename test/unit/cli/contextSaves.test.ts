import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../../src/core/stores/lock';
import { firstSession, secondSession, useAgentSessions, work } from '../../support/agentSession';
import { claudeLines } from '../../support/claudeLines';
import { useSmallDisk } from '../../support/smallDisk';

describe('what hooks save', function () {
  this.timeout(120_000);
  const mount = useSmallDisk();
  const { create, tell, hook, run, root, scratch, context, log, inputOf, transcriptOf } =
    useAgentSessions();

  /** The hook in a process that goes on beside this one. */
  const startHook = (event: string, session: string) => {
    const child = spawn(process.execPath, [path.resolve('dist/cli.js'), 'hook', event], {
      cwd: root(),
      env: { PATH: process.env.PATH, HOME: scratch('home'), BATON_HOME: scratch('data') },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(inputOf(event, session, {}));
    return child;
  };

  it('is the session itself, and the newest of all', () => {
    create();
    tell(work('Write the log-in form', root()));
    hook('PreCompact', firstSession, { trigger: 'auto' });
    const saved = context(firstSession);
    assert.equal(saved.goal?.original_request, 'Write the log-in form');
    assert.deepEqual(saved.state?.recent_files, ['src/login.ts']);
    assert.equal(saved.meta?.trigger, 'PreCompact');
    assert.deepEqual(context(), saved);
    tell(work('Something else', root(), secondSession), secondSession);
    hook('SessionEnd', secondSession, { reason: 'other' });
    assert.equal(context().goal?.original_request, 'Something else');
    assert.deepEqual(context(firstSession), saved);
  });

  it('is whole when eight hooks save at once', async () => {
    create();
    const ids = Array.from({ length: 8 }, (_, index) => firstSession.replace(/.$/, String(index)));
    for (const id of ids) {
      tell(work(`Task of ${id}`, root(), id), id);
    }
    await Promise.all(ids.map((id) => once(startHook('Stop', id), 'exit')));
    for (const id of ids) {
      assert.equal(context(id).goal?.original_request, `Task of ${id}`);
    }
    assert.match(context().goal?.original_request ?? '', /^Task of /);
    assert.equal(existsSync(scratch('data/logs/hooks.log')), false);
  });

  it('is the old or the new one when the hook is killed, and the next one saves the rest', async () => {
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    for (let count = 1; count <= 25; count++) {
      tell(lines.prompt(`Step ${count}`));
      const child = startHook('Stop', firstSession);
      const ended = once(child, 'exit');
      await sleep(20 + count * 4);
      child.kill('SIGKILL');
      await ended;
      assert.equal(context(firstSession).goal?.original_request, 'Write the log-in form');
      assert.equal(context().goal?.original_request, 'Write the log-in form');
    }
    hook('SessionEnd');
    for (const saved of [context(firstSession), context()]) {
      assert.equal(saved.goal?.current_objective, 'Step 25');
    }
  });

  it('is saved by the next hook when a prompt has read it already', () => {
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    tell(lines.prompt('Now the log-out, please'));
    hook('UserPromptSubmit', firstSession, { prompt: 'More' });
    hook('SessionEnd', firstSession, { reason: 'other' });
    assert.equal(context(firstSession).goal?.current_objective, 'Now the log-out, please');
  });

  it('is saved and given back while another process holds on to the newest, which follows', async () => {
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    await withLock(root('.claude', 'state', 'locks', '.claude-session-context.json'), () => {
      tell(lines.prompt('Now the log-out, please'));
      hook('PreCompact');
      const text = hook('SessionStart', firstSession, { source: 'compact' });
      assert.match(text, /before it was compacted, saved /);
      assert.match(text, /Objective: Now the log-out, please/);
      return Promise.resolve();
    });
    assert.match(log(), /PreCompact: .*has held the lock/);
    assert.equal(context().goal?.current_objective, 'Check the password');
    hook('Stop');
    assert.equal(context().goal?.current_objective, 'Now the log-out, please');
  });

  it('stays as it was on a full disk', function () {
    mount(this, scratch('project'));
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    const [own, newest] = [context(firstSession), context()];
    for (let count = 0; fill(root(`filler-${count}`)); count++);
    tell(lines.prompt('Now the log-out, please'));
    hook('Stop');
    assert.deepEqual([context(firstSession), context()], [own, newest]);
    assert.deepEqual(
      readdirSync(root('.claude')).filter((name) => name.endsWith('.tmp')),
      [],
    );
    assert.match(log(), /Stop: /);
  });

  it('keeps what else is in the files, and a copy of one that does not parse', () => {
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    const own = root('.claude', 'state', 'contexts', `${firstSession}.json`);
    const byHand = { by_hand: 'kept' };
    for (const file of [own, root('.claude', 'session-context.json')]) {
      const { meta, goal, progress, state, ...rest } = context(firstSession);
      writeFileSync(
        file,
        JSON.stringify({
          ...rest,
          ...byHand,
          meta: { ...meta, ...byHand, parent_session_id: 'over' },
          goal: { ...goal, ...byHand, original_request: 'over' },
          progress: { ...progress, ...byHand },
          state: { ...state, ...byHand, blockers: ['over'] },
        }),
      );
    }
    tell(lines.prompt('Now the log-out, please'));
    hook('Stop');
    for (const saved of [context(firstSession), context()]) {
      const { meta, goal, progress, state } = saved;
      for (const part of [saved, meta, goal, progress, state] as Record<string, unknown>[]) {
        assert.equal(part.by_hand, 'kept');
      }
      assert.equal(goal?.original_request, 'Write the log-in form');
      assert.doesNotMatch(JSON.stringify(saved), /"over"/);
    }
    writeFileSync(own, '{ torn');
    tell(lines.prompt('And the tests, please'));
    hook('Stop');
    assert.equal(context(firstSession).goal?.current_objective, 'And the tests, please');
    const [copy = '', ...more] = readdirSync(path.dirname(own)).filter((name) =>
      name.startsWith(`${firstSession}.json.corrupt-`),
    );
    assert.deepEqual(more, []);
    assert.equal(readFileSync(path.join(path.dirname(own), copy), 'utf8'), '{ torn');
  });

  it('is made anew where it was damaged, though nobody said a word since', () => {
    create();
    tell(work('Write the log-in form', root()));
    hook('Stop');
    const own = root('.claude', 'state', 'contexts', `${firstSession}.json`);
    const known = () => ({ ...context(firstSession), meta: undefined });
    const whole = known();
    for (const broken of ['{{{', '', '[]', '{"meta":{},"goal":"gone"}']) {
      writeFileSync(own, broken);
      hook('Stop');
      assert.deepEqual(known(), whole, broken);
      writeFileSync(own, broken);
      const text = hook('SessionStart', firstSession, { source: 'compact' });
      assert.match(text, /Request: Write the log-in form/, broken);
    }
    const aside = readdirSync(path.dirname(own)).filter((name) => name.includes('.corrupt-'));
    assert.ok(aside.length >= 3, aside.join());
    assert.match(log(), /\.json is corrupt\. Kept as /);
  });

  it('comes from no transcript but those that its agent keeps', () => {
    create();
    tell(work('Write the log-in form', root()));
    const elsewhere = scratch('elsewhere.jsonl');
    writeFileSync(elsewhere, readFileSync(transcriptOf(firstSession)));
    hook('Stop', firstSession, { transcript_path: elsewhere });
    const link = path.join(path.dirname(transcriptOf(firstSession)), 'link.jsonl');
    symlinkSync(elsewhere, link);
    hook('Stop', firstSession, { transcript_path: link });
    assert.equal(existsSync(root('.claude')), false);
  });

  it('goes nowhere outside the project', () => {
    create();
    tell(work('Write the log-in form', root()));
    mkdirSync(scratch('outside'));
    mkdirSync(root('.claude', 'state'), { recursive: true });
    symlinkSync(scratch('outside'), root('.claude', 'state', 'contexts'));
    hook('Stop');
    assert.deepEqual(readdirSync(scratch('outside')), []);
    assert.match(log(), /Stop: .* leads out of the project/);
  });

  it('is missing in the log of hooks where it failed, without a secret', () => {
    create();
    const secret = 'gh' + 'p_' + 'a1B2c3D4e5'.repeat(4).slice(0, 36);
    hook('Stop', firstSession, { cwd: scratch(`missing ${secret}`) });
    assert.match(log(), /^\S+Z Stop: There is no folder .*\[secret: GitHub token\]/);
    assert.doesNotMatch(log(), new RegExp(secret));
  });

  it('is shown whole, and a decision with what was not chosen', () => {
    create();
    const question = 'Which library?';
    const options = [{ label: 'zod' }, { label: 'ajv' }];
    tell(
      work('Write the log-in form\n\nwithout cookies', root()).uses(
        'toolu_9',
        'AskUserQuestion',
        { questions: [{ question, options }] },
        { toolUseResult: { answers: { [question]: 'zod' } } },
      ),
    );
    hook('Stop');
    const { stdout } = run(['context', 'show']);
    assert.match(stdout, /^Request: Write the log-in form\n {2}without cookies\n/m);
    assert.match(stdout, /^ {2}- Which library\? → zod \(not: ajv\)$/m);
    const text = hook('SessionStart', firstSession, { source: 'compact' });
    assert.match(text, /^- Which library\? → zod \(not: ajv\)$/m);
  });

  it('says when it was saved, and as of when, where that was earlier', () => {
    create();
    const moment = (hours: number) => ({
      timestamp: new Date(Date.now() - hours * 3_600_000).toISOString(),
    });
    tell(claudeLines().prompt('Write the log-in form', moment(0)));
    hook('Stop');
    assert.match(run(['context', 'show']).stdout, /^Saved: (?:now|\d+ seconds? ago)$/m);
    tell(claudeLines().prompt('Write the log-in form', moment(3)));
    hook('Stop');
    const age = /(?:now|\d+ seconds? ago), as of 3 hours ago/.source;
    assert.match(run(['context', 'show']).stdout, new RegExp(`^Saved: ${age}$`, 'm'));
    assert.match(
      run(['status']).stdout,
      new RegExp(`^Agent context: Write the log-in form \\(${age}\\)$`, 'm'),
    );
    const told = hook('SessionStart', secondSession, { source: 'startup' });
    assert.match(told, new RegExp(`from an earlier session, saved ${age} \\(`));
  });

  it('is not saved from a transcript of another agent than was named, which is said', () => {
    create();
    const file = scratch('given.jsonl');
    writeFileSync(file, work('Write the log-in form', root()).text());
    const save = (agent: string) =>
      run(['context', 'save', '--transcript', file, '--agent', agent]);
    for (const agent of ['codex', 'gemini', 'qwen']) {
      const { code, stderr } = save(agent);
      assert.equal(code, 1);
      assert.match(stderr, /given\.jsonl is a transcript of Claude Code, .* Use --agent claude,/);
    }
    assert.equal(save('claude').code, 0);
    writeFileSync(file, '');
    assert.match(save('claude').stderr, /says nothing about the work yet/);
  });

  it('is shown from its backup where it does not parse, which is said', () => {
    create();
    const lines = work('Write the log-in form', root());
    tell(lines);
    hook('Stop');
    tell(lines.prompt('Now the log-out, please'));
    hook('Stop');
    const file = root('.claude', 'session-context.json');
    assert.doesNotMatch(run(['context', 'show']).stdout, /backup/);
    writeFileSync(file, '{{{');
    const { stdout, code } = run(['context', 'show']);
    assert.equal(code, 0);
    assert.match(stdout, /^\.claude\/session-context\.json: .* The backup is shown instead: .*\n/);
    assert.match(stdout, /^Request: Write the log-in form$/m);
    const json = JSON.parse(run(['context', 'show', '--json']).stdout) as {
      goal: object;
      problems: { usesBackup: boolean }[];
    };
    assert.equal(json.problems[0]?.usesBackup, true);
    rmSync(`${file}.bak`);
    const none = run(['context', 'show']);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /session-context\.json: .* There is no backup: mend the file/);
    assert.equal(readFileSync(file, 'utf8'), '{{{');
  });

  it('is not replaced by a session in which nobody said a word', () => {
    create();
    tell(work('Write the log-in form', root()));
    hook('Stop');
    tell(claudeLines(secondSession).attachment({ type: 'environment' }), secondSession);
    hook('Stop', secondSession);
    assert.equal(context().goal?.original_request, 'Write the log-in form');
  });
});

/** False when there is no room left. */
function fill(file: string): boolean {
  try {
    writeFileSync(file, Buffer.alloc(64 * 1024));
    return true;
  } catch {
    return false;
  }
}
