// roadmap.md -> its waves and the specs in them, with the state that is written there. What counts is
// spec.yaml; this says what is planned, also where a spec has no folder yet.

import { byLine, conflictProblems, type DocumentProblem } from './documentProblem';
import { isTableRule, listItemOf, saysNothing, tableCells } from './listItem';
import { headingOf, type MarkdownLine, markdownLines } from './markdownLines';
import { msg } from '../support/message';

export interface Roadmap {
  /** `**Status**: active`. */
  readonly status: string | undefined;
  readonly waves: readonly RoadmapWave[];
  readonly specs: readonly RoadmapSpec[];
}

export interface RoadmapWave {
  /** `1` of `### Wave 1: Foundation`. */
  readonly wave: string;
  readonly title: string;
  readonly line: number;
}

export interface RoadmapSpec {
  readonly name: string;
  readonly wave: string | undefined;
  /** As written; `done` or `open` of a check box. */
  readonly status: string | undefined;
  readonly line: number;
}

export interface ParsedRoadmap {
  readonly roadmap: Roadmap;
  readonly problems: readonly DocumentProblem[];
}

const waveWord = /(?:wave|ウェーブ|웨이브)\s*[#:]?\s*([0-9]{1,4}[a-z]?)\s*[*_`]*\s*(.*)$/i;
const otherWave = /^第\s*([0-9]{1,4})\s*(?:波|ウェーブ)\s*(.*)$/;

export function parseRoadmap(text: string): ParsedRoadmap {
  const lines = markdownLines(text).filter(({ fenced, commented }) => !fenced && !commented);
  const waves: RoadmapWave[] = [];
  const specs: RoadmapSpec[] = [];
  let level = 0;
  let wave: string | undefined;
  let columns: readonly string[] | undefined;
  for (const { text: line, number } of lines) {
    const heading = headingOf(line);
    const cells = tableCells(line);
    if (heading) {
      const found = waveOf(heading.text);
      if (found) {
        waves.push({ ...found, line: number });
        wave = found.wave;
        level = heading.level;
      } else if (heading.level <= level) {
        wave = undefined;
      }
    } else if (cells) {
      if (!columns) {
        columns = cells.map((cell) => cell.replace(/[*_`]/g, '').toLowerCase());
      } else if (!isTableRule(cells)) {
        specs.push(...specInRow(columns, cells, wave, number));
      }
    } else if (wave !== undefined) {
      specs.push(...specInItem(line, wave, number));
    }
    columns = cells ? columns : undefined;
  }
  const roadmap = { status: statusIn(lines), waves: allWaves(waves, specs), specs };
  return { roadmap, problems: byLine([...conflictProblems(lines), ...repeatedSpecs(specs)]) };
}

function waveOf(heading: string): { wave: string; title: string } | undefined {
  const words = heading.replace(/^[*_`\s]+/, '');
  const found =
    otherWave.exec(words) ??
    (/^\W*(?:wave|ウェーブ|웨이브)/iu.test(words) ? waveWord.exec(words) : null);
  return found
    ? {
        wave: found[1] ?? '',
        title: (found[2] ?? '').replace(/^[\s:：.—–|-]+|[*_`]+$/g, '').trim(),
      }
    : undefined;
}

/** A table belongs to the specs where one of its columns says so. */
function specInRow(
  columns: readonly string[],
  cells: readonly string[],
  wave: string | undefined,
  line: number,
): RoadmapSpec[] {
  const cell = (names: RegExp) => {
    const index = columns.findIndex((column) => names.test(column));
    return index < 0 ? undefined : cells[index]?.replace(/[*_`]/g, '').trim() || undefined;
  };
  const name = cell(/^(?:specs?|spec name|feature|スペック|仕様|機能|스펙|기능)$/);
  const own = cell(/^(?:wave|ウェーブ|웨이브)$/);
  const status = cell(/^(?:phase|status|state|フェーズ|状態|ステータス|단계|상태)$/);
  // Another table of specs, such as a history of changes, is no plan.
  const isPlan = own !== undefined || wave !== undefined;
  return name && isPlan && !saysNothing(name)
    ? [
        {
          name: withoutLink(name),
          wave: own ? (/\d+\w?/.exec(own)?.[0] ?? own) : wave,
          status,
          line,
        },
      ]
    : [];
}

/** `- [x] login: words`, `1. **login** — words (implementation-complete)`; a sentence is none. */
function specInItem(text: string, wave: string, line: number): RoadmapSpec[] {
  const item = listItemOf(text);
  if (!item || item.indent > 3 || saysNothing(item.text)) {
    return [];
  }
  const marked = /^(?:`([^`]{1,100})`|\*\*([^*]{1,100})\*\*)/.exec(item.text);
  const plain =
    /^\[?([\p{L}\p{N}][\p{L}\p{N}._-]{0,99})(?:\]\([^)]{0,300}\))?(?=\s*(?:[:：(（—–]|-\s|$))/u.exec(
      item.text,
    );
  const name = (marked?.[1] ?? marked?.[2] ?? plain?.[1])?.replace(/[`:：]/g, '').trim();
  if (!name) {
    return [];
  }
  const written = /[(（[]([a-z][a-z_ -]{2,40})[)）\]]\s*$/i.exec(item.text)?.[1];
  const box = item.done === undefined ? undefined : item.done ? 'done' : 'open';
  return [{ name: withoutLink(name), wave, status: written ?? box, line }];
}

function withoutLink(name: string): string {
  return /^\[([^\]]{1,200})\]/.exec(name)?.[1] ?? name;
}

function statusIn(lines: readonly MarkdownLine[]): string | undefined {
  for (const { text } of lines) {
    if (/^ {0,3}##\s/.test(text)) {
      return undefined;
    }
    const found = /^[\s>*_-]*(?:status|状態|상태)[*_]*\s*[:：][*_]*\s*(.{1,200})/i.exec(text);
    if (found) {
      return (found[1] ?? '').replace(/[*_`]/g, '').trim() || undefined;
    }
  }
  return undefined;
}

/** Those that only a table's column names are waves, too. */
function allWaves(waves: readonly RoadmapWave[], specs: readonly RoadmapSpec[]): RoadmapWave[] {
  const known = new Set(waves.map(({ wave }) => wave));
  const named = specs.flatMap(({ wave, line }) => {
    if (wave === undefined || known.has(wave)) {
      return [];
    }
    known.add(wave);
    return [{ wave, title: '', line }];
  });
  return [...waves, ...named];
}

function repeatedSpecs(specs: readonly RoadmapSpec[]): DocumentProblem[] {
  const first = new Map<string, RoadmapSpec>();
  return specs.flatMap((spec) => {
    const other = first.get(spec.name);
    first.set(spec.name, other ?? spec);
    return other && other.wave !== spec.wave
      ? [
          {
            code: 'duplicate-id' as const,
            line: spec.line,
            message: msg('{0} is used twice: the other one is in line {1}.', spec.name, other.line),
          },
        ]
      : [];
  });
}
