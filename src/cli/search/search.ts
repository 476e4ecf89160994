// `baton search WORDS...`: what was written down, said and done in this project.

import { homedir } from 'node:os';
import path from 'node:path';
import {
  type FoundReport,
  search as searchProject,
  type SearchReport,
  type SearchResult,
} from '../../core/search/search';
import { type SearchKind, searchKinds } from '../../core/search/searchFile';
import { searchPlaceAt } from '../../core/search/searchPlace';
import type { UpdateProgress } from '../../core/search/updateIndex';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import type { Verb, VerbInput } from '../verb';
import { createProgressLine } from './progressLine';

const usualLimit = 20;

export const search: Verb = {
  summary: msg('Find words in the handovers, decisions, contexts and transcripts of this project'),
  words: ['WORDS...'],
  options: {
    in: {
      type: 'string',
      value: 'KINDS',
      summary: msg('Only in these, with commas between: {0}', searchKinds.join(',')),
    },
    limit: { type: 'string', value: 'N', summary: msg('At most so many; 20 unless told') },
    files: { type: 'boolean', summary: msg('Only the names of all files that have them') },
  },
  run: async (input) => {
    const typed = typedWords(input);
    const kinds = kindsOf(input);
    const filesOnly = input.values.files === true;
    const limit = filesOnly ? 0 : limitOf(input);
    const place = searchPlaceAt(input.cwd, { home: homedir(), env: input.env });
    const progress = createProgressLine(input.t);
    try {
      const onProgress = (step: UpdateProgress) => {
        void keepHeapSmall();
        progress.show(step);
      };
      const request = { typed, kinds, limit, onProgress, onWait: progress.wait };
      const report = await searchProject(place, request);
      progress.clear();
      return {
        get json() {
          return toJson(report, place.root, filesOnly);
        },
        text: () =>
          filesOnly ? fileLines(report, place.root) : resultLines(report, place.root, input),
      };
    } finally {
      progress.clear();
    }
  },
};

/**
 * A process that reads much is given ever more room for what it soon forgets, in the end more than
 * for all the rest, and is no faster for it.
 */
async function keepHeapSmall(): Promise<void> {
  // Most searches read nothing.
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Words that a shell kept together are a phrase. */
function typedWords({ words }: VerbInput): string {
  if (words.length === 0) {
    throw new UserError('usage', msg('Say which words to look for: baton search WORDS'));
  }
  return words
    .map((word) => (/\s/.test(word.trim()) && !word.includes('"') ? `"${word}"` : word))
    .join(' ');
}

function kindsOf({ values }: VerbInput): readonly SearchKind[] | undefined {
  if (typeof values.in !== 'string') {
    return undefined;
  }
  return values.in.split(',').map((name) => {
    const kind = searchKinds.find((each) => each === name.trim());
    if (!kind) {
      throw new UserError(
        'usage',
        msg('--in {0}: there are {1}.', name.trim(), searchKinds.join(', ')),
      );
    }
    return kind;
  });
}

function limitOf({ values: { limit } }: VerbInput): number {
  if (typeof limit !== 'string') {
    return usualLimit;
  }
  if (!/^[1-9]\d{0,8}$/.test(limit)) {
    throw new UserError('usage', msg('--limit {0}: it has to be a number above zero.', limit));
  }
  return Number(limit);
}

/** Files of the project as people know them, others whole; there may be ten thousand. */
function shownPath(root: string, file: string): string {
  if (!file.startsWith(root) || file.charAt(root.length) !== path.sep) {
    return file;
  }
  const own = file.slice(root.length + 1);
  return path.sep === '/' ? own : own.replaceAll(path.sep, '/');
}

function toJson({ results, files, total, index }: FoundReport, root: string, filesOnly: boolean) {
  return {
    ...(filesOnly
      ? { files: files((folder) => shownPath(root, folder + path.sep)) }
      : {
          results: results.map(({ kind, file, ...rest }) => ({
            kind,
            path: shownPath(root, file),
            ...rest,
          })),
        }),
    total,
    index,
  };
}

function fileLines({ files }: FoundReport, root: string): string {
  const names = files((folder) => shownPath(root, folder + path.sep));
  return names.length === 0 ? '' : `${names.join('\n')}\n`;
}

function resultLines(report: SearchReport, root: string, input: VerbInput): string {
  const { results, total } = report;
  const { t } = input;
  const more = total - results.length;
  const lines = [
    ...results.flatMap((result) => [...linesOf(result, root, input), '']),
    ...(total === 0 ? [t('Nothing here has these words.')] : []),
    ...(more > 0 ? [t('{0} more: add --limit {1} to see them.', more, total)] : []),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function linesOf(
  { kind, file, line, title, at, excerpt, matches, agent }: SearchResult,
  root: string,
  { t, language }: VerbInput,
): string[] {
  const names: Readonly<Record<SearchKind, string>> = {
    handover: t('Handover'),
    decisions: t('Decision'),
    contexts: t('Saved context'),
    transcripts: t('Transcript'),
  };
  const about = [
    names[kind],
    agent,
    relativeTime(at, new Date(), language),
    matches > 1 && t('{0} places', matches),
  ];
  return [
    title,
    `    ${about.filter(Boolean).join(' · ')} · ${shownPath(root, file)}:${line}`,
    ...(excerpt === '' ? [] : [`    ${excerpt}`]),
  ];
}
