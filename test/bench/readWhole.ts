// Reads the transcript that it is given, as a hook does that has not seen it before, in a process of its
// own, and prints how much memory that took, in bytes.

import { claudeReader } from '../../src/core/transcript/claude';
import { readTranscript } from '../../src/core/transcript/readTranscript';
import { peakMemory } from './peakMemory';

const reading = readTranscript(process.argv[2] ?? '', claudeReader);
console.log(
  JSON.stringify({
    read: reading?.offset,
    memory: peakMemory(),
  }),
);
