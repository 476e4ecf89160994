import assert from 'node:assert/strict';
import type { SaveReport } from '../../../src/core/save/save';
import { msg } from '../../../src/core/support/message';
import { shownReport } from '../../../src/extension/views/saveReport';
import { inEnglish } from '../../support/snapshots';

const report: SaveReport = {
  mode: 'quick',
  commit: 'abcdef0123456789',
  subject: 'WIP: Signing in - checkpoint',
  fileCount: 3,
  pushed: false,
  state: {
    git_branch: 'feature/login',
    working_on: 'Signing in\nand out',
    next_steps: ['Write tests'],
    task_progress: { completed: 1, total: 2, percentage: 50 },
  },
  checks: [],
  warnings: [],
  detail: undefined,
  done: true,
  quarantined: undefined,
};
const shown = (parts: Partial<SaveReport>) => shownReport({ ...report, ...parts }, inEnglish);
const notPushed = msg('Not pushed: {0} cannot be reached.', 'origin');

describe('the report of a save', () => {
  const cases: [what: string, parts: Partial<SaveReport>, summary: string, warns: boolean][] = [
    ['a commit', {}, 'Committed 3 files as abcdef0.', false],
    ['a commit of one file', { fileCount: 1 }, 'Committed 1 file as abcdef0.', false],
    [
      'a commit with a note, which is only in the whole report',
      { warnings: [{ message: msg('New files are not part of it.') }] },
      'Committed 3 files as abcdef0.',
      false,
    ],
    [
      'a push',
      { mode: 'sync', pushed: true },
      'Committed 3 files as abcdef0. Pushed to feature/login.',
      false,
    ],
    [
      'a push that failed',
      { mode: 'sync', done: false, warnings: [{ message: notPushed }] },
      'Committed 3 files as abcdef0. Not pushed: origin cannot be reached.',
      true,
    ],
    [
      'nothing to commit',
      { commit: null, fileCount: 0, warnings: [{ message: msg('Nothing has changed.') }] },
      'The state is saved. Nothing has changed.',
      false,
    ],
    [
      'an obstacle',
      {
        commit: null,
        done: false,
        warnings: [{ message: msg('HEAD is detached; only the state was saved.') }],
      },
      'HEAD is detached; only the state was saved.',
      true,
    ],
    [
      'checks that failed',
      {
        mode: 'full',
        pushed: true,
        checks: [
          { name: 'changelog', status: 'fail', detail: msg('No entry.') },
          { name: 'ci', status: 'skip', detail: msg('No gh.') },
          { name: 'roadmap', status: 'fail', detail: msg('No mention.') },
        ],
      },
      'Committed 3 files as abcdef0. Pushed to feature/login. Checks that failed: CHANGELOG, ROADMAP.',
      true,
    ],
  ];
  for (const [what, parts, summary, warns] of cases) {
    it(`tells of ${what}`, () => {
      const { markdown, ...told } = shown(parts);
      assert.deepEqual(told, { summary, warns });
      assert.match(markdown, /^# Save Report\n/);
    });
  }

  it('shows words of others as they are', () => {
    const { markdown } = shown({ warnings: [{ message: msg('See {0}.', '[x](http://x) <b>') }] });
    assert.match(markdown, /^- See \\\[x\\\]\(http:\/\/x\) \\<b\\>\.$/m);
  });

  it('has everything in its document', () => {
    const { markdown } = shown({
      mode: 'full',
      done: false,
      warnings: [{ message: notPushed }],
      checks: [{ name: 'changelog', status: 'pass', detail: msg('It has an entry.') }],
      detail: 'fatal: no\n```\nroute',
      quarantined: '/project/.claude/session-state.json.corrupt-1',
    });
    assert.equal(
      markdown,
      [
        '# Save Report',
        '',
        '- **Working on:** Signing in',
        '- **Commit:** abcdef0 · WIP: Signing in - checkpoint · 3 files',
        '- **Branch:** feature/login',
        '- **Remote:** not pushed',
        '- **Progress:** 1/2 · 50 %',
        '',
        '## Notes',
        '',
        '- Not pushed: origin cannot be reached.',
        '- The broken file is kept as session-state.json.corrupt-1.',
        '',
        '## Checks',
        '',
        '- ✓ **CHANGELOG:** It has an entry.',
        '',
        '## Next steps',
        '',
        '- Write tests',
        '',
        '## Output',
        '',
        '    fatal: no',
        '    ```',
        '    route',
        '',
      ].join('\n'),
    );
  });
});
