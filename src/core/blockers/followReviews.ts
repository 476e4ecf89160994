// Reviews that ask for changes: in verdicts.md of the specs, and on the pull request.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { recoveryAgents, severities } from '../detection/blockers/blockerWords';
import { latestReview } from '../documents/verdicts';
import { askGh, textIn, toRecord } from '../github/gh';
import { relativePath } from '../projectPaths';
import type { Blocker } from '../schemas/blocker';
import { placeProblem, readFileWithin } from '../stores/fileWithin';
import type { Workplace } from '../workplace';
import {
  type Change,
  type Followed,
  isOver,
  noChange,
  standsFor,
  unanswered,
  withoutBranch,
} from './followed';

const mostSpecs = 500;

export async function followVerdicts(place: Workplace): Promise<Change> {
  const changes: Change[] = [];
  for (const file of verdictFiles(place)) {
    const seen = readFileWithin(file, place.root);
    const review = seen.kind === 'ok' ? latestReview(seen.bytes.toString('utf8')) : undefined;
    const name = relativePath(place.root, file);
    const key = `review: ${name}`;
    if (review?.isBlocked) {
      changes.push(
        await standsFor(place, {
          ...reviewBlocker(`Review ${review.batch} asks for changes: ${review.line}`, key),
          error_pattern: review.line,
          evidence: {
            command: null,
            line: `${review.batch}: ${review.line}`,
            exit_code: null,
            source: 'review',
            file: name,
            file_line: review.lineNumber,
          },
        }),
      );
    } else if (review) {
      changes.push(
        await isOver(place, ({ command_key: of }) => of === key, `review ${review.batch} passed`),
      );
    }
  }
  return {
    opened: changes.flatMap(({ opened }) => opened),
    closed: changes.flatMap(({ closed }) => closed),
  };
}

/** Of each spec the one that is kept today; older ones are beside spec.yaml. */
function verdictFiles({ root, paths }: Workplace): string[] {
  const sdd = path.dirname(paths.handover);
  return [path.join(sdd, 'project', 'specs'), path.join(sdd, 'specs')].flatMap((folder) =>
    foldersIn(folder, root)
      .slice(0, mostSpecs)
      .flatMap((name) => [
        path.join(folder, name, 'reviews', 'verdicts.md'),
        path.join(folder, name, 'verdicts.md'),
      ]),
  );
}

function foldersIn(folder: string, root: string): string[] {
  if (placeProblem(folder, root)) {
    return [];
  }
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

export async function followPullRequest(
  place: Workplace,
  branch: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Followed> {
  if (branch === undefined) {
    return withoutBranch;
  }
  const view = ['pr', 'view', '--json', 'reviewDecision,url'];
  const asked = await askGh({ root: place.root, env: place.env, signal }, view);
  if (asked.kind !== 'answered') {
    // Most branches have none, which is no failure.
    return asked.kind === 'failed' && /no pull requests? found/i.test(asked.reason)
      ? noChange
      : unanswered(asked);
  }
  const answer = toRecord(asked.output) ?? {};
  const decision = textIn(answer, 'reviewDecision');
  const key = `review: pull request of ${branch}`;
  if (decision !== 'CHANGES_REQUESTED') {
    const by = decision === 'APPROVED' ? 'the review approved' : 'the review asks for no changes';
    return isOver(place, ({ command_key: of }) => of === key, by);
  }
  const url = textIn(answer, 'url');
  return standsFor(place, {
    ...reviewBlocker(`The review of ${url || branch} asks for changes`, key),
    error_pattern: 'CHANGES_REQUESTED',
    evidence: {
      command: 'gh pr view --json reviewDecision',
      line: `reviewDecision: CHANGES_REQUESTED ${url}`.trim(),
      exit_code: null,
      source: 'review',
    },
  });
}

function reviewBlocker(description: string, key: string): Blocker {
  return {
    type: 'review_blocked',
    severity: severities.review_blocked,
    description,
    recovery_agent: recoveryAgents.review_blocked,
    command_key: key,
  };
}
