// spec.yaml -> phase, block, wave and dependencies of a spec. Reads what fits and reports the rest;
// never writes it: the pipeline belongs to others.

import { parseDocument } from 'yaml';
import { parseLenient } from '../schemas/lenient';
import { type Spec, specSchema } from '../schemas/handover';
import { describeError } from '../support/errors';
import { msg } from '../support/message';
import { byLine, conflictProblems, type DocumentProblem } from './documentProblem';
import { conflictMarkers, markdownLines } from './markdownLines';

export interface ParsedSpec {
  /** `dependencies` are there wherever they were written. */
  readonly spec: Spec;
  readonly problems: readonly DocumentProblem[];
}

/** What a parser of YAML takes at length is more than quadratic, so what no person writes is not read. */
const longest = 64 * 1024;
const mostNested = 60;

export function parseSpec(text: string): ParsedSpec {
  if (text.length > longest || isTooNested(text)) {
    const message = msg('It is too large or too deep for a spec.');
    return { spec: {}, problems: [{ code: 'unreadable', message }] };
  }
  const lines = markdownLines(text);
  const conflicts = conflictProblems(lines);
  const { value, problems } = parseYaml(withoutMarkers(text, conflicts.length > 0));
  // Nothing at all: why is told already.
  const found = value === undefined ? { spec: {}, problems: [] } : toSpec(value);
  return { spec: found.spec, problems: byLine([...conflicts, ...problems, ...found.problems]) };
}

/** `- - - -`, `? ? ? ?` or `[[[[`. */
function isTooNested(text: string): boolean {
  const opened = text.match(/(?:^|[:,[{-])[ \t]{0,100}[[{]/gm)?.length ?? 0;
  const closed = text.match(/[\]}]/g)?.length ?? 0;
  return (
    opened - closed > mostNested ||
    /[[{]{61}/.test(text) ||
    text.split('\n').some((line) => (line.match(/[-?*&!] /g)?.length ?? 0) > mostNested)
  );
}

/** Both sides of a conflict are read, the later one wins; lines keep their numbers. */
function withoutMarkers(text: string, hasConflict: boolean): string {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\0', '');
  if (!hasConflict) {
    return plain;
  }
  const lines = markdownLines(plain);
  const marked = new Set(conflictMarkers(lines).map(({ number }) => number));
  return lines.map((line) => (marked.has(line.number) ? '' : line.text)).join('\n');
}

function parseYaml(text: string): { value: unknown; problems: DocumentProblem[] } {
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const problems = document.errors.map(({ message, linePos }): DocumentProblem => ({
    code: 'malformed-entry',
    ...(linePos && { line: linePos[0].line }),
    message: msg('This is no proper YAML: {0}', firstSentence(message)),
  }));
  try {
    return { value: document.toJS({ maxAliasCount: 50 }), problems };
  } catch (error) {
    const message = msg('This is no proper YAML: {0}', firstSentence(describeError(error)));
    return { value: undefined, problems: [...problems, { code: 'malformed-entry', message }] };
  }
}

/** Without the place and the excerpt that follow it. */
function firstSentence(message: string): string {
  return message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
}

function toSpec(value: unknown): ParsedSpec {
  if (!isRecord(value)) {
    const problems: DocumentProblem[] = [
      { code: 'malformed-entry', message: msg('It is not an object with the expected fields.') },
    ];
    return { spec: {}, problems: value === null ? [] : problems };
  }
  const roadmap = isRecord(value.roadmap) ? value.roadmap : {};
  const dependencies = value.dependencies ?? roadmap.dependencies ?? roadmap.depends_on;
  const { value: spec, problems } = parseLenient(specSchema, {
    ...value,
    ...(dependencies !== undefined && { dependencies: namesOf(dependencies) }),
    ...(value.phase !== undefined && { phase: wordOf(value.phase) }),
    ...(value.blocked_info !== undefined && { blocked_info: blockOf(value.blocked_info) }),
    ...(!isRecord(value.roadmap) && { roadmap: null }),
  });
  return {
    spec: spec ?? {},
    problems: problems.map((message) => ({ code: 'invalid-field', message })),
  };
}

/** `[a, b]`, `a, b`, `[{ name: a }]`. */
function namesOf(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.split(/[,\s]+/).filter((each) => each !== '');
  }
  return Array.isArray(value)
    ? value.map((each: unknown) => (isRecord(each) ? (each.name ?? each.spec ?? each) : each))
    : value;
}

/** `3` and `true` were meant as words. */
function wordOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** `false` says that nothing blocks it. */
function blockOf(value: unknown): unknown {
  if (value === false) {
    return null;
  }
  return Array.isArray(value) ? JSON.stringify(value) : wordOf(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
