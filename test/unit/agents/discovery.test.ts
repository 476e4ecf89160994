import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Project } from '../../../src/core/project';
import { agentNames } from '../../../src/core/transcript/transcriptEvent';
import { sessionPath, sessionText, storeSession } from '../../support/agentStores';
import { useBlockerProject } from '../../support/blockerProject';
import { documentedAwsKey } from '../../support/secretSamples';

const idOf = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;
const all = { budgetMs: 60_000 };

describe('discovery of sessions', function () {
  this.timeout(60_000);
  const { scratch, open, repository, dataFolder } = useBlockerProject();
  const home = () => scratch('home');
  const cacheText = () => {
    const [file = ''] = execFileSync('find', [dataFolder(), '-name', 'agent-sessions.json'])
      .toString()
      .split('\n');
    return { file, text: readFileSync(file, 'utf8') };
  };
  const list = async (project: Project) => (await project.agentSessions(all)).sessions;
  const create = () => {
    const { root } = repository();
    return { root, project: open(root, { HOME: home() }) };
  };

  for (const agent of agentNames) {
    describe(`of ${agent}`, () => {
      it('tells title, age, branch, messages and tokens, whoever began them', async () => {
        const { root, project } = create();
        const at = new Date('2026-11-16T12:00:00Z');
        const session = {
          id: idOf(1),
          cwd: root,
          prompts: ['Mend the log-in', 'And the log-out'],
          tokens: 1_234,
          branch: 'feature/login',
          at,
        };
        const file = storeSession(agent, home(), session);
        const [found, ...others] = await list(project);
        assert.deepEqual(others, []);
        assert.deepEqual(
          [found?.id, found?.agent, found?.title, found?.prompts, found?.messages, found?.tokens],
          [idOf(1), agent, 'Mend the log-in', 2, 4, 1_234],
        );
        assert.deepEqual([found?.lastUsed, found?.file], [at.getTime(), file]);
        // Gemini CLI does not write it down.
        assert.equal(found?.branch, agent === 'gemini' ? undefined : 'feature/login');
        assert.equal(found?.isRegistered, false);
      });

      it('does not tell of sessions of other projects, and keeps nothing of them', async () => {
        const { root, project } = create();
        storeSession(agent, home(), { id: idOf(1), cwd: root, prompts: ['Ours'] });
        const others = [`${root}-other`, scratch('elsewhere'), path.dirname(root), '/'];
        others.forEach((cwd, index) => {
          storeSession(agent, home(), { id: idOf(index + 2), cwd, prompts: ['Secret of others'] });
        });
        const inside = path.join(root, 'src');
        storeSession(agent, home(), { id: idOf(9), cwd: inside, prompts: ['Of a folder in it'] });
        assert.deepEqual((await list(project)).map(({ title }) => title).sort(), [
          'Of a folder in it',
          'Ours',
        ]);
        assert.doesNotMatch(cacheText().text, /Secret of others/);
      });

      it('reads on where it was, and nothing again that has not changed', async () => {
        const { root, project } = create();
        const session = { id: idOf(1), cwd: root, prompts: ['One'] };
        const file = storeSession(agent, home(), session);
        await list(project);
        // Were it read again from its beginning, it would have another title.
        const text = readFileSync(file, 'utf8').replace('"One"', '"Two"');
        const more = sessionText(agent, { ...session, prompts: ['One', 'Three'] });
        writeFileSync(file, text + more.slice(text.length));
        const [found] = await list(project);
        assert.deepEqual([found?.title, found?.prompts, found?.messages], ['One', 2, 4]);
        // A half line is read when it is whole.
        appendFileSync(file, '{"type":"us');
        assert.equal((await list(project))[0]?.messages, 4);
        // Another file, or one that was cut, is read anew.
        truncateSync(file, 0);
        writeFileSync(file, sessionText(agent, { ...session, prompts: ['Four'] }));
        const [anew] = await list(project);
        assert.deepEqual([anew?.title, anew?.messages], ['Four', 2]);
      });

      it('is not stopped by what is no transcript', async () => {
        const { root, project } = create();
        storeSession(agent, home(), { id: idOf(1), cwd: root, prompts: ['Ours'] });
        const at = (number: number) =>
          sessionPath(agent, home(), { id: idOf(number), cwd: root, prompts: [] });
        const huge = sessionText(agent, { id: idOf(2), cwd: root, prompts: ['Of a long line'] });
        writeFileSync(at(2), `${huge}{"type":"user","x":"${'y'.repeat(12_000_000)}"}\n`);
        symlinkSync(at(1), at(3));
        execFileSync('mkfifo', [at(4)]);
        mkdirSync(at(5));
        writeFileSync(at(6), '');
        writeFileSync(at(7), Buffer.alloc(100_000, 0xff));
        writeFileSync(at(8), '{"a":'.repeat(20_000));
        writeFileSync(`${at(1)}.bak`, huge);
        const titles = (await list(project)).map(({ title }) => title).sort();
        assert.deepEqual(titles, ['Of a long line', 'Ours']);
        assert.equal((await project.agentSessions(all)).pending, 0);
      });
    });
  }

  it('goes on from call to call, the newest first, until all is read', async () => {
    const { root, project } = create();
    for (let number = 0; number < 40; number++) {
      const at = new Date(Date.UTC(2026, 0, 1, number));
      const prompts = [`Session ${number}`, 'x'.repeat(300_000)];
      storeSession('claude', home(), { id: idOf(number), cwd: root, prompts, at });
    }
    const first = await project.agentSessions({ budgetMs: 0 });
    assert.ok(first.pending > 0);
    let list = first;
    for (let call = 0; list.pending > 0 && call < 200; call++) {
      const before = list.pending;
      list = await project.agentSessions({ budgetMs: 5 });
      assert.ok(list.pending <= before);
    }
    assert.deepEqual(
      list.sessions.map(({ title }) => title),
      Array.from({ length: 40 }, (_, index) => `Session ${39 - index}`),
    );
  });

  it('reads anew what the cache does not tell, whatever is in it', async () => {
    const { root, project } = create();
    storeSession('claude', home(), { id: idOf(1), cwd: root, prompts: ['Ours'] });
    await list(project);
    const { file, text } = cacheText();
    for (const broken of [
      '',
      '{',
      '[]',
      text.replace('"version":1', '"version":0'),
      text.replace('"prompts":1', '"prompts":"many"'),
      text.replace(/"files":\{.*/, '"files":{"/x":null}}'),
    ]) {
      writeFileSync(file, broken);
      assert.deepEqual(
        (await list(project)).map(({ title }) => title),
        ['Ours'],
        broken.slice(0, 60),
      );
    }
    rmSync(file);
    mkdirSync(file);
    assert.equal((await list(project)).length, 1);
  });

  it('forgets what is gone, and shows no secret', async () => {
    const { root, project } = create();
    const words = `The key is ${documentedAwsKey}`;
    const file = storeSession('qwen', home(), { id: idOf(1), cwd: root, prompts: [words] });
    const [found] = await list(project);
    assert.match(found?.title ?? '', /^The key is \[secret: /);
    assert.doesNotMatch(cacheText().text, /AKIA/);
    rmSync(file);
    assert.deepEqual(await list(project), []);
    assert.doesNotMatch(cacheText().text, /The key is/);
  });

  it('says which session came up: the asked one, another one, or not yet known', async () => {
    const { root, project } = create();
    mkdirSync(scratch('bin'));
    writeFileSync(scratch('bin/claude'), '#!/bin/sh\necho 9.8.7\n', { mode: 0o755 });
    const opened = open(root, {
      HOME: home(),
      PATH: `${scratch('bin')}:${process.env.PATH ?? ''}`,
    });
    const old = new Date(Date.now() - 3_600_000);
    const asked = { id: idOf(1), cwd: root, prompts: ['Hello'], at: old };
    const file = storeSession('claude', home(), asked);
    await opened.planLaunch({ agent: 'claude', session: idOf(1), resume: true, adopt: true });
    const since = Date.now() - 60_000;
    const check = () => project.verifySession(idOf(1), { since });
    assert.deepEqual([(await check()).verdict, (await check()).answered], ['unknown', null]);
    storeSession('claude', home(), { id: idOf(2), cwd: root, prompts: ['Another'] });
    const other = await check();
    assert.deepEqual([other.verdict, other.answered], ['other', idOf(2)]);
    appendFileSync(file, sessionText('claude', { ...asked, prompts: ['Hello', 'Again'] }));
    utimesSync(file, new Date(), new Date());
    const same = await check();
    assert.deepEqual([same.verdict, same.answered], ['same', idOf(1)]);
    await assert.rejects(project.verifySession('no-such-session'), /knows no session/);
  });
});
