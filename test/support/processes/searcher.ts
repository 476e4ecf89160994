// Searches a project again and again, and tells how far it is, and how many it found.
// searcher.js <root> <home> <data> <times> <words>
import { search } from '../../../src/core/search/search';
import { searchPlace } from '../searchProject';

const [root = '', home = '', data = '', times = '1', typed = ''] = process.argv.slice(2);

void (async () => {
  for (let time = 0; time < Number(times); time++) {
    const { total } = await search(searchPlace(root, home, data), {
      typed,
      limit: 0,
      onProgress: ({ done }) => process.send?.({ done }),
    });
    process.send?.({ total });
  }
  process.disconnect();
})();
