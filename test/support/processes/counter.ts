// Counts up under the lock and reports each count once it is on disk.
import { createCounterFile } from '../counterFile';

const [file = '', times = '1'] = process.argv.slice(2);

void (async () => {
  const counter = createCounterFile(file);
  for (let i = 0; i < Number(times); i++) {
    const { value } = await counter.update(
      (current) => ({ ...current, count: (current?.count ?? 0) + 1 }),
      { timeoutMs: 120_000 },
    );
    process.send?.(value.count);
  }
  process.disconnect();
})();
