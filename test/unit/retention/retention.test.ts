import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nameFits } from '../../../src/core/retention/claudeFolder';
import { expiring } from '../../../src/core/retention/expiring';
import type { Transcript } from '../../../src/core/retention/listTranscripts';
import { daysAgo, today, transcriptFolder } from '../../support/claudeTranscripts';
import { useScratchFolder } from '../../support/scratchFolder';

const transcript = (id: string, daysOld: number): Transcript => ({
  id,
  main: { name: `-p/${id}.jsonl`, size: 1, modified: daysAgo(daysOld) },
  subagents: [],
});

describe('transcripts that Claude Code will delete', () => {
  const scratch = useScratchFolder();

  const cases: readonly (readonly [days: number, ids: readonly string[]])[] = [
    [30, ['d70', 'd31', 'd30', 'd23']],
    [60, ['d70']],
    [1, ['d70', 'd31', 'd30', 'd23', 'd22', 'd1']],
    [36_500, []],
    [1e300, []],
  ];
  for (const [days, ids] of cases) {
    it(`are those of the last week of ${days} days, the next first`, () => {
      const all = [1, 31, 22, 23, 30, 70].map((age) => transcript(`d${age}`, age));
      const soon = expiring(all, days, today);
      assert.deepEqual(
        soon.map((each) => each.transcript.id),
        ids,
      );
      assert.ok(soon.every(({ at }) => !Number.isNaN(at.getTime())));
    });
  }

  it('are deleted from the day on that Claude Code counts', () => {
    const [soon] = expiring([transcript('a', 25)], 30, today);
    assert.equal(soon?.at.toISOString(), daysAgo(-5).toISOString());
  });

  it('are none while it cannot tell when', () => {
    assert.deepEqual(expiring([transcript('a', 400)], undefined, today), []);
  });

  it('are found by the folder that they are of', () => {
    assert.equal(nameFits('-home-dev-my-app', '/home/dev/my.app'), 'itself');
    assert.equal(nameFits('-home-dev-my-app-src', '/home/dev/my.app'), 'below');
    assert.equal(nameFits('-home-dev-my', '/home/dev/my.app'), undefined);
    assert.equal(nameFits('-home-dev-caf-', '/home/dev/café'), 'itself');
    const long = `/home/${'x'.repeat(300)}`;
    assert.equal(nameFits(`-home-${'x'.repeat(194)}-a1b2c3`, long), 'below');
    assert.equal(nameFits(`-home-${'x'.repeat(194)}`, long), undefined);
  });

  it('are those of this project alone, whatever their folder is called', async () => {
    const { root, project, write } = transcriptFolder(scratch());
    const slug = root.replace(/[^A-Za-z0-9]/g, '-');
    write('own', 29);
    write('below', 29, { cwd: path.join(root, 'src'), slug: `${slug}-src` });
    write('same-name', 29, { cwd: root.replace('my.app', 'my-app') });
    write('neighbour', 29, { cwd: `${root}-two`, slug: `${slug}-two` });
    const { expiring: soon, transcripts } = await project.retention();
    assert.deepEqual(soon.map((each) => each.transcript.id).sort(), ['below', 'own']);
    assert.equal(transcripts, 2);
  });

  it('are no links, no folders and nothing with another name', async () => {
    const { root, project, write, transcripts } = transcriptFolder(scratch());
    const own = write('own', 29);
    const folder = path.dirname(own);
    const outside = scratch('outside.jsonl');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, path.join(folder, 'link.jsonl'));
    mkdirSync(path.join(folder, 'folder.jsonl'));
    for (const name of ['sp ace.jsonl', 'new\nline.jsonl', 'é.jsonl', '-rf;.jsonl', 'notes.txt']) {
      writeFileSync(path.join(folder, name), JSON.stringify({ cwd: root }));
    }
    mkdirSync(path.join(folder, 'own'));
    symlinkSync(scratch(), path.join(folder, 'own', 'subagents'));
    symlinkSync(folder, transcripts(`${path.basename(folder)}-linked`));
    const { expiring: soon } = await project.retention();
    assert.deepEqual(
      soon.map((each) => [each.transcript.id, each.transcript.subagents]),
      [['own', []]],
    );
  });

  describe('after as many days as its settings say', () => {
    const settings = (file: string, text: string) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    };
    const days = (number: unknown) => JSON.stringify({ cleanupPeriodDays: number, other: [] });

    const given: readonly (readonly [
      name: string,
      files: Readonly<Record<'user' | 'project' | 'local', string | undefined>>,
      expected: readonly [number | undefined, string | undefined],
    ])[] = [
      ['none', { user: undefined, project: undefined, local: undefined }, [30, undefined]],
      ['of the user', { user: days(60), project: undefined, local: undefined }, [60, 'user']],
      ['of the project', { user: days(60), project: days(20), local: undefined }, [20, 'project']],
      ['of the local ones', { user: days(60), project: days(20), local: days(8) }, [8, 'local']],
      ['beside others', { user: '{"model":5}', project: '{}', local: '[]' }, [30, undefined]],
      ['one of 0', { user: days(0), project: undefined, local: undefined }, [undefined, 'user']],
      [
        'a refused one',
        { user: days(60), project: days('9'), local: days(8) },
        [undefined, 'project'],
      ],
      [
        'a half one',
        { user: days(5.5), project: undefined, local: undefined },
        [undefined, 'user'],
      ],
      ['a broken file', { user: days(50), project: '{', local: undefined }, [undefined, 'project']],
    ];
    for (const [name, files, expected] of given) {
      it(`, given ${name}`, async () => {
        const { home, root, project } = transcriptFolder(scratch());
        const places = {
          user: path.join(home, '.claude/settings.json'),
          project: path.join(root, '.claude/settings.json'),
          local: path.join(root, '.claude/settings.local.json'),
        };
        for (const place of ['user', 'project', 'local'] as const) {
          const text = files[place];
          if (text !== undefined) {
            settings(places[place], text);
          }
        }
        const { period } = await project.retention();
        const [number, place] = expected;
        assert.equal(period.days, number);
        assert.equal(period.file, place && places[place as 'user']);
      });
    }

    it(', also when the file of the user is a link', async () => {
      const { home, project } = transcriptFolder(scratch());
      settings(scratch('dotfiles/settings.json'), days(90));
      mkdirSync(path.join(home, '.claude'), { recursive: true });
      symlinkSync(scratch('dotfiles/settings.json'), path.join(home, '.claude/settings.json'));
      assert.equal((await project.retention()).period.days, 90);
    });

    it(', from the folder that Claude Code was told to use', async () => {
      const { project } = transcriptFolder(scratch(), { CLAUDE_CONFIG_DIR: scratch('elsewhere') });
      settings(scratch('elsewhere/settings.json'), days(10));
      assert.equal((await project.retention()).period.days, 10);
    });
  });
});
