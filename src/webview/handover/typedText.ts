// A control that a person types into, whose words the host may also change: what was typed and is
// still on its way to the host wins.

import { element, setAttribute, setShown, setText } from './elements';
import { longestText } from './protocol';

export interface TypedText {
  readonly root: HTMLElement;
  /** `seq`: the last edit that the host has heard of. */
  update(shown: { value: string; problem?: string | undefined }, seq: number): void;
  /** Beside the label. */
  readonly aside: HTMLElement;
}

export interface TypedTextOptions {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: string | undefined;
  /** One has no line breaks. */
  readonly lines: number;
  /** Tells the host, and gives the number of this edit. */
  readonly onInput: (value: string) => number;
}

export function typedText(options: TypedTextOptions): TypedText {
  const { id, label, hint, required, lines, onInput } = options;
  const hintId = `${id}#hint`;
  const problemId = `${id}#problem`;
  const common = {
    id,
    maxlength: String(longestText),
    'aria-describedby': [hint && hintId, problemId].filter(Boolean).join(' '),
    'aria-required': required === undefined ? undefined : 'true',
  };
  const control =
    lines > 1
      ? element('textarea', { ...common, rows: String(lines) })
      : element('input', { ...common, type: 'text', autocomplete: 'off' });
  const aside = element('span', { class: 'marks' });
  const problem = element('p', { class: 'problem', id: problemId, hidden: true });
  let typed = 0;
  control.addEventListener('input', () => {
    typed = onInput(control.value);
  });
  const labelled = element('label', { for: id }, label);
  if (required !== undefined) {
    labelled.append(element('span', { class: 'required', 'aria-hidden': 'true' }, required));
  }
  const root = element(
    'div',
    { class: 'field' },
    element('div', { class: 'labelLine' }, labelled, aside),
    ...(hint === undefined ? [] : [element('p', { class: 'hint', id: hintId }, hint)]),
    control,
    problem,
  );
  return {
    root,
    aside,
    update: (shown, seq) => {
      if (typed <= seq && control.value !== shown.value) {
        control.value = shown.value;
      }
      setText(problem, shown.problem ?? '');
      setShown(problem, shown.problem !== undefined);
      setAttribute(control, 'aria-invalid', shown.problem === undefined ? undefined : 'true');
    },
  };
}
