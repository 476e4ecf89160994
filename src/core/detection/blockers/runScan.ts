// Detection: reads the output of a command as it comes, and says at the end what it means. Pure, and
// bounded: each sign is kept once, however long the output is.

import { createOutputLines } from './outputLines';
import type { BlockerSource, FinishedRun, RunVerdict } from './runVerdict';
import { ecosystems as allEcosystems } from './ecosystems';
import type { FoundSign, Place } from './candidates';
import { isIdleLine, judge } from './judgement';
import { type Sign, signTable } from './signTable';

export interface RunScan {
  push(chunk: string | Uint8Array): void;
  end(exitCode: number | null): RunVerdict;
}

export function createRunScan(command: string, source: BlockerSource): RunScan {
  if (isIdleLine(command, allEcosystems)) {
    return createIdleScan(command, source);
  }
  const { search, usesOf, ecosystems } = signTable();
  const found = new Map<Sign, FoundSign>();
  let hasPassed = false;
  let hasStopped = false;
  let place: Place | undefined;
  let lastLine = '';
  /** How many signs were met. */
  let settled = 0;

  /** The first of a kind is the cause; what repeats it is not looked at again. */
  const isSettled = (sign: Sign): boolean => {
    switch (sign.kind) {
      case 'failure':
        return found.has(sign);
      case 'pass':
        return hasPassed;
      case 'place':
        return place !== undefined;
    }
  };

  /** Signs of which all words that they need are in the line. */
  const meaningOf = (words: ReadonlySet<number>): Meaning => {
    const signs = new Set<Sign>();
    for (const word of words) {
      for (const { sign, alongside } of usesOf[word] ?? []) {
        if (alongside.length === 0 || alongside.some((other) => words.has(other))) {
          signs.add(sign);
        }
      }
    }
    return toMeaning([...signs], 0);
  };

  const isWanted = (meaning: Meaning, last: number | undefined): boolean => {
    if (meaning.settled !== settled) {
      const signs = meaning.signs.filter((sign) => !isSettled(sign));
      Object.assign(meaning, toMeaning(signs, settled));
    }
    const { signs, lasts } = meaning;
    return signs.length > 0 && (last === undefined || !lasts || lasts.has(last));
  };

  const note = (sign: Sign, match: RegExpExecArray, line: string) => {
    settled += 1;
    if (sign.kind === 'failure') {
      found.set(sign, { failure: sign.failure, match, line, order: found.size });
    } else if (sign.kind === 'pass') {
      hasPassed = true;
    } else {
      place = placeOf(match);
    }
  };

  const lines = createOutputLines(search, {
    meaningOf,
    isWanted,
    onMatch: (line, meaning) => {
      const bare = withoutPrefix(line);
      if (isVain(meaning, line, bare)) {
        return;
      }
      for (const sign of meaning.signs) {
        if (isSettled(sign)) {
          continue;
        }
        const match =
          unquoted(sign.pattern, line) ?? (bare === line ? null : unquoted(sign.pattern, bare));
        // Asked last, because hardly any line gets here.
        if (match && !passedTitle.test(bare) && (sign.isAtStart || !quotation.test(bare))) {
          note(sign, match, match.input);
        }
      }
    },
    onLast: (line) => {
      lastLine = line;
    },
    onStop: () => {
      hasStopped = true;
    },
  });

  return {
    push: (chunk) => {
      lines.push(chunk);
    },
    end: (exitCode) => {
      lines.end();
      const run = { command, exitCode, source };
      const signs = [...found.values()];
      return judge({ run, found: signs, hasPassed, hasStopped, place, lastLine, ecosystems });
    },
  };
}

/** Of lines with the same words: the signs that may be in them, without those that are settled. */
interface Meaning {
  signs: readonly Sign[];
  /** How many were settled when they were last sorted out. */
  settled: number;
  /** The bytes that a line with one of them may end with; undefined where any may. */
  lasts: ReadonlySet<number> | undefined;
  /** How many lines were tried. */
  tries: number;
  /** All signs in one pattern, once many lines were tried: hardly any of them has one. */
  gate: RegExp | undefined;
}

