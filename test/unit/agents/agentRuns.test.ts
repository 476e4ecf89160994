import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RegistryEntry } from '../../../src/core/schemas/registry';
import { storeSession } from '../../support/agentStores';
import { baton, json } from '../../support/baton';
import { useBlockerProject } from '../../support/blockerProject';
import { documentedAwsKey, pem } from '../../support/secretSamples';

/** Of this file alone: a session that a test beside it has open counts as running. */
const id = '0a1b2c3d-7777-4111-8111-111111111111';

describe('a run of an agent', function () {
  this.timeout(60_000);
  const { scratch, open, repository, dataFolder } = useBlockerProject();
  /** Prints this, whatever it is told. */
  const helper = (script: string) => ({ command: process.execPath, headless: ['-e', script] });
  const env = (script: string) => ({
    BATON_AGENTS: JSON.stringify({ helper: helper(script) }),
    PATH: [scratch('bin'), process.env.PATH].join(path.delimiter),
    HOME: scratch('home'),
    BATON_HOME: dataFolder(),
  });
  const entries = () =>
    JSON.parse(readFileSync(scratch('project/.claude/state/registry.json'), 'utf8')) as Record<
      string,
      RegistryEntry
    >;
  /** Answers in the session that it is asked to go on with, or to begin. */
  const claude = () => {
    mkdirSync(scratch('bin'));
    const script = `#!/bin/sh
[ "$1" = --version ] && echo 9.8.7 && exit
cat > /dev/null
echo '{"type":"result","session_id":"'$2'","result":"I am here."}'
`;
    writeFileSync(scratch('bin/claude'), script);
    chmodSync(scratch('bin/claude'), 0o755);
  };

  it('leaves no secret of the message in the registry', async () => {
    const { root } = repository();
    const project = open(root, env(''));
    const message = `Use ${documentedAwsKey} for it`;
    const { session } = await project.runAgent({ agent: 'helper', message });
    assert.equal(entries()[session]?.title, 'Use [secret: AWS access key] for it');
    await project.renameAgentSession(session, `With ${documentedAwsKey}`);
    assert.equal(entries()[session]?.title, 'With [secret: AWS access key]');
  });

  it('leaves no key in its log, also where it has many lines', async () => {
    const { root } = repository();
    const key = pem('RSA PRIVATE KEY');
    writeFileSync(scratch('key'), `Before\n${key}\nAfter ${documentedAwsKey}\n`);
    const script = `process.stdout.write(require('fs').readFileSync(${JSON.stringify(scratch('key'))}))`;
    const { logFile } = await open(root, env(script)).runAgent({ agent: 'helper', message: 'Go' });
    const log = readFileSync(logFile, 'utf8');
    for (const line of key.split('\n').slice(1, -1)) {
      assert.equal(log.includes(line), false, line);
    }
    assert.match(log, /^Before\n[^]*\nAfter \[secret: AWS access key\]\n$/);
  });

  it('knows the agents above it, also where their shell hands no environment on', () => {
    const { root } = repository();
    const cli = [process.execPath, path.resolve('dist/cli.js'), 'agent', 'run', 'helper', 'Hello'];
    const inner = Object.entries(env('')).map(([name, value]) => `${name}=${value}`);
    const script = `const { spawnSync } = require('child_process');
      const { stdout, stderr } = spawnSync('env', ['-i', ...${JSON.stringify(inner)}, ...${JSON.stringify(cli)}]);
      console.log(String(stdout) + stderr)`;
    writeFileSync(scratch('ask.js'), script);
    const above = {
      ...env(`require(${JSON.stringify(scratch('ask.js'))})`),
      BATON_AGENT_DEPTH: '1',
    };
    const run = baton(root, ['agent', 'run', 'helper', 'Hello'], above);
    const refusal = /started by an agent may not start another one/;
    assert[process.platform === 'linux' ? 'match' : 'doesNotMatch'](run.stdout, refusal);
  });

  it('is told all of a sentence where its session has an agent already', async () => {
    const { root } = repository();
    const script = `process.stdin.on('data', (said) => console.log('Heard: ' + said))`;
    const { session } = await open(root, env(script)).runAgent({ agent: 'helper', message: 'Go' });
    const args = ['agent', 'run', '--session', session, 'Mend the log-in', '--json'];
    const run = baton(root, args, env(script));
    assert.equal(json<{ text: string }>(run).text, 'Heard: Mend the log-in');
    const named = baton(root, ['agent', 'run', '--session', session, 'helper'], env(script), 'Now');
    assert.equal(named.stdout, 'Heard: Now\n');
  });

  it('goes on with a session by the id of its CLI as the one that Baton knows', async () => {
    const { root } = repository();
    claude();
    storeSession('claude', scratch('home'), { id, cwd: root, prompts: ['Hello'] });
    const project = open(root, env(''));
    const known = { ...entry(id), cwd: root };
    mkdirSync(scratch('project/.claude/state'), { recursive: true });
    writeFileSync(
      scratch('project/.claude/state/registry.json'),
      JSON.stringify({ 'my-session': known }),
    );
    const request = { session: id, message: 'Hello', adopt: true };
    const { session, verdict } = await project.runAgent(request);
    assert.deepEqual([session, verdict], ['my-session', 'same']);
    assert.deepEqual(Object.keys(entries()), ['my-session']);
    assert.equal((await project.planLaunch({ ...request, resume: true })).session, 'my-session');
    assert.equal((await project.agentSessions()).sessions.length, 1);
  });

  it('has a chat of Gemini CLI back that went while Baton was killed', async () => {
    const { root } = repository();
    mkdirSync(scratch('bin'));
    writeFileSync(scratch('bin/gemini'), '#!/bin/sh\necho 9.8.7\n', { mode: 0o755 });
    const file = storeSession('gemini', scratch('home'), { id, cwd: root, prompts: ['Hello'] });
    const content = readFileSync(file, 'utf8');
    const project = open(root, env(''));
    const request = { agent: 'gemini', session: id, resume: true, adopt: true };
    const guard = await (await project.planLaunch(request)).guard();
    rmSync(file);
    const launch = await project.planLaunch(request);
    assert.deepEqual([launch.does, launch.asked], ['resume', id]);
    assert.equal(readFileSync(file, 'utf8'), content);
    await guard.end();
  });

  it('says so where the transcript has gone and it begins anew', async () => {
    const { root } = repository();
    claude();
    const file = storeSession('claude', scratch('home'), { id, cwd: root, prompts: ['Hello'] });
    const project = open(root, env(''));
    const request = { session: id, message: 'Hello', adopt: true };
    assert.equal((await project.runAgent(request)).problem, undefined);
    rmSync(file);
    await assert.rejects(project.runAgent({ ...request, resume: true }), /is no longer there/);
    await assert.rejects(project.planLaunch({ ...request, resume: true }), /is no longer there/);
    const again = baton(root, ['agent', 'run', '--session', id, 'Hello again'], env(''));
    assert.equal(again.stdout, 'I am here.\n');
    assert.match(again.stderr, /began anew and does not know what was said before/);
  });
});

function entry(cliSession: string): RegistryEntry {
  const at = '2026-01-15T09:00:00.000Z';
  return {
    cli_name: 'claude',
    cli_session_id: cliSession,
    created_at: at,
    last_used: at,
    request_count: 1,
  };
}
