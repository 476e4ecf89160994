import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { json } from '../../support/baton';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import type { FileOnDisk } from '../../support/blockerProject';

interface Followed {
  readonly opened: FileOnDisk['open'];
  readonly closed: FileOnDisk['closed'];
  readonly skipped: readonly string[];
}

describe('following what no command tells', function () {
  this.timeout(120_000);
  const { run, repository, root, file, program, calls } = useBlockerCommandLine();

  const follow = (...args: string[]) =>
    json<Followed>(run(['blocker', 'follow', ...args, '--json']));

  /** What `gh run list` and `gh pr view` answer. */
  function github({
    run: ran,
    runs: several = ran ? [ran] : [],
    review,
  }: {
    run?: object | undefined;
    runs?: readonly object[];
    review?: string;
  }): void {
    const runs = JSON.stringify(several);
    program(
      'gh',
      `case "$1 $2" in
        'run list') echo '${runs}' ;;
        'pr view') ${review === undefined ? `echo 'no pull requests found for branch "x"' >&2; exit 1` : `echo '{"reviewDecision":"${review}","url":"https://github.com/o/r/pull/3"}'`} ;;
      esac`,
    );
  }
  const ended = (conclusion: string, url = 'https://github.com/o/r/actions/runs/1') => ({
    status: 'completed',
    conclusion,
    headSha: 'a'.repeat(40),
    workflowName: 'test',
    url,
  });

  it('opens a conflict and closes it when nothing is unmerged', () => {
    const work = repository();
    work.git('switch', '-q', '-c', 'other');
    work.write('README.md', 'theirs\n');
    work.git('commit', '-qam', 'theirs');
    work.git('switch', '-q', 'feature/login');
    work.write('README.md', 'ours\n');
    work.git('commit', '-qam', 'ours');
    assert.throws(() => work.git('merge', 'other'));
    const [opened] = follow('--ci').opened;
    assert.equal(opened?.type, 'merge_conflict');
    assert.match(opened.id ?? '', /^b-/);
    assert.deepEqual(follow('--ci').opened, []);
    work.git('merge', '--abort');
    assert.equal(follow('--ci').closed[0]?.closed_by, 'no unmerged paths left');
  });

  it('opens what CI says of this branch, once per run, and closes it when CI is green', () => {
    repository();
    github({ run: ended('failure') });
    const [opened] = follow('--ci').opened;
    assert.equal(opened?.type, 'ci_failure');
    assert.match(opened.description ?? '', /feature\/login: test failure/);
    assert.match(
      calls('gh'),
      /run list --limit 20 --json status,conclusion\S* --branch feature\/login/,
    );
    assert.deepEqual(follow('--ci').opened, []);
    assert.equal(file()?.open[0]?.count, 1);
    github({ run: ended('failure', 'https://github.com/o/r/actions/runs/2') });
    follow('--ci');
    assert.equal(file()?.open[0]?.count, 2);
    github({ run: { ...ended(''), status: 'in_progress' } });
    assert.deepEqual(follow('--ci'), { opened: [], closed: [], skipped: [] });
    github({ run: ended('success') });
    assert.equal(follow('--ci').closed[0]?.closed_by, 'CI passed on feature/login: test');
  });

  it('closes no workflow by another one, and keeps its name', () => {
    repository();
    const of = (workflowName: string, conclusion: string) => ({
      ...ended(conclusion),
      workflowName,
    });
    github({ runs: [of('docs', 'success'), of('test', 'failure'), of('test', 'success')] });
    const [opened] = follow('--ci').opened;
    assert.equal(opened?.evidence?.workflow, 'test');
    github({ runs: [of('docs', 'success'), { ...of('test', ''), status: 'queued' }] });
    assert.deepEqual(follow('--ci').closed, []);
    github({ runs: [of('docs', 'success')] });
    assert.deepEqual(follow('--ci').closed, []);
    github({ runs: [of('docs', 'failure'), of('test', 'success')] });
    const { opened: next, closed } = follow('--ci');
    assert.deepEqual(
      [next[0]?.evidence?.workflow, closed[0]?.evidence?.workflow],
      ['docs', 'test'],
    );
  });

  it('closes only conflicts that were in these files', () => {
    const work = repository();
    const conflict = (id: string, evidence: object) => ({
      id,
      type: 'merge_conflict',
      description: id,
      auto_detected: true,
      evidence,
    });
    const open = [
      conflict('git', { command: 'git status', source: 'git' }),
      conflict('rebase', { command: 'cd . && git -c a.b=c rebase main', source: 'terminal' }),
      conflict('apply', { command: 'git apply x.patch', source: 'terminal' }),
      conflict('pr', { command: 'gh pr merge 3', source: 'terminal' }),
      conflict('ci', { command: 'git merge main', source: 'ci' }),
      conflict('review', { command: null, source: 'review' }),
      conflict('said', { command: null, source: 'mcp' }),
    ];
    work.write('.claude/state/blockers.json', JSON.stringify({ version: 1, open }));
    github({});
    const { closed } = follow('--ci');
    assert.deepEqual(
      closed.map(({ id }) => id),
      ['git', 'rebase'],
    );
    assert.deepEqual(
      file()?.open.map(({ id }) => id),
      ['apply', 'pr', 'ci', 'review', 'said'],
    );
  });

  it('leaves the CI of another branch as it is', () => {
    const work = repository();
    github({ run: ended('cancelled') });
    follow('--ci');
    work.git('switch', '-q', '-c', 'other');
    github({ run: ended('success') });
    assert.deepEqual(follow('--ci').closed, []);
    assert.equal(file()?.open.length, 1);
  });

  it('opens what a review on the pull request asks for, until it no longer does', () => {
    repository();
    github({ review: 'CHANGES_REQUESTED' });
    assert.equal(follow('--review').opened[0]?.type, 'review_blocked');
    assert.deepEqual(follow('--review').opened, []);
    github({ review: 'APPROVED' });
    assert.equal(follow('--review').closed[0]?.closed_by, 'the review approved');
    github({});
    assert.deepEqual(follow('--review'), { opened: [], closed: [], skipped: [] });
  });

  it('opens what the latest verdict of a spec says', () => {
    const work = repository();
    github({});
    const file = '.sdd/project/specs/login/reviews/verdicts.md';
    const first =
      '# Verdicts: login\n\n## [B1] impl | 2026-01-15T10:00:00Z | v1\n### Raw\nVERDICT:NO-GO\n';
    work.write(file, first);
    const [opened] = follow('--review').opened;
    assert.equal(opened?.type, 'review_blocked');
    assert.deepEqual([opened.evidence?.file, opened.evidence?.file_line], [file, 5]);
    work.write(
      file,
      `${first}\n## [B2] impl | 2026-01-15T11:00:00Z | v1\n### Disposition: GO-ACCEPTED\n`,
    );
    assert.equal(follow('--review').closed[0]?.closed_by, 'review B2 impl passed');
  });

  it('says what it could not look at, and leaves no trace', () => {
    repository();
    program('gh', 'echo "gh: To get started, please run: gh auth login" >&2; exit 4');
    const { skipped } = follow();
    assert.equal(skipped.length, 2);
    assert.match(skipped[0] ?? '', /gh auth login/);
    assert.equal(existsSync(root('.claude')), false);
  });
});
