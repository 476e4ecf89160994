// `baton buffer flush`: keeps what was learned for good, and clears the buffer.

import { msg } from '../../core/support/message';
import { withProject } from '../blocker/options';
import type { Verb } from '../verb';

export const flush: Verb = {
  summary: msg('Move what was learned into the files of project/knowledge'),
  run: async (input) => {
    const report = await withProject(input, (project) => project.flushBuffer());
    const { files, entries, candidates } = report;
    return {
      json: report,
      text: () =>
        files.length === 0
          ? `${input.t('The knowledge buffer is empty.')}\n`
          : `${input.t('Entries kept: {0}. Skill candidates: {1}.', entries, candidates)}\n${files.map((file) => `  ${file}\n`).join('')}`,
    };
  },
};
