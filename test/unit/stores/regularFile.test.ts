import assert from 'node:assert/strict';
import path from 'node:path';
import { isInside, isWithinFolder } from '../../../src/core/stores/regularFile';

describe('a path within a folder', () => {
  const folders = ['', '/', '/a', '/a/', '/a/b', '/a..b', '.', '..', 'a'];
  const files = [
    '',
    '/',
    '/a',
    '/a/',
    '/a/b',
    '/ab',
    '/a/../x',
    '/a/..',
    '/a/..x',
    '/a/b..',
    'a/b',
  ];
  const odd = ['/a/./b', '/a//b', '/a/b/../../x', '/a/C:/x', '/a:b', '/a..b/c', '../x', './x'];

  it('is told as by taking both apart', () => {
    for (const folder of folders) {
      for (const file of [...files, ...odd]) {
        const expected = isInside(path.relative(folder, file));
        assert.equal(isWithinFolder(folder, file), expected, `${file} in ${folder}`);
      }
    }
  });

  it('is not one beside it, above it or behind a way out', () => {
    for (const file of ['/ab', '/', '/a/../x', '/a/b/../../x', '/etc/passwd']) {
      assert.equal(isWithinFolder('/a', file), false, file);
    }
    assert.equal(isWithinFolder('/a', '/a/b'), true);
  });
});
