// The latest CI run of the branch, from GitHub's own command line where it is installed.

import type { GhPlace } from '../github/gh';
import { latestRun } from '../github/latestRun';
import { msg } from '../support/message';
import { oneLine } from '../support/plainText';
import type { Check } from './checks';

export interface CiOptions extends GhPlace {
  readonly branch: string;
  readonly commit: string;
}

const name = 'ci';

export async function checkCi(options: CiOptions): Promise<Check> {
  const skip = (detail: Check['detail']): Check => ({ name, status: 'skip', detail });
  const asked = await latestRun(options, options.branch);
  if (asked.kind === 'missing') {
    return skip(msg('The GitHub CLI (gh) is not installed, so CI was not looked at.'));
  }
  if (asked.kind === 'failed') {
    return skip(msg('gh could not tell the result of CI: {0}', oneLine(asked.reason)));
  }
  const { run } = asked;
  if (!run) {
    return skip(msg('CI has not run on this branch yet.'));
  }
  if (run.headSha !== undefined && run.headSha !== options.commit) {
    return skip(
      msg('CI has not run on this commit yet; its latest run is of {0}.', run.headSha.slice(0, 7)),
    );
  }
  if (run.status !== 'completed') {
    return skip(msg('CI is still running on this branch ({0}).', run.status));
  }
  switch (run.conclusion) {
    case 'success':
      return { name, status: 'pass', detail: msg('The latest CI run of this branch passed.') };
    case 'skipped':
    case 'neutral':
      return skip(msg('The latest CI run of this branch did nothing ({0}).', run.conclusion));
    default:
      return {
        name,
        status: 'fail',
        detail: msg('The latest CI run of this branch ended with "{0}".', run.conclusion),
      };
  }
}
