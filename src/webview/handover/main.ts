// The page of the handover form: draws what the host says and tells it what a person does. It keeps
// nothing and decides nothing.

import { button, element, setShown, setText } from './elements';
import { previewPane } from './previewPane';
import {
  keptStateSchema,
  type KeptState,
  type PageState,
  type ToHost,
  toPageSchema,
  type Words,
} from './protocol';
import { questions } from './questions';
import { reportPane } from './reportPane';
import type { SendEdit } from './rowList';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: KeptState): void;
};

const host = acquireVsCodeApi();
const root = document.body.dataset.root ?? '';
const kept = keptStateSchema.safeParse(host.getState());
host.setState({ ...kept.data, root });
const post = (message: ToHost) => {
  host.postMessage(message);
};

let seq = 0;
const sendEdit: SendEdit = (edit) => {
  seq += 1;
  post({ ...edit, seq });
  return seq;
};

interface Page {
  showState(state: PageState): void;
  showPreview(text: string): void;
}

function createPage(words: Words): Page {
  const target = element('span', { class: 'target' });
  const notice = element('div', { class: 'notice', role: 'alert', hidden: true });
  const waiting = element('div', { class: 'waiting', hidden: true });
  const asked = questions(words, sendEdit, post);
  const preview = previewPane(words.preview, target);
  const form = element('main', { class: 'columns', hidden: true }, asked.root, preview.root);
  const report = element('main', { hidden: true });
  document.body.append(
    element(
      'header',
      {},
      element('h1', {}, words.title),
      element('span', { class: 'project' }, words.project),
    ),
    notice,
    waiting,
    form,
    report,
  );
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      asked.write();
    }
  });
  // A page that is hidden is gone, and drawn anew when it is shown again.
  asked.root.addEventListener('scroll', () => {
    host.setState({ root, scroll: asked.root.scrollTop });
  });
  let last: PageState['phase'] | undefined;
  return {
    showPreview: (text) => {
      preview.update(text);
    },
    showState: (state) => {
      seq = Math.max(seq, state.seq);
      const isWritten = state.phase === 'written';
      showNotice(notice, state.notice, words);
      showWaiting(waiting, state, words);
      setShown(form, state.form !== undefined && !isWritten);
      setText(target, state.form?.target ?? '');
      asked.update(state);
      setShown(report, isWritten);
      if (isWritten && state.report && last !== 'written') {
        report.replaceChildren(reportPane(state.report, words, post));
        document.getElementById('report')?.focus();
      }
      if (last === undefined && kept.data?.scroll !== undefined) {
        asked.root.scrollTop = kept.data.scroll;
      }
      if (state.focus !== undefined) {
        document.getElementById(state.focus)?.focus();
      }
      last = state.phase;
    },
  };
}

function showNotice(of: HTMLElement, notice: PageState['notice'], words: Words): void {
  const now = JSON.stringify(notice ?? null);
  if (of.dataset.shown === now) {
    return;
  }
  of.dataset.shown = now;
  setShown(of, notice !== undefined);
  of.classList.toggle('error', notice?.kind === 'error');
  const actions = {
    open: () =>
      button(words.openSession, 'link', () => {
        post({ type: 'open', file: 'session' });
      }),
    showLog: () =>
      button(words.showLog, 'link', () => {
        post({ type: 'showLog' });
      }),
    dismiss: () =>
      button(words.dismiss, 'link', () => {
        post({ type: 'dismiss' });
      }),
  };
  of.replaceChildren(
    element('p', {}, notice?.text ?? ''),
    element(
      'div',
      { class: 'noticeActions' },
      ...(notice?.actions ?? []).map((action) => actions[action]()),
    ),
  );
}

/** Before anything is collected, and where nothing could be. */
function showWaiting(of: HTMLElement, { phase, status, form }: PageState, words: Words): void {
  const isNeeded = !form && (phase === 'collecting' || phase === 'stopped');
  const now = isNeeded ? `${phase}\n${status}` : '';
  if (of.dataset.shown === now) {
    return;
  }
  of.dataset.shown = now;
  setShown(of, now !== '');
  const isWaiting = phase === 'collecting';
  const [label, type] = isWaiting
    ? [words.cancel, 'cancel' as const]
    : [words.collect, 'collect' as const];
  of.replaceChildren(
    ...(isWaiting ? [element('div', { class: 'progress', 'aria-hidden': 'true' })] : []),
    element('p', { role: 'status' }, status),
    button(label, isWaiting ? 'secondary' : 'primary', () => {
      post({ type });
    }),
  );
}

let page: Page | undefined;
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = toPageSchema.safeParse(data);
  if (!message.success) {
    return;
  }
  switch (message.data.type) {
    case 'words':
      page ??= createPage(message.data.words);
      return;
    case 'preview':
      page?.showPreview(message.data.text);
      return;
    case 'state':
      page?.showState(message.data);
  }
});
post({ type: 'ready' });
