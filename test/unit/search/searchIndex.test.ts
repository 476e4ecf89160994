import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { search } from '../../../src/core/search/search';
import { useChildren } from '../../support/children';
import { rareWord, writeSearchCorpus } from '../../support/searchCorpus';
import { handover, searchPlace, sessionId, useSearchProject } from '../../support/searchProject';

describe('the search index', function () {
  this.timeout(180_000);
  const { root, scratch, write, tell, lines, find, names } = useSearchProject();
  const start = useChildren();
  const segmentsIn = (folder: string) =>
    readdirSync(folder).filter((name) => name.endsWith('.segment'));

  it('reads what a transcript gained, and its last turn as one', async () => {
    const said = lines(1).prompt('first alpha').says('one').prompt('second beta');
    const file = tell(1, said);
    assert.deepEqual(await names('beta'), ['1:3']);
    const before = said.text();
    said.says('gamma in the same turn').prompt('third');
    appendFileSync(file, said.text().slice(before.length).replaceAll('/home/dev/demo-app', root()));
    assert.deepEqual(await names('beta gamma'), ['1:3']);
    assert.deepEqual(await names('gamma'), ['1:4']);
    const { results } = await find('beta');
    assert.deepEqual([results.length, results[0]?.matches], [1, 1]);
    assert.deepEqual(await names('alpha gamma'), []);
  });

  it('leaves a torn line for the next time', async () => {
    const text = lines(1).prompt('alpha').prompt('omega').text();
    const whole = text.replaceAll('/home/dev/demo-app', root());
    const file = tell(1, lines(1));
    writeFileSync(file, whole.slice(0, -20));
    assert.deepEqual([await names('alpha'), await names('omega')], [['1:1'], []]);
    writeFileSync(file, whole);
    assert.deepEqual(await names('omega'), ['1:2']);
  });

  it('reads anew what was cut, and what is another file by now', async () => {
    const file = tell(1, lines(1).prompt('alpha').prompt('beta').prompt('gamma'));
    assert.deepEqual(await names('gamma'), ['1:3']);
    truncateSync(file, readFileSync(file, 'utf8').indexOf('\n') + 1);
    assert.deepEqual([await names('alpha'), await names('gamma')], [['1:1'], []]);
    const other = tell(2, lines(1).prompt('delta').prompt('epsilon').prompt('zeta'));
    renameSync(other, file);
    assert.deepEqual([await names('alpha'), await names('zeta')], [[], ['1:3']]);
    // In its place, and longer than what was read.
    const text = lines(1)
      .prompt(`eta ${'and more '.repeat(200)}`)
      .prompt('theta')
      .text();
    writeFileSync(file, text.replaceAll('/home/dev/demo-app', root()));
    assert.deepEqual([await names('zeta'), await names('theta')], [[], ['1:2']]);
  });

  it('forgets what is deleted, and what a document no longer says', async () => {
    write(`${handover}/sessions/a.md`, 'alpha\n');
    write(`${handover}/session.md`, 'alpha beta\n');
    const file = tell(1, lines(1).prompt('alpha'));
    assert.equal((await find('alpha')).total, 3);
    rmSync(root(handover, 'sessions/a.md'));
    rmSync(file);
    write(`${handover}/session.md`, 'gamma\n');
    assert.deepEqual([(await find('alpha')).total, await names('gamma')], [0, ['session.md:1']]);
  });

  it('stays a few files, however often something changes', async () => {
    for (let time = 0; time < 20; time++) {
      write(`${handover}/sessions/${time}.md`, `needle number${time}\n`);
      write(`${handover}/session.md`, `needle time${time}\n`);
      assert.equal((await find('needle')).total, time + 2);
    }
    const { index, total } = await find('time');
    assert.equal(total, 1);
    assert.ok(segmentsIn(index.folder).length <= 7, segmentsIn(index.folder).join());
    for (let time = 0; time < 20; time++) {
      assert.equal((await find(`number${time}`)).total, time === 1 ? 11 : 1, String(time));
    }
  });

  it('sees at once what Baton writes, and what is edited in its place before long', async () => {
    const file = write(`${handover}/sessions/a.md`, 'alpha\n');
    write(`${handover}/session.md`, 'one\n');
    await new Promise((resolve) => setTimeout(resolve, 150));
    await find('alpha');
    const { index } = await find('alpha');
    writeFileSync(root(handover, 'session.md'), 'two beta\n');
    assert.deepEqual(await names('beta'), ['session.md:1']);
    writeFileSync(file, 'gamma\n');
    const later = new Date(Date.now() - 60_000);
    utimesSync(path.join(index.folder, 'looked'), later, later);
    assert.deepEqual([await names('alpha'), await names('gamma')], [[], ['sessions/a.md:1']]);
    utimesSync(path.join(index.folder, 'looked'), new Date(), new Date(Date.now() + 60_000));
    writeFileSync(file, 'delta\n');
    assert.deepEqual(await names('delta'), ['sessions/a.md:1']);
  });

  it('reads nothing again that has not changed', async () => {
    write(`${handover}/sessions/a.md`, 'alpha\n');
    tell(1, lines(1).prompt('alpha'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    const { index } = await find('alpha');
    const manifest = readFileSync(path.join(index.folder, 'index'));
    await find('alpha');
    assert.deepEqual(readFileSync(path.join(index.folder, 'index')), manifest);
  });

  const damages: [what: string, damage: (folder: string) => void][] = [
    [
      'a segment with other bytes',
      (folder) => {
        spoil(folder, '.segment', 'flip');
      },
    ],
    [
      'a segment that is cut',
      (folder) => {
        spoil(folder, '.segment', 'cut');
      },
    ],
    [
      'a segment that is gone',
      (folder) => {
        spoil(folder, '.segment', 'remove');
      },
    ],
    [
      'a manifest with other bytes',
      (folder) => {
        spoil(folder, 'index', 'flip');
      },
    ],
    [
      'a manifest that is cut',
      (folder) => {
        spoil(folder, 'index', 'cut');
      },
    ],
    [
      'an empty manifest',
      (folder) => {
        writeFileSync(path.join(folder, 'index'), '');
      },
    ],
    [
      'a manifest of something else',
      (folder) => {
        writeFileSync(path.join(folder, 'index'), '{}');
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`makes itself anew after ${what}`, async () => {
      write(`${handover}/sessions/a.md`, `alpha ${'word '.repeat(50)}\n`);
      write(`${handover}/decisions.md`, '[2026-11-10T08:00:00Z] D1: USER_DECISION | alpha\n');
      tell(1, lines(1).prompt('alpha'));
      const { index } = await find('alpha');
      damage(index.folder);
      assert.equal((await find('alpha')).total, 3);
      assert.equal((await find('word')).total, 1);
    });
  }

  it('goes on after a kill in the midst of it, at any moment', async () => {
    const home = scratch('home');
    writeSearchCorpus({ root: root(), home, handovers: 200, transcriptBytes: 20_000_000 });
    const expected = await search(searchPlace(root(), home, scratch('other')), {
      typed: rareWord,
      limit: 0,
    });
    assert.equal(expected.total, 13);
    let folder = '';
    for (const messages of [1, 60, 201, 204, 207]) {
      const child = start('searcher', root(), home, scratch('data'), '1', rareWord);
      for (let count = 0; count < messages; count++) {
        await child.next().catch(() => undefined);
      }
      child.signal('SIGKILL');
      await child.ended;
      const report = await search(searchPlace(root(), home, scratch('data')), {
        typed: rareWord,
        limit: 0,
      });
      assert.deepEqual(report.files().toSorted(), expected.files().toSorted(), String(messages));
      folder = report.index.folder;
      const stale = readdirSync(folder).filter((name) => name.endsWith('.tmp'));
      assert.deepEqual(stale, []);
      if (messages < 204) {
        rmSync(path.join(folder, 'index'));
      }
    }
    assert.ok(segmentsIn(folder).length <= 7);
  });

  it('is built by two at once, and both find all', async () => {
    const home = scratch('home');
    writeSearchCorpus({ root: root(), home, handovers: 100, transcriptBytes: 5_000_000 });
    const children = [1, 2, 3].map(() =>
      start('searcher', root(), home, scratch('data'), '5', rareWord),
    );
    const totals = await Promise.all(
      children.map(async (child) => {
        const found: number[] = [];
        while (found.length < 5) {
          const message = (await child.next()) as { total?: number };
          found.push(...(message.total === undefined ? [] : [message.total]));
          write(`${handover}/session.md`, `changes ${found.length} ${Math.random()}\n`);
        }
        return found;
      }),
    );
    assert.deepEqual(totals, Array(3).fill(Array(5).fill(7)));
  });

  it('finds what a plain look at everything finds, after any change', async () => {
    const random = createRandom(4_711);
    const words = ['alpha', 'alphabet', 'beta', 'D12', 'x_y', '引き継ぎ', '세션', '次', 'zed'];
    const sentence = () =>
      Array.from({ length: 1 + random(5) }, () => words[random(words.length)]).join(' ');
    const documents = new Map<string, string>();
    const turns = new Map<number, string[]>();
    for (let round = 0; round < 25; round++) {
      for (let change = 0; change < 3; change++) {
        const number = random(6);
        if (random(3) === 0) {
          const said = turns.get(number) ?? [];
          const next = [...(random(6) === 0 ? [] : said), sentence()];
          turns.set(number, next);
          tell(
            number,
            next.reduce((all, text) => all.prompt(text), lines(number)),
          );
        } else if (random(5) === 0) {
          documents.delete(`${number}.md`);
          rmSync(root(handover, 'sessions', `${number}.md`), { force: true });
        } else {
          documents.set(`${number}.md`, sentence());
          write(`${handover}/sessions/${number}.md`, documents.get(`${number}.md`) ?? '');
        }
      }
      for (const typed of [...words, 'alpha beta', 'alph', '継ぎ', 'x_y zed 세션', 'y']) {
        const expected = [
          ...[...documents].filter(([, text]) => hasWords(text, typed)).map(([name]) => name),
          ...[...turns]
            .filter(([, said]) => said.some((text) => hasWords(text, typed)))
            .map(([number]) => `${sessionId(number)}.jsonl`),
        ];
        const { files, total } = await find(typed);
        const found = files()
          .map((file) => path.basename(file))
          .toSorted();
        assert.deepEqual(found, expected.toSorted(), `${typed} in round ${round}`);
        assert.equal(total, expected.length);
      }
    }
  });

  describe('of a folder that is not there any more', () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const folderOf = async (of?: string) => (await find('alpha', {}, of)).index.folder;
    beforeEach(() => {
      write(`${handover}/session.md`, 'alpha\n');
    });

    it('is removed when the project was moved', async () => {
      write('.claude/state/project-id', `${id}\n`);
      const before = await folderOf();
      renameSync(root(), scratch('moved'));
      const after = await folderOf(scratch('moved'));
      assert.deepEqual([existsSync(before), existsSync(after)], [false, true]);
      assert.equal(path.dirname(before), path.dirname(after));
    });

    it('stays where another place of the project is there still', async () => {
      write('.claude/state/project-id', `${id}\n`);
      const first = await folderOf();
      cpSync(root(), scratch('copy'), { recursive: true });
      const second = await folderOf(scratch('copy'));
      assert.deepEqual([existsSync(first), existsSync(second)], [true, true]);
    });

    it('is removed from where it was before the project had an id', async () => {
      const before = await folderOf();
      write('.claude/state/project-id', `${id}\n`);
      const after = await folderOf();
      assert.deepEqual([existsSync(before), existsSync(after)], [false, true]);
    });

    it('is removed after a month when it is of another project, and nothing else of it', async () => {
      const gone = await folderOf();
      const settings = path.join(gone, '..', 'settings.json');
      writeFileSync(settings, '{}');
      renameSync(root(), scratch('away'));
      const others = ['one', 'two'].map((name) => scratch(name));
      others.forEach((other) => {
        mkdirSync(other);
      });
      await folderOf(others[0]);
      assert.ok(existsSync(gone));
      const longAgo = new Date(Date.now() - 31 * 86_400_000);
      for (const name of ['index', 'looked', '.']) {
        if (existsSync(path.join(gone, name))) {
          utimesSync(path.join(gone, name), longAgo, longAgo);
        }
      }
      await folderOf(others[1]);
      assert.deepEqual([existsSync(gone), existsSync(settings)], [false, true]);
    });
  });

  it('says what to do where it cannot be written', async () => {
    write(`${handover}/session.md`, 'alpha\n');
    mkdirSync(scratch('data'));
    writeFileSync(scratch('data', 'projects'), 'in the way');
    await assert.rejects(find('alpha'), /projects is not a folder/);
  });
});

function spoil(folder: string, end: string, how: 'flip' | 'cut' | 'remove'): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(end))) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    if (how === 'remove') {
      rmSync(file);
    } else if (how === 'cut') {
      writeFileSync(file, bytes.subarray(0, bytes.length - 9));
    } else {
      bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 0x55;
      bytes[5] = (bytes[5] ?? 0) ^ 0x55;
      writeFileSync(file, bytes);
    }
  }
}

/** By another way than the index: from where a part begins; Chinese, Japanese and Korean anywhere. */
function hasWords(text: string, typed: string): boolean {
  const parts = text
    .toLowerCase()
    .split(' ')
    .flatMap((word) => word.split('_').map((_, index, all) => all.slice(index).join('_')));
  return typed
    .toLowerCase()
    .split(' ')
    .every((word) =>
      /^[\u3000-\uD7A3]/.test(word)
        ? text.includes(word)
        : parts.some((part) => part.startsWith(word)),
    );
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}
