import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findingsIn } from '../../../src/core/transcript/findings';

interface Row {
  readonly text: string;
  readonly isKept: boolean;
}

function rowsOf(name: string): Row[] {
  return readFileSync(path.resolve('test/fixtures/discoveries', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ text: line.slice(2).replaceAll('\\n', '\n'), isKept: line.startsWith('+') }));
}

const hasFinding = ({ text }: Row) => findingsIn(text).length > 0;

describe('sentences of agents', () => {
  for (const language of ['english', 'korean', 'japanese']) {
    it(`are told apart: ${language}`, () => {
      const rows = rowsOf(language);
      assert.ok(rows.filter(({ isKept }) => isKept).length >= 40);
      assert.ok(rows.filter(({ isKept }) => !isKept).length >= 60);
      const missed = rows.filter((row) => row.isKept && !hasFinding(row));
      const wrong = rows.filter((row) => !row.isKept && hasFinding(row));
      assert.deepEqual(
        { missed: missed.map(({ text }) => text), wrong: wrong.map(({ text }) => text) },
        { missed: [], wrong: [] },
      );
    });

    it(`are told apart mostly where no sign was made for them: ${language}`, () => {
      const rows = rowsOf(`heldOut/${language}`);
      const found = rows.filter(hasFinding);
      const right = found.filter(({ isKept }) => isKept).length;
      const precision = right / found.length;
      const recall = right / rows.filter(({ isKept }) => isKept).length;
      assert.ok(precision >= 0.9, `precision ${precision}`);
      assert.ok(recall >= 0.85, `recall ${recall}`);
    });
  }
});
