// What git knows of the work since the last handover. Asks only.

import { gitFacts, isOwn } from '../load/gitFacts';
import type { Workplace } from '../workplace';
import type { GitFacts } from './handoverReports';
import { quotedLine } from './quotedWords';

export interface CollectedGit {
  readonly facts: GitFacts;
  /** Of the commits and of what is not committed, relative to the root. */
  readonly modifiedFiles: readonly string[];
}

const mostCommits = 50;
const mostFiles = 300;
/** Where nobody knows when the work was handed over last. */
const usualSessionMs = 24 * 60 * 60 * 1_000;

/** undefined where there is no repository. */
export async function collectGit(
  place: Workplace,
  since: number | undefined,
): Promise<CollectedGit | undefined> {
  const facts = await gitFacts(place, null);
  if (!facts) {
    return undefined;
  }
  const commits = facts.commit === null ? [] : await commitsSince(place, since);
  const files = [...commits.flatMap((each) => each.files), ...facts.uncommitted];
  return {
    facts: {
      branch: facts.branch ?? undefined,
      commits: commits.map(({ hash, subject }) => ({ hash, subject })),
      uncommitted: namesOf(facts.uncommitted),
    },
    modifiedFiles: namesOf(files.filter((file) => !isOwn(place, file))),
  };
}

/** As they can be shown in one line; a name that holds a line break is somebody's joke. */
function namesOf(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => quotedLine(file, 400)))].sort().slice(0, mostFiles);
}

interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** Newest first. Not what a merge brought: that is the work of others. */
async function commitsSince(
  { git, now }: Workplace,
  since: number = now().getTime() - usualSessionMs,
): Promise<Commit[]> {
  const output = await git.run([
    'log',
    '-z',
    '--name-only',
    '--no-merges',
    '--first-parent',
    `--since=${new Date(since).toISOString()}`,
    `--max-count=${mostCommits}`,
    '--format=%x01%h%x02%s',
    'HEAD',
    '--',
  ]);
  return output
    .split('\u0001')
    .slice(1)
    .map((entry) => {
      const [head = '', ...files] = entry.split('\0');
      const [hash = '', subject = ''] = head.split('\u0002');
      return {
        hash,
        subject: quotedLine(subject, 200),
        files: files.map((file) => file.replace(/^\n/, '')).filter(Boolean),
      };
    });
}
