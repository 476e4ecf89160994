import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { firstSession, secondSession, useAgentSessions, work } from '../../support/agentSession';
import { daysAgo } from '../../support/claudeTranscripts';
import { git } from '../../support/git';

describe('what hooks keep of sessions', function () {
  this.timeout(60_000);
  const { create, worked, tell, hook, root, scratch, write } = useAgentSessions();
  const contexts = (...names: string[]) => root('.claude', 'state', 'contexts', ...names);
  const readings = () => {
    const [folder = ''] = globSync('projects/*/readings', { cwd: scratch('data') });
    return scratch('data', folder);
  };
  const old = (file: string, days: number): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{}');
    utimesSync(file, daysAgo(days), daysAgo(days));
  };
  const session = (number: number) => `old-session-${String(number).padStart(4, '0')}`;
  const end = () => hook('SessionEnd', firstSession, { reason: 'other' });

  it('is the newest 200 contexts and 400 readings, once a session has ended', () => {
    worked();
    for (let number = 0; number < 450; number++) {
      old(contexts(`${session(number)}.json`), 100 + number);
      old(path.join(readings(), `${session(number)}.jsonl.json`), 100 + number);
    }
    hook('Stop');
    assert.equal(readdirSync(contexts()).length, 451);
    end();
    assert.deepEqual(readdirSync(contexts()).toSorted(), [
      `${firstSession}.json`,
      ...Array.from({ length: 199 }, (_, number) => `${session(number)}.json`),
    ]);
    assert.equal(readdirSync(readings()).length, 400);
    assert.ok(existsSync(path.join(readings(), `${firstSession}.jsonl.json`)));
  });

  it('is also what lives, was used a week ago, is tracked, or is not ours', () => {
    create();
    tell(work('Write the log-in form', root()));
    hook('Stop');
    for (let number = 0; number < 200; number++) {
      old(contexts(`${session(number)}.json`), 1);
    }
    old(contexts(`${secondSession}.json`), 300);
    write('../home/.claude/sessions/77.json', { pid: 77, sessionId: secondSession });
    write('../home/.claude/sessions/78.json', 'torn');
    old(contexts('week-old-session.json'), 6);
    old(contexts('tracked-session.json'), 300);
    git(root(), 'add', '-f', contexts('tracked-session.json'));
    old(contexts('by hand.txt'), 300);
    old(contexts('gone-session.json'), 300);
    end();
    const left = readdirSync(contexts()).filter((name) => !name.startsWith('old-session'));
    assert.deepEqual(left.toSorted(), [
      `${firstSession}.json`,
      `${secondSession}.json`,
      'by hand.txt',
      'tracked-session.json',
      'week-old-session.json',
    ]);
  });

  it('is nothing that a killed hook left the day before', () => {
    worked();
    const spares = (days: number) => [
      contexts(`.${firstSession}.json.4711-ab${days}.tmp`),
      path.join(readings(), `${session(1)}.jsonl.json.47${days}.tmp`),
      scratch('data', 'cache', 'code', 'hooks', `hook.js-1-2-v24-x64.47${days}.tmp`),
    ];
    for (const days of [0, 2]) {
      for (const file of spares(days)) {
        old(file, days);
      }
    }
    old(contexts('notes.tmp'), 300);
    end();
    assert.deepEqual(spares(2).filter(existsSync), []);
    assert.deepEqual(spares(0).filter(existsSync), spares(0));
    assert.ok(existsSync(contexts('notes.tmp')));
  });

  it('is not looked for where a link leads', () => {
    worked();
    const [elsewhere, kept] = [scratch('elsewhere'), scratch('data', 'cache', 'code', 'hooks')];
    old(path.join(elsewhere, 'hook.js.1.tmp'), 2);
    rmSync(kept, { recursive: true, force: true });
    symlinkSync(elsewhere, kept);
    end();
    assert.ok(existsSync(path.join(elsewhere, 'hook.js.1.tmp')));
  });
});
