import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A small project whose only test fails until its file is mended. */
export function brokenProject(directory: string) {
  const file = (name: string) => path.join(directory, name);
  const write = (sum: string) => {
    writeFileSync(file('sum.js'), `module.exports = (a, b) => ${sum};\n`);
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    file('package.json'),
    JSON.stringify({ name: 'tide', private: true, scripts: { test: 'node --test' } }),
  );
  writeFileSync(
    file('sum.test.js'),
    `const assert = require('node:assert/strict');
const { test } = require('node:test');
const sum = require('./sum');

test('adds up the tides', () => {
  assert.equal(sum(1, 2), 3);
});
`,
  );
  // What recovery runs: as an agent would, it mends the file.
  writeFileSync(
    file('mend.js'),
    `require('node:fs').writeFileSync('sum.js', 'module.exports = (a, b) => a + b;\\n');\n`,
  );
  write('a - b');
  return {
    directory,
    file,
    mend: () => {
      write('a + b');
    },
    break: () => {
      write('a - b');
    },
  };
}
