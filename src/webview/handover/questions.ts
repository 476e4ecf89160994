// The questions of the form and its buttons.

import { button, element, setShown, setText } from './elements';
import {
  elementId,
  listNames,
  type PageField,
  type PageState,
  type TextField,
  textFields,
  type ToHost,
  type Words,
} from './protocol';
import { rowList, type SendEdit } from './rowList';
import { type TypedText, typedText } from './typedText';

export interface Questions {
  readonly root: HTMLElement;
  update(state: PageState): void;
  write(): void;
}

const linesOf: Readonly<Record<TextField, number>> = {
  goal: 1,
  accomplished: 5,
  nextAction: 2,
  warnings: 3,
  tone: 3,
};

export function questions(
  words: Words,
  sendEdit: SendEdit,
  post: (message: ToHost) => void,
): Questions {
  const needed: readonly TextField[] = ['goal', 'accomplished', 'nextAction'];
  const text = (field: TextField, hint: string): TypedText =>
    typedText({
      id: elementId(field),
      label: words[field],
      hint,
      required: needed.includes(field) ? words.required : undefined,
      lines: linesOf[field],
      onInput: (value) => sendEdit({ type: 'edit', field, value }),
    });
  const texts: Readonly<Record<TextField, TypedText>> = {
    goal: text('goal', words.goalHint),
    accomplished: text('accomplished', words.accomplishedHint),
    nextAction: text('nextAction', words.nextActionHint),
    warnings: text('warnings', words.warningsHint),
    tone: text('tone', words.toneHint),
  };
  const lists = {
    decisions: rowList('decisions', words, sendEdit),
    steeringExceptions: rowList('steeringExceptions', words, sendEdit),
  };
  const missing = element('div', { class: 'missing' });
  const all = element(
    'fieldset',
    { class: 'all' },
    texts.goal.root,
    texts.accomplished.root,
    texts.nextAction.root,
    element(
      'fieldset',
      { class: 'question' },
      element('legend', {}, words.decisionsQuestion),
      element('h3', {}, words.decisions),
      lists.decisions.root,
      texts.warnings.root,
    ),
    texts.tone.root,
    element(
      'fieldset',
      { class: 'question' },
      element('legend', {}, words.steeringExceptions),
      element('p', { class: 'hint' }, words.steeringExceptionsHint),
      lists.steeringExceptions.root,
    ),
    missing,
  );
  const lock = (isLocked: boolean) => {
    all.disabled = isLocked;
    writeButton.disabled = isLocked;
    startOver.disabled = isLocked;
  };
  /** At once, so that nothing is typed that the handover would not have. */
  const write = () => {
    if (!writeButton.disabled) {
      lock(true);
      post({ type: 'write' });
    }
  };
  const writeButton = button(words.write, 'primary', write);
  writeButton.title = words.writeKeys;
  writeButton.setAttribute('aria-keyshortcuts', 'Control+Enter Meta+Enter');
  const startOver = button(words.startOver, 'secondary', () => {
    post({ type: 'startOver' });
  });
  const cancel = button(words.cancel, 'secondary', () => {
    post({ type: 'cancel' });
  });
  const status = element('p', { class: 'status', role: 'status' });
  const progress = element('div', { class: 'progress', 'aria-hidden': 'true' });
  const actions = element(
    'div',
    { class: 'actions' },
    progress,
    writeButton,
    cancel,
    startOver,
    element('kbd', { class: 'keys', 'aria-hidden': 'true' }, words.writeKeys),
    status,
  );

  return {
    root: element('div', { class: 'questions' }, all, actions),
    write,
    update: ({ phase, status: said, form, seq }) => {
      const isBusy = phase === 'checking' || phase === 'writing' || phase === 'collecting';
      lock(phase !== 'editing');
      setShown(progress, isBusy);
      setShown(cancel, phase === 'checking' || phase === 'collecting');
      setText(status, said);
      if (!form) {
        return;
      }
      startOver.disabled ||= !form.isEdited;
      for (const field of textFields) {
        texts[field].update(form.fields[field], seq);
        showMarks(texts[field].aside, form.fields[field], words, () => {
          sendEdit({ type: 'revert', field });
          document.getElementById(elementId(field))?.focus();
        });
      }
      for (const list of listNames) {
        lists[list].update(form.lists[list], seq);
      }
      setText(
        missing,
        form.missing.length > 0 ? `${words.missing}: ${form.missing.join(' · ')}` : '',
      );
    },
  };
}

function showMarks(
  aside: HTMLElement,
  { marks, isEdited, canRevert }: PageField,
  words: Words,
  revert: () => void,
): void {
  const now = [...marks, ...(canRevert ? [words.revert] : [])].join('\n');
  if (aside.dataset.shown === now) {
    return;
  }
  aside.dataset.shown = now;
  aside.replaceChildren(
    ...marks.map((mark) => element('span', { class: isEdited ? 'mark edited' : 'mark' }, mark)),
    ...(canRevert ? [button(words.revert, 'link', revert)] : []),
  );
}
