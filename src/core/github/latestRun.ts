// The latest CI runs of a branch.

import { askGh, type GhAnswer, type GhPlace, textIn, toRecords } from './gh';

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
  const asked = await runsOf(place, branch, 1);
  return asked.kind === 'answered' ? { kind: 'answered', run: asked.runs[0] } : asked;
}

export type LatestRuns =
  | Exclude<GhAnswer, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly runs: readonly CiRun[] };

/** The latest run of each workflow: one that passes says nothing about the others. */
export async function latestRuns(place: GhPlace, branch: string): Promise<LatestRuns> {
  const asked = await runsOf(place, branch, 20);
  if (asked.kind !== 'answered') {
    return asked;
  }
  const latest = new Map<string, CiRun>();
  for (const run of asked.runs) {
    // The newest comes first.
    if (!latest.has(run.workflow)) {
      latest.set(run.workflow, run);
    }
  }
  return { kind: 'answered', runs: [...latest.values()] };
}

async function runsOf(place: GhPlace, branch: string, limit: number): Promise<LatestRuns> {
  const list = ['run', 'list', '--limit', String(limit), '--json', fields, '--branch', branch];
  const asked = await askGh(place, list);
  return asked.kind === 'answered'
    ? { kind: 'answered', runs: toRecords(asked.output).map(toRun) }
    : asked;
}

function toRun(run: Readonly<Record<string, unknown>>): CiRun {
  return {
    status: textIn(run, 'status'),
    conclusion: textIn(run, 'conclusion'),
    headSha: textIn(run, 'headSha') || undefined,
    workflow: textIn(run, 'workflowName'),
    url: textIn(run, 'url'),
  };
}
