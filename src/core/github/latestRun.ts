// The latest CI run of a branch.

import { askGh, type GhAnswer, type GhPlace, textIn, toRecord } from './gh';

export interface CiRun {
  readonly status: string;
  readonly conclusion: string;
  /** The commit that it is of; undefined where gh does not say. */
  readonly headSha: string | undefined;
  readonly workflow: string;
  readonly url: string;
}

export type LatestRun =
  | Exclude<GhAnswer, { kind: 'answered' }>
  /** `run` is undefined where CI has never run. */
  | { readonly kind: 'answered'; readonly run: CiRun | undefined };

const fields = 'status,conclusion,headSha,workflowName,url';

export async function latestRun(place: GhPlace, branch: string): Promise<LatestRun> {
  const list = ['run', 'list', '--limit', '1', '--json', fields, '--branch', branch];
  const asked = await askGh(place, list);
  return asked.kind === 'answered' ? { kind: 'answered', run: toRun(asked.output) } : asked;
}

function toRun(output: string): CiRun | undefined {
  const run = toRecord(output);
  return (
    run && {
      status: textIn(run, 'status'),
      conclusion: textIn(run, 'conclusion'),
      headSha: textIn(run, 'headSha') || undefined,
      workflow: textIn(run, 'workflowName'),
      url: textIn(run, 'url'),
    }
  );
}
