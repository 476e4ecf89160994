import assert from 'node:assert/strict';
import { english } from '../../../src/core/support/message';
import { shownDraft } from '../../../src/extension/views/draftReport';

const draft = {
  path: '.sdd/handover/session.md',
  mode: 'auto-draft',
  carried: [],
  conflicts: [],
} as const;

describe('report of a draft', () => {
  it('is short where nothing stood in the way', () => {
    const { summary, warns, markdown } = shownDraft(draft, english);
    assert.equal(summary, 'Drafted .sdd/handover/session.md.');
    assert.equal(warns, false);
    assert.equal(markdown, '# Draft Report\n\nDrafted .sdd/handover/session.md.\n');
  });

  it('says what was carried, and whose words were kept', () => {
    const { summary, warns, markdown } = shownDraft(
      {
        ...draft,
        archive: '.sdd/handover/sessions/2026-01-15.md',
        carried: ['Key Decisions', 'Warnings'],
        conflicts: [
          { section: 'Goals [x](y)', line: 7, kept: 'mine\n# no heading', notWritten: 'theirs' },
        ],
      },
      english,
    );
    assert.equal(
      summary,
      'Drafted .sdd/handover/session.md. ' +
        'The polished one is kept as .sdd/handover/sessions/2026-01-15.md. ' +
        'In 1 place your words were kept.',
    );
    assert.equal(warns, true);
    assert.deepEqual(markdown.split('\n').slice(6, 22), [
      '## Carried forward',
      '',
      '- Key Decisions',
      '- Warnings',
      '',
      '## Your words were kept',
      '',
      '### Goals \\[x\\](y) · Line 7',
      '',
      'Kept:',
      '',
      '    mine',
      '    # no heading',
      '',
      'Not written:',
      '',
    ]);
  });
});
