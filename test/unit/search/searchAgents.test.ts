import assert from 'node:assert/strict';
import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lineOffset } from '../../../src/core/transcript/pages/lineOffset';
import { pageOfOffset, readPage } from '../../../src/core/transcript/pages/readPage';
import { readerOf } from '../../../src/core/transcript/readers';
import { type AgentName, agentNames } from '../../../src/core/transcript/transcriptEvent';
import { type StoredSession, storeSession } from '../../support/agentStores';
import { sessionId, useSearchProject } from '../../support/searchProject';

/** As Gemini CLI wrote its chats up to 0.38: one document, each time written whole. */
function storeOldChat(home: string, session: StoredSession): string {
  const file = storeSession('gemini', home, session);
  const [head, ...messages] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const older = file.replace(/l$/, '');
  renameSync(file, older);
  writeFileSync(older, JSON.stringify({ ...head, messages }, null, 2));
  const at = new Date(Date.now() - 60_000);
  utimesSync(older, at, at);
  return older;
}

type Store = (home: string, session: StoredSession) => string;
const rows: [name: string, agent: AgentName, store: Store][] = [
  ...agentNames.map((agent): [string, AgentName, Store] => [
    agent,
    agent,
    (home, session) => storeSession(agent, home, session),
  ]),
  ['gemini, as it wrote before', 'gemini', storeOldChat],
];

describe('search in the transcripts', function () {
  this.timeout(60_000);
  const { root, scratch, find } = useSearchProject();
  const prompts = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `question${index}x\n    }\n"${'word '.repeat(900)}`,
    );

  /** What is shown at the place that a result leads to. */
  const shownAt = async (agent: AgentName, file: string, line: number) => {
    const offset = (await lineOffset(file, line)) ?? -1;
    const page = readPage(file, await readerOf(agent), pageOfOffset(offset));
    const entry = page?.entries.find((each) => each.offset === offset);
    return entry && 'text' in entry ? entry.text : undefined;
  };

  for (const [name, agent, store] of rows) {
    it(`of ${name} finds what was said, and leads to it`, async () => {
      const session = { id: sessionId(7), cwd: root(), prompts: prompts(400) };
      const file = store(scratch('home'), session);
      for (const number of [0, 1, 57, 115, 116, 117, 230, 399]) {
        const { results, total } = await find(`question${number}x`);
        assert.equal(total, 1);
        const [result = assert.fail()] = results;
        assert.deepEqual(
          [result.agent, result.session, result.file, result.matches],
          [agent, sessionId(7), file, 1],
        );
        assert.match(result.excerpt, new RegExp(`^question${number}x`));
        assert.match(
          (await shownAt(agent, file, result.line)) ?? '',
          new RegExp(`^question${number}x`),
        );
      }
      assert.equal((await find('heard')).results[0]?.matches, 400);
    });

    it(`of ${name} leads to the last one, however long it is`, async () => {
      const long = 'word '.repeat(150_000);
      const session = {
        id: sessionId(7),
        cwd: root(),
        prompts: ['first0x'],
        answer: `last0x ${long}`,
      };
      const file = store(scratch('home'), session);
      const [result = assert.fail()] = (await find('last0x')).results;
      assert.match((await shownAt(agent, file, result.line)) ?? '', /^last0x/);
    });

    it(`of ${name} finds what came later`, async () => {
      const session = { id: sessionId(7), cwd: root(), prompts: prompts(3) };
      store(scratch('home'), session);
      assert.equal((await find('question2x')).total, 1);
      const file = store(scratch('home'), { ...session, prompts: prompts(5) });
      const { results } = await find('question4x');
      assert.equal(path.basename(results[0]?.file ?? ''), path.basename(file));
      assert.deepEqual((await find('question2x')).results[0]?.matches, 1);
    });
  }
});
