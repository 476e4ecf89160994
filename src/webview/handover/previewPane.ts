// session.md as it will be written, with its headings lifted out.

import { element } from './elements';

export interface PreviewPane {
  readonly root: HTMLElement;
  update(text: string): void;
}

export function previewPane(title: string, target: HTMLElement): PreviewPane {
  const text = element('div', {
    class: 'previewText',
    tabindex: '0',
    role: 'document',
    'aria-label': title,
  });
  let shown: string | undefined;
  return {
    root: element(
      'section',
      { class: 'preview', 'aria-label': title },
      element('div', { class: 'previewHead' }, element('h2', {}, title), target),
      text,
    ),
    update: (latest) => {
      if (latest !== shown) {
        shown = latest;
        text.replaceChildren(...latest.split(/\r?\n/).map(line));
      }
    },
  };
}

function line(text: string): HTMLElement {
  const level = /^(#{1,6})[ \t]/.exec(text)?.[1]?.length;
  const kind = level === undefined ? '' : ` heading level${Math.min(level, 3)}`;
  return element('div', { class: `line${kind}` }, text);
}
