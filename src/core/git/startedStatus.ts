// `git status`, begun before anybody asks: git needs longer for it than we do for all the rest.

import type { Git } from './git';
import { type GitStatus, parseStatus, statusArguments } from './gitStatus';
import type { Repository } from './repository';

/** The first who asks gets the answer that was begun, the next ones a new one. */
export function startedStatus(
  git: Git,
  repository: Repository | undefined,
  { writes }: { readonly writes: boolean },
): () => Promise<GitStatus> {
  // Whoever only looks does not take the index from another git.
  const args = writes ? statusArguments : ['--no-optional-locks', ...statusArguments];
  const read = async () => parseStatus(await git.run(args));
  let started = repository && read();
  // Who asks is told; that nobody asks is no failure.
  started?.catch(() => undefined);
  return () => {
    const answer = started ?? read();
    started = undefined;
    return answer;
  };
}
