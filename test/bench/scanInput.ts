// Scans what comes in as the output of a command, in a process of its own, and prints how much memory
// that took, in bytes.

import { readInput } from '../../src/cli/readInput';
import { createRunScan } from '../../src/core/detection/blockers/runScan';
import { peakMemory } from './peakMemory';

async function main(): Promise<void> {
  const scan = createRunScan('npm test', 'cli');
  await readInput((bytes) => {
    scan.push(bytes);
  });
  const { kind } = scan.end(1);
  console.log(JSON.stringify({ kind, memory: peakMemory() }));
}

void main();
