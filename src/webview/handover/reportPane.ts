// What a handover came to: the file, the archive, what was captured, and what happens next.

import { button, element } from './elements';
import type { PageState, ToHost, Words } from './protocol';

export function reportPane(
  report: NonNullable<PageState['report']>,
  words: Words,
  post: (message: ToHost) => void,
): HTMLElement {
  const link = (text: string, file: 'session' | 'archive' | 'decisions') =>
    button(text, 'link', () => {
      post({ type: 'open', file });
    });
  const entry = (name: string, ...values: (Node | string)[]) => [
    element('dt', {}, name),
    element('dd', {}, ...values),
  ];
  const title = element('h2', { tabindex: '-1', id: 'report' }, words.reportTitle);
  return element(
    'section',
    { class: 'report', 'aria-labelledby': 'report' },
    title,
    ...report.warnings.map((text) => element('p', { class: 'notice', role: 'alert' }, text)),
    element(
      'dl',
      {},
      ...entry(words.reportFile, link(report.file, 'session')),
      ...entry(
        words.reportArchive,
        report.archive === undefined ? words.reportNoArchive : link(report.archive, 'archive'),
      ),
      ...entry(
        words.reportCaptured,
        element('ul', {}, ...report.captured.map((each) => element('li', {}, each))),
      ),
      ...entry(
        words.reportNext,
        element('p', {}, report.reminder),
        element('p', {}, link(report.end, 'decisions')),
      ),
    ),
    element(
      'div',
      { class: 'buttons' },
      button(words.close, 'primary', () => {
        post({ type: 'close' });
      }),
      button(words.handoverTo, 'secondary', () => {
        post({ type: 'handoverTo' });
      }),
    ),
  );
}
