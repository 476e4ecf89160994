// What a sync and a full save do after the local one. A push that fails keeps the local save.

import { type Message, msg } from '../support/message';
import type { Workplace } from '../workplace';
import { checkCi } from './checkCi';
import { type Check, type CheckFacts, checkChangelog, checkRoadmap } from './checks';
import { push, type PushFailure, type PushTarget, pushTarget } from './push';
import type { SavedLocally, SaveReport, SaveRequest } from './save';

export async function publish(
  place: Workplace,
  request: SaveRequest,
  { report, status, change }: SavedLocally,
): Promise<SaveReport> {
  const { git, root, repository } = place;
  const branch = status?.branch ?? null;
  if (!repository || !status || branch === null || !report.done) {
    // Nothing was committed; that is said already.
    return { ...report, checks: request.mode === 'full' ? skippedChecks() : [] };
  }
  const task = {
    workingOn: report.state.working_on ?? '',
    openspec: report.state.openspec ?? null,
    title: change?.title,
    branch,
  };
  const target = await pushTarget(git, status, branch);
  // Before the push, which moves it.
  const base = request.mode === 'full' ? await baseOf(place, target) : null;
  const failure = await tryPush(place, request, target);
  const synced = await recordPush(place, { ...report, pushed: !failure }, failure);
  if (request.mode === 'sync') {
    return synced;
  }
  request.tell?.(msg('Checking'));
  const facts: CheckFacts = { root, git, task, base };
  const checks: Check[] = [
    await checkChangelog(facts),
    checkRoadmap(facts),
    await checkCi({
      root,
      branch,
      commit: report.commit ?? status.commit ?? '',
      env: place.env,
      signal: request.signal,
    }),
  ];
  return { ...synced, checks };
}

async function tryPush(
  place: Workplace,
  request: SaveRequest,
  target: PushTarget | undefined,
): Promise<PushFailure | undefined> {
  if (!target) {
    return {
      reason: 'no-remote',
      message: msg(
        'Not pushed: there is no remote called origin. Add one with "git remote add origin ADDRESS".',
      ),
      detail: '',
    };
  }
  if (target.isDefaultBranch && !request.pushDefaultBranch) {
    return {
      reason: 'default-branch',
      message: msg(
        'Not pushed: {0} is the default branch, and pushing to it was not confirmed.',
        target.branch,
      ),
      detail: '',
      option: `--${request.mode} --yes`,
    };
  }
  request.tell?.(msg('Pushing'));
  return push(place.git, target, { env: place.env, signal: request.signal });
}

async function recordPush(
  place: Workplace,
  report: SaveReport,
  failure: PushFailure | undefined,
): Promise<SaveReport> {
  const { value } = await place.sessionState.update((current = report.state) =>
    // Somebody may have saved meanwhile; that is not what was pushed.
    current.git_commit === report.state.git_commit
      ? { ...current, git_pushed: report.pushed }
      : current,
  );
  return failure
    ? {
        ...report,
        state: value,
        done: false,
        detail: failure.detail || undefined,
        warnings: [{ message: failure.message, option: failure.option }, ...report.warnings],
      }
    : { ...report, state: value };
}

/** Where this work began: the default branch of the remote, else the local one. */
async function baseOf({ git }: Workplace, target: PushTarget | undefined): Promise<string | null> {
  const remote = target?.remote ?? 'origin';
  const candidates = [
    `refs/remotes/${remote}/HEAD`,
    `refs/remotes/${remote}/main`,
    `refs/remotes/${remote}/master`,
    'refs/heads/main',
    'refs/heads/master',
  ];
  for (const ref of candidates) {
    const found = await git.ask(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    if (found.code === 0) {
      return found.stdout.trim();
    }
  }
  return null;
}

function skippedChecks(): Check[] {
  const detail: Message = msg('Nothing was committed, so nothing was checked.');
  return (['changelog', 'roadmap', 'ci'] as const).map((name) => ({
    name,
    status: 'skip',
    detail,
  }));
}
