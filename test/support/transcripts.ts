// Reads transcripts that a test has just written.

import { appendFileSync, writeFileSync } from 'node:fs';
import type { Digest } from '../../src/core/transcript/digest';
import { claudeReader } from '../../src/core/transcript/claude';
import type { Reading } from '../../src/core/transcript/reading';
import { readTranscript } from '../../src/core/transcript/readTranscript';
import type { ContextFacts } from '../../src/core/transcript/sessionContextOf';
import type { ClaudeLines } from './claudeLines';

/** As it comes back from a file. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export function readWhole(file: string, text: string | Buffer | ClaudeLines): Reading {
  writeFileSync(file, typeof text === 'string' || Buffer.isBuffer(text) ? text : text.text());
  return readAgain(file);
}

export function readAgain(file: string, known?: unknown): Reading {
  const reading = readTranscript(file, claudeReader, known);
  if (!reading) {
    throw new Error(`${file} could not be read.`);
  }
  return plain(reading);
}

export function digestOf(file: string, text: string | Buffer | ClaudeLines): Digest {
  return readWhole(file, text).digest;
}

/** In as many reads as there are parts. */
export function readInParts(file: string, parts: readonly (string | Buffer)[]): Reading {
  writeFileSync(file, '');
  let reading = readAgain(file);
  for (const part of parts) {
    appendFileSync(file, part);
    reading = readAgain(file, reading);
  }
  return reading;
}

export const demoFacts: ContextFacts = {
  root: '/home/dev/demo-app',
  now: '2026-11-20T00:00:00Z',
  agent: 'claude',
  blockers: [],
  decisions: [],
  openSpecTasks: [],
};

/** The same numbers in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
