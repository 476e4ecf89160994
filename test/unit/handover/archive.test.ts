import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { archiveBytes } from '../../../src/core/handover/archive';
import { UserError } from '../../../src/core/support/errors';
import { useChildren } from '../../support/children';
import { useScratchFolder } from '../../support/scratchFolder';

describe('archive of session.md', () => {
  const scratch = useScratchFolder();
  const start = useChildren();
  const place = () => ({ folder: scratch('sessions'), root: scratch(), date: '2026-01-15' });
  const names = () => readdirSync(scratch('sessions')).sort();

  it('takes the first name that is free, and keeps the bytes', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xff, 0x00, 0x41]);
    mkdirSync(scratch('sessions'));
    writeFileSync(scratch('sessions/2026-01-15.md'), 'mine');
    symlinkSync('nowhere', scratch('sessions/2026-01-15-2.md'));
    assert.equal(await archiveBytes(place(), bytes), scratch('sessions/2026-01-15-3.md'));
    assert.deepEqual(readFileSync(scratch('sessions/2026-01-15-3.md')), bytes);
    assert.equal(readFileSync(scratch('sessions/2026-01-15.md'), 'utf8'), 'mine');
    assert.deepEqual(names(), ['2026-01-15-2.md', '2026-01-15-3.md', '2026-01-15.md']);
  });

  it('does so on a file system without links', async () => {
    const link = () => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' });
    };
    await archiveBytes(place(), Buffer.from('a'), { link });
    await archiveBytes(place(), Buffer.from('b'), { link });
    assert.deepEqual(names(), ['2026-01-15-2.md', '2026-01-15.md']);
    assert.equal(readFileSync(scratch('sessions/2026-01-15-2.md'), 'utf8'), 'b');
  });

  it('follows no link out of the project', async () => {
    mkdirSync(scratch('project'));
    mkdirSync(scratch('elsewhere'));
    symlinkSync(scratch('elsewhere'), scratch('project/sessions'));
    await assert.rejects(
      archiveBytes(
        { folder: scratch('project/sessions'), root: scratch('project'), date: '2026-01-15' },
        Buffer.from('a'),
      ),
      (error) => UserError.is(error, 'outside'),
    );
    assert.deepEqual(readdirSync(scratch('elsewhere')), []);
  });

  it('gives each of many processes names of its own', async function () {
    this.timeout(60_000);
    const children = ['a', 'b', 'c', 'd'].map((name) => start('archiver', scratch(), name, '20'));
    assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0, 0]);
    const expected = Array.from({ length: 80 }, (_, index) =>
      index === 0 ? '2026-01-15.md' : `2026-01-15-${index + 1}.md`,
    );
    assert.deepEqual(names(), expected.sort());
    const texts = names().map((name) => readFileSync(scratch('sessions', name), 'utf8'));
    assert.equal(new Set(texts).size, 80);
    assert.ok(texts.every((text) => text.split('\n').length === 201));
  });
});
