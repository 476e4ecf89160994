import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { checksum, crc32Of } from '../../../src/core/search/bytes';

describe('the checksum of the search index', () => {
  it('is the same on every Node', () => {
    for (const bytes of [Buffer.from(''), Buffer.from('baton'), randomBytes(4_099)]) {
      assert.equal(crc32Of(bytes), crc32(bytes));
      assert.equal(checksum(bytes), crc32(bytes));
    }
  });
});
