// `baton blocker follow`: looks at git, CI and reviews, and opens or closes what they say.

import { msg, render } from '../../core/support/message';
import type { Verb } from '../verb';
import { lineOf, shownId, withProject } from './options';

export const follow: Verb = {
  summary: msg('Look at conflicts, CI and reviews, and open or close their blockers'),
  options: {
    ci: { type: 'boolean', summary: msg('Of these, CI (gh run list)') },
    review: { type: 'boolean', summary: msg('Of these, reviews (verdicts.md, gh pr view)') },
  },
  run: async (input) => {
    const { ci, review } = input.values;
    const all = ci !== true && review !== true;
    const report = await withProject(input, (project) =>
      project.followOutside({ ci: all || ci === true, review: all || review === true }),
    );
    const { opened, closed, skipped } = report;
    return {
      json: { opened, closed, skipped: skipped.map((each) => render(each)) },
      text: () => {
        const { t } = input;
        const lines = [
          ...opened.map(
            (each) => `${t('Opened the blocker {0}.', shownId(each))} ${lineOf(each, t)}`,
          ),
          ...closed.map((each) => t('Closed the blocker: {0}', lineOf(each, t))),
          ...(opened.length + closed.length === 0 ? [t('Nothing has changed.')] : []),
          ...skipped.map((each) => `${t('Note')}: ${render(each, t)}`),
        ];
        return `${lines.join('\n')}\n`;
      },
    };
  },
};
