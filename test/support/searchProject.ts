// A project with files and transcripts to search in, in a folder of its own.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '../../src/core/projectPaths';
import { repositoryOf } from '../../src/core/projectRoot';
import { search, type SearchPlace, type SearchRequest } from '../../src/core/search/search';
import { silentLogger } from '../../src/core/support/logger';
import { type ClaudeLines, claudeLines } from './claudeLines';
import { useScratchFolder } from './scratchFolder';

export const now = new Date('2026-11-18T08:00:00Z');
export const handover = '.claude/sdd/handover';

export function searchPlace(root: string, home: string, data: string): SearchPlace {
  return {
    root,
    home,
    env: {},
    paths: projectPaths(root, '.claude/sdd'),
    repository: repositoryOf(root, home),
    dataFolder: data,
    logger: silentLogger,
    now: () => now,
  };
}

export function sessionId(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

export function useSearchProject() {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const put = (file: string, text: string | Buffer): string => {
    mkdirSync(path.dirname(file), { recursive: true });
    // As Baton itself writes a document.
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
    return file;
  };
  beforeEach(() => {
    mkdirSync(root(), { recursive: true });
  });
  const place = (of = root()) => searchPlace(of, scratch('home'), scratch('data'));
  const find = (typed: string, more: Partial<SearchRequest> = {}, of = root()) =>
    search(place(of), { typed, limit: 100, ...more });
  return {
    scratch,
    root,
    place,
    put,
    /** A file of the project. */
    write: (file: string, text: string) => put(root(file), text),
    /** A session of Claude Code in the project, or in another folder. */
    tell: (number: number, lines: ClaudeLines, cwd = root()): string => {
      const slug = cwd.replace(/[^A-Za-z0-9]/g, '-');
      const file = scratch('home', '.claude', 'projects', slug, `${sessionId(number)}.jsonl`);
      return put(file, lines.text().replaceAll('/home/dev/demo-app', cwd));
    },
    lines: (number: number) => claudeLines(sessionId(number)),
    find,
    /** Where they are, relative to the project or by the number of the session; in order. */
    names: async (typed: string, more: Partial<SearchRequest> = {}): Promise<string[]> => {
      const { results } = await find(typed, more);
      return results.map(({ file, session, line }) =>
        session === undefined
          ? `${path.relative(root(handover), file)}:${line}`
          : `${Number.parseInt(session.slice(0, 8), 16)}:${line}`,
      );
    },
  };
}
