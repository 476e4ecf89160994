// Replaces one file without end, until it is killed.
import { writeFileAtomic } from '../../../src/core/stores/atomicFile';
import { makeVersion } from '../versionedFile';

const [file = ''] = process.argv.slice(2);

void (async () => {
  process.send?.('ready');
  for (;;) {
    await writeFileAtomic(file, makeVersion());
  }
})();
