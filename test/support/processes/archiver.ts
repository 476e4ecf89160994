// Archives texts of its own as quickly as it can.
// archiver.js <root> <name> <times>
import path from 'node:path';
import { archiveBytes } from '../../../src/core/handover/archive';

const [root = '', name = '', times = '1'] = process.argv.slice(2);

void (async () => {
  for (let time = 0; time < Number(times); time++) {
    const place = { folder: path.join(root, 'sessions'), root, date: '2026-01-15' };
    await archiveBytes(place, Buffer.from(`${name} ${time}\n`.repeat(200)));
  }
  process.disconnect();
})();
