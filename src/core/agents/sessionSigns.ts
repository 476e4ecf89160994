// What only a list of sessions wants from a transcript: the title that somebody gave it, and how many
// tokens the model had before it. Looked for in bytes; the last of each counts.

import { integerOf, recordOf, textOf } from '../transcript/lineValues';
import { parsedJson } from '../transcript/parsedJson';
import { startsWith } from '../transcript/lineHead';
import type { AgentName } from '../transcript/transcriptEvent';

export interface Signs {
  look(chunk: Buffer, start: number, end: number): void;
  found(): FoundSigns;
}

interface FoundSigns {
  readonly title: string | undefined;
  /** Where it went on, where only lines say so that tell nothing else. */
  readonly cwd: string | undefined;
  readonly tokens: number | undefined;
}

type Line = Readonly<Record<string, unknown>>;

interface SignTable {
  /** A line that may name the session, or its folder. */
  readonly namesIt: (chunk: Buffer, start: number, end: number) => boolean;
  readonly title?: (line: Line) => string | undefined;
  readonly cwd?: (line: Line) => string | undefined;
  /** What stands before the counts. */
  readonly countsAfter: string;
  readonly tokens: (counts: Line) => number | undefined;
}

const tables: Readonly<Record<AgentName, SignTable>> = {
  claude: {
    namesIt: (chunk, start) =>
      startsWith(chunk, start, '{"type":"custom-title"') ||
      startsWith(chunk, start, '{"type":"ai-title"'),
    title: (line) => textOf(line.customTitle) ?? textOf(line.aiTitle) ?? textOf(line.title),
    countsAfter: '"usage":',
    tokens: ({
      input_tokens,
      cache_creation_input_tokens,
      cache_read_input_tokens,
      output_tokens,
    }) => sum(input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens),
  },
  codex: {
    // A resume may have gone on in another folder.
    namesIt: (chunk, start, end) => headOf(chunk, start, end, 160).includes('"turn_context"'),
    cwd: (line) => textOf(recordOf(line.payload).cwd),
    countsAfter: '"last_token_usage":',
    tokens: ({ total_tokens }) => integerOf(total_tokens),
  },
  gemini: {
    namesIt: (chunk, start) => startsWith(chunk, start, '{"$set":{"summary"'),
    title: (line) => textOf(recordOf(line.$set).summary),
    countsAfter: '"tokens":',
    tokens: ({ total }) => integerOf(total),
  },
  qwen: {
    namesIt: (chunk, start, end) => headOf(chunk, start, end, 600).includes('"custom_title"'),
    title: (line) => textOf(recordOf(line.systemPayload).customTitle),
    countsAfter: '"usageMetadata":',
    tokens: ({ totalTokenCount }) => integerOf(totalTokenCount),
  },
};

/** Counts are a short object of numbers. */
const longestCounts = 1_000;

export function createSigns(agent: AgentName): Signs {
  const { namesIt, title: titleIn, cwd: cwdIn, countsAfter, tokens } = tables[agent];
  const mark = Buffer.from(countsAfter);
  let title: string | undefined;
  let cwd: string | undefined;
  let counts: string | undefined;
  /** Where the mark comes next in the chunk: each byte is looked at once. */
  let next = -1;
  let seen: Buffer | undefined;
  let seenTo = 0;
  return {
    look: (chunk, start, end) => {
      if (namesIt(chunk, start, end)) {
        const line = parsedJson(chunk, start, end) ?? {};
        title = titleIn?.(line) ?? title;
        cwd = cwdIn?.(line) ?? cwd;
      }
      if (seen !== chunk || start < seenTo) {
        seen = chunk;
        next = chunk.indexOf(mark, start);
      }
      seenTo = end;
      while (next >= 0 && next < end) {
        if (next >= start) {
          const from = next + mark.length;
          counts = chunk.toString('latin1', from, Math.min(end, from + longestCounts));
        }
        next = chunk.indexOf(mark, next + mark.length);
      }
    },
    found: () => ({
      title,
      cwd,
      tokens: counts === undefined ? undefined : counted(counts, tokens),
    }),
  };
}

function counted(text: string, tokens: (counts: Line) => number | undefined): number | undefined {
  const numbers = ownFields(text).matchAll(/"(\w+)":\s?(\d{1,12})(?=[,}\s])/g);
  return tokens(
    Object.fromEntries([...numbers].map(([, name = '', value]) => [name, Number(value)])),
  );
}

/** The object that the text begins with, without those in it, which may be cut. */
function ownFields(text: string): string {
  let depth = 0;
  let own = '';
  for (const letter of text) {
    depth += letter === '{' || letter === '[' ? 1 : 0;
    own += depth === 1 ? letter : '';
    depth -= letter === '}' || letter === ']' ? 1 : 0;
    if (depth === 0) {
      break;
    }
  }
  return own;
}

function headOf(chunk: Buffer, start: number, end: number, length: number): Buffer {
  return chunk.subarray(start, Math.min(end, start + length));
}

function sum(...numbers: readonly unknown[]): number | undefined {
  const known = numbers.flatMap((each) => integerOf(each) ?? []);
  return known.length === 0 ? undefined : known.reduce((all, each) => all + each, 0);
}
