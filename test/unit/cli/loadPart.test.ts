import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { loadPart } from '../../../src/cli/hooks/loadPart';
import { useScratchFolder } from '../../support/scratchFolder';

interface Loaded {
  readonly count: number;
  readonly other: () => Loaded;
}

describe('parts of a bundle', () => {
  const scratch = useScratchFolder();
  const write = (name: string, text: string) => {
    mkdirSync(scratch('dist'), { recursive: true });
    writeFileSync(scratch('dist', name), text);
  };
  const twoParts = () => {
    write('one.js', `exports.count = 1; exports.other = () => require('./two.js');`);
    write('two.js', `exports.count = Math.random(); exports.os = require('node:os');`);
  };

  it('are loaded once, however often they are asked for', () => {
    twoParts();
    const one = loadPart(scratch('dist'), 'one.js', undefined) as Loaded;
    assert.equal(one.count, 1);
    assert.equal(one.other(), one.other());
    const again = loadPart(scratch('dist'), 'one.js', undefined) as Loaded;
    assert.notEqual(again.other(), one.other());
  });

  it('run with compiled code that is kept, renewed when they change, and no worse without', () => {
    twoParts();
    const script = path.resolve('out/test/support/processes/partLoader.js');
    const run = () =>
      execFileSync(process.execPath, [script, scratch('dist'), 'one.js', scratch('cache')], {
        encoding: 'utf8',
      }).trim();
    assert.equal(run(), '1');
    const kept = readdirSync(scratch('cache'));
    assert.equal(kept.length, 1);
    writeFileSync(scratch('cache', kept[0] ?? ''), 'no compiled code');
    assert.equal(run(), '1');
    write('one.js', 'exports.count = 2;');
    utimesSync(scratch('dist/one.js'), new Date(0), new Date(0));
    assert.equal(run(), '2');
    assert.equal(readdirSync(scratch('cache')).length, 1);
    assert.notDeepEqual(readdirSync(scratch('cache')), kept);
    assert.equal(existsSync(scratch('cache', kept[0] ?? '')), false);
  });
});
