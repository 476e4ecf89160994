// Scans a file as the output of a command, in a process of its own: how much memory that takes is
// printed, in bytes.

import { createReadStream } from 'node:fs';
import { createRunScan } from '../../src/core/detection/blockers/runScan';

async function main(file: string): Promise<void> {
  const scan = createRunScan('npm test', 'cli');
  for await (const chunk of createReadStream(file)) {
    scan.push(chunk as Buffer);
  }
  const verdict = scan.end(1);
  console.log(
    JSON.stringify({ kind: verdict.kind, memory: process.resourceUsage().maxRSS * 1024 }),
  );
}

void main(process.argv[2] ?? '');
