// What others did to a repository and to the files of a session since it last worked there. One git
// process at most, and only where HEAD has moved.

import { statSync } from 'node:fs';
import path from 'node:path';
import { realPathWithin } from '../stores/regularFile';
import type { Translate } from '../support/message';
import { hasCode } from '../support/errors';
import type { ContextPlace } from './contextPlace';
import { toldLine } from './toldLine';

/** An agent waits for it: without an answer by then, it goes on without. */
const longestLog = 1_500;
const mostCounted = 100;
const mostSubjects = 3;

/** Nothing where git does not know that commit any more. */
export async function commitLines(
  { root, env, logger }: ContextPlace,
  commit: string,
  t: Translate,
): Promise<string[]> {
  // It comes from a file, and must not be an option of git.
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    return [];
  }
  const { createGit } = await import('../git/git');
  const asked = createGit({ root, env }).run(
    [
      'log',
      '--no-show-signature',
      '--no-color',
      `--max-count=${mostCounted}`,
      '--format=%s',
      `${commit}..HEAD`,
      '--',
    ],
    {
      signal: AbortSignal.timeout(longestLog),
      // A partial clone would ask its remote for a commit that is gone.
      env: { GIT_NO_LAZY_FETCH: '1' },
    },
  );
  const subjects = await asked.catch(() => {
    logger.info('Which commits are new could not be found out.');
    return '';
  });
  const all = subjects.split('\n').filter((subject) => subject.trim() !== '');
  const shown = all
    .slice(0, mostSubjects)
    .map((subject) => toldLine(subject, 120))
    .join('; ');
  if (all.length === 0) {
    return [];
  }
  return all.length === 1
    ? [t('- 1 commit since: {0}', shown)]
    : [
        t(
          '- {0} commits since, the latest first: {1}',
          all.length < mostCounted ? all.length : `${mostCounted}+`,
          all.length > mostSubjects ? `${shown}; …` : shown,
        ),
      ];
}

const mostFiles = 50;
const mostNamed = 8;
/** Of a folder: it also changes when Baton first saves something there. */
const slack = 10_000;

/** Of the files that a session worked on, those that were written or removed since. */
export function fileLines(
  { root }: ContextPlace,
  files: readonly string[],
  since: number,
  t: Translate,
): string[] {
  const seen = files
    .slice(0, mostFiles)
    .map((file) => ({ file, now: stateOf(path.resolve(root, file), root, since) }));
  const named = (state: 'changed' | 'gone') => {
    const names = seen.filter(({ now }) => now === state).map(({ file }) => toldLine(file, 120));
    const rest = names.length - mostNamed;
    const list = names.slice(0, mostNamed).join(', ');
    return rest > 0 ? t('{0} and {1} more', list, rest) : list;
  };
  const [changed, gone] = [named('changed'), named('gone')];
  return [
    ...(changed === '' ? [] : [t('- Changed, of the files it worked on: {0}', changed)]),
    ...(gone === '' ? [] : [t('- Gone, of the files it worked on: {0}', gone)]),
  ];
}

/** By the time of the last write: what the session itself left uncommitted is older. */
function stateOf(file: string, root: string, since: number): 'changed' | 'gone' | 'same' {
  const at = writtenAt(file, root);
  if (typeof at === 'number') {
    return at > since ? 'changed' : 'same';
  }
  if (at === 'outside') {
    return 'same';
  }
  // Removing something changes the folder that it was in.
  for (let folder = path.dirname(file); folder.startsWith(root); folder = path.dirname(folder)) {
    const changed = writtenAt(folder, root);
    if (typeof changed === 'number') {
      return changed > since + slack ? 'gone' : 'same';
    }
  }
  return 'same';
}

function writtenAt(file: string, root: string): number | 'outside' | 'missing' {
  try {
    const real = realPathWithin(root, file);
    return real === undefined ? 'outside' : statSync(real).mtimeMs;
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR') ? 'missing' : 'outside';
  }
}
