// What is known of tests and builds, without running anything: the last word on each command, from
// the blockers of this machine.

import { isTracked } from '../git/trackedFiles';
import { relativePath } from '../projectPaths';
import type { Blocker, ClosedBlocker } from '../schemas/blocker';
import { usable } from '../stateFiles';
import { parseTime } from '../support/time';
import type { QuietPlace } from '../workplace';
import type { TestResult } from './handoverReports';
import { quotedLine } from './quotedWords';

const kinds: readonly Blocker['type'][] = ['test_failure', 'build_error', 'ci_failure'];
const mostResults = 20;

/** The newest first. What came with the repository was run by somebody else. */
export async function collectTests(place: QuietPlace): Promise<TestResult[]> {
  const { blockers, git, repository, root, paths } = place;
  if (await isTracked(git, repository, relativePath(root, paths.blockers))) {
    return [];
  }
  const file = await usable(blockers);
  const results = [...(file?.open ?? []).flatMap(failed), ...(file?.closed ?? []).flatMap(passed)];
  const newest = results.sort((a, b) => timeOf(b) - timeOf(a));
  return newest
    .filter(({ command }, index) => newest.findIndex((each) => each.command === command) === index)
    .slice(0, mostResults);
}

function failed(blocker: Blocker): TestResult[] {
  return resultOf(blocker, {
    passed: false,
    at: blocker.last_seen_at ?? blocker.detected_at ?? undefined,
    detail: blocker.description ?? blocker.error_pattern ?? '',
  });
}

/** Closed by a pass, not because a person said so or it fails for another reason now. */
function passed(blocker: ClosedBlocker): TestResult[] {
  const by = blocker.closed_by ?? '';
  return by.endsWith(' passed')
    ? resultOf(blocker, { passed: true, at: blocker.closed_at, detail: by })
    : [];
}

function resultOf(
  { type, evidence }: Blocker,
  { passed, at, detail }: Omit<TestResult, 'command'>,
): TestResult[] {
  const command = quotedLine(evidence?.command ?? '', 200);
  return command === '' || !kinds.includes(type)
    ? []
    : [{ command, passed, at, detail: quotedLine(detail) }];
}

function timeOf({ at }: TestResult): number {
  const time = parseTime(at ?? '');
  return Number.isNaN(time) ? 0 : time;
}