function toMeaning(signs: readonly Sign[], settled: number): Meaning {
  return { signs, settled, lasts: lastsOf(signs), tries: 0, gate: undefined };
}

/** As many lines as it takes to gain what the making of a pattern costs. */
const triesBeforeGate = 100;

/** Whether none of the signs is in the line, as far as one look tells. */
function isVain(meaning: Meaning, line: string, bare: string): boolean {
  meaning.tries += 1;
  if (meaning.tries < triesBeforeGate) {
    return false;
  }
  meaning.gate ??= anyOf(meaning.signs.map(({ pattern }) => pattern));
  return !meaning.gate.test(line) && (bare === line || !meaning.gate.test(bare));
}

function anyOf(patterns: readonly RegExp[]): RegExp {
  // Names may stand once only, and none is needed.
  return new RegExp(
    patterns.map(({ source }) => source.replace(/\(\?<(?=\w)\w+>/g, '(?:')).join('|'),
  );
}

function lastsOf(signs: readonly Sign[]): ReadonlySet<number> | undefined {
  const lasts = signs.map((sign) => sign.lasts);
  return lasts.includes(undefined) ? undefined : new Set(Buffer.from(lasts.join('')));
}

/** Not within the quotes of a string: what a test compares, or what a program writes into a log. */
function unquoted(pattern: RegExp, line: string): RegExpExecArray | null {
  const match = pattern.exec(line);
  if (!match) {
    return null;
  }
  const before = line.slice(0, match.index);
  return /["'`]$/.test(before) || before.split('"').length % 2 === 0 ? null : match;
}

// What a test that passed is called says nothing about this run.
const passedTitle =
  /^\s*(?:✓|✔|√|ok \d|--- PASS: |PASS\b|\[ +OK \]|Passed )|::\S+ PASSED\b|^test .{1,300} \.\.\. ok$/;
// Lines of source code and titles of tests: they may quote any message there is.
const quotation = /^\s*(?:>?\s*\d+ ?[|│┃]|✗|✘(?! \[)|×|✖|✕|●|❌|not ok \d|--- FAIL: |\d+\) )/;

/** Without the table of signs, which takes longer to make than most commands of an agent. */
function createIdleScan(command: string, source: BlockerSource): RunScan {
  const nothing = {
    found: [],
    hasPassed: false,
    hasStopped: false,
    place: undefined,
    lastLine: '',
  };
  return {
    push: () => undefined,
    end: (exitCode) =>
      judge({ run: { command, exitCode, source }, ...nothing, ecosystems: allEcosystems }),
  };
}

/** For an output that is there already. */
export function judgeRun({ command, exitCode, source }: FinishedRun, output: string): RunVerdict {
  const scan = createRunScan(command, source);
  scan.push(output);
  return scan.end(exitCode);
}

// What CI, containers and runners of several packages put in front of a line: a time, `#12 3.4 `,
// `web:test: `, `packages/a test: `, `app-1  | `, `[web] `.
const prefix =
  /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z |#\d+ [\d.]+ |(?:@[\w-]{1,40}\/[\w.-]{1,60}|@?[\w./-]{1,60}:[\w:-]{1,40}|[\w@./-]{1,60} \w[\w:-]{0,40}): |[\w.-]{1,60} +\| |\[(?!ERROR|INFO|WARN|error|warn|FATAL|!)[\w@:./ -]{1,60}\] )/;

function withoutPrefix(line: string): string {
  const found = prefix.exec(line);
  return found ? line.slice(found[0].length) : line;
}

function placeOf({ groups }: RegExpExecArray): Place | undefined {
  return groups?.file ? { file: groups.file, line: Number(groups.line ?? 1) } : undefined;
}
