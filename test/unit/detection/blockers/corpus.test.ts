import assert from 'node:assert/strict';
import { detectedType, readCorpus, scoreOf } from '../../../support/blockerCorpus';

describe('detection of blockers, on recorded outputs', () => {
  const corpus = readCorpus();

  it('has a corpus worth the name', () => {
    const types = new Set(corpus.map(({ expected }) => expected));
    assert.ok(corpus.length >= 120, `${corpus.length} cases`);
    assert.ok(corpus.filter(({ expected }) => expected === null).length >= corpus.length / 4);
    for (const type of ['build_error', 'test_failure', 'dependency', 'merge_conflict', 'other']) {
      assert.ok(types.has(type as never), `no case of ${type}`);
    }
  });

  it('finds what is there and nothing else', () => {
    const { precision, recall, wrong } = scoreOf(corpus);
    assert.ok(precision >= 0.97 && recall >= 0.97, [precision, recall, ...wrong].join('\n'));
  });

  it('does not depend on how the output is cut into pieces', () => {
    const short = corpus.filter(({ output }) => output.length < 4_000);
    assert.ok(short.length > 50);
    for (const each of short) {
      assert.equal(detectedType(each, 1), detectedType(each), each.id);
      assert.equal(detectedType(each, 7), detectedType(each), each.id);
    }
  });

  it('is the same behind many lines that hold the words of its signs only', () => {
    const behind = corpus.flatMap((each) => {
      const lines = each.output
        .toString('latin1')
        .split(/[\r\n]+/)
        .slice(-40);
      const vain = lines.map((line) =>
        `~"${line.slice(0, 200).replaceAll('"', ' ')}\n`.repeat(120),
      );
      const output = Buffer.concat([Buffer.from(vain.join(''), 'latin1'), each.output]);
      const [alone, type] = [detectedType(each), detectedType({ ...each, output })];
      return alone === null || type === alone ? [] : [`${each.id}: ${alone}, then ${String(type)}`];
    });
    assert.deepEqual(behind, []);
  });
});
