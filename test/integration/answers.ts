import * as vscode from 'vscode';

type Answer = (message: string, choices: readonly string[]) => unknown;

export interface Answers {
  /** Answers by the title of the input or the text of the message; undefined is Escape. */
  readonly input?: (options: vscode.InputBoxOptions) => string | undefined;
  readonly pick?: (labels: readonly string[]) => readonly string[] | undefined;
  /** As pick, for lists that a command draws by itself; one label, `goBack`, or several. */
  readonly choose?: (labels: readonly string[]) => string | readonly string[] | undefined;
  readonly warning?: Answer;
  readonly information?: Answer;
}

export interface Asked {
  readonly kind: keyof Answers;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly choices: readonly string[];
}

/** An answer: the button that leads to the question before. */
export const goBack = '<back>';

interface Label {
  readonly label: string;
}

const window = vscode.window as unknown as Record<string, unknown>;
/** Of VS Code itself, and not of answers that were given before and not taken back. */
const originals = [
  'showInputBox',
  'showQuickPick',
  'showWarningMessage',
  'showInformationMessage',
  'createQuickPick',
  'createInputBox',
].map((name) => [name, window[name]] as const);

/** In a window under test nobody clicks, and VS Code refuses dialogs: answers in the user's place. */
export function answerWith(answers: Answers): { asked: Asked[]; restore(): void } {
  const asked: Asked[] = [];
  const message =
    (kind: 'warning' | 'information') =>
    (text: string, ...rest: (string | vscode.MessageOptions)[]) => {
      const choices = rest.filter((each) => typeof each === 'string');
      const options = rest.find((each) => typeof each === 'object');
      asked.push({ kind, text, detail: options?.detail, choices });
      return Promise.resolve(answers[kind]?.(text, choices));
    };
  window.showInputBox = (options: vscode.InputBoxOptions) => {
    asked.push({ kind: 'input', text: options.title ?? '', detail: options.value, choices: [] });
    return Promise.resolve(answers.input?.(options));
  };
  window.showQuickPick = (items: readonly Label[], options: vscode.QuickPickOptions) => {
    const choices = items.map(({ label }) => label);
    asked.push({ kind: 'pick', text: options.title ?? '', choices });
    const labels = answers.pick?.(choices);
    const picked = labels && items.filter(({ label }) => labels.includes(label));
    return Promise.resolve(options.canPickMany ? picked : picked?.[0]);
  };
  window.createQuickPick = () =>
    drawnPick((title, labels) => {
      asked.push({ kind: 'choose', text: title, choices: labels });
      return answers.choose?.(labels);
    });
  window.createInputBox = () =>
    drawnInput((options) => {
      asked.push({ kind: 'input', text: options.title, detail: options.value, choices: [] });
      return answers.input?.(options);
    });
  window.showWarningMessage = message('warning');
  window.showInformationMessage = message('information');
  return {
    asked,
    restore: () => {
      for (const [name, original] of originals) {
        window[name] = original;
      }
    },
  };
}

const nothing = () => undefined;

/** As much of a quick input as Baton uses. */
function drawn() {
  const listeners: Record<'accept' | 'hide' | 'button', () => void> = {
    accept: nothing,
    hide: nothing,
    button: nothing,
  };
  return {
    listeners,
    input: {
      title: '',
      onDidAccept: (listener: () => void) => (listeners.accept = listener),
      onDidHide: (listener: () => void) => (listeners.hide = listener),
      onDidTriggerButton: (listener: () => void) => (listeners.button = listener),
      onDidChangeValue: nothing,
      hide: () => {
        listeners.hide();
      },
      dispose: nothing,
    },
  };
}

function drawnPick(
  choose: (title: string, labels: readonly string[]) => string | readonly string[] | undefined,
) {
  const { listeners, input } = drawn();
  const pick = {
    ...input,
    canSelectMany: false,
    items: [] as readonly Label[],
    activeItems: [] as readonly Label[],
    selectedItems: [] as readonly Label[],
    show: () => {
      const answer = choose(
        pick.title,
        pick.items.map((item) => item.label),
      );
      const labels = typeof answer === 'string' ? [answer] : (answer ?? []);
      pick.selectedItems = pick.items.filter((item) => labels.includes(item.label));
      const isAnswer = pick.selectedItems.length > 0 || (pick.canSelectMany && answer);
      listeners[answer === goBack ? 'button' : isAnswer ? 'accept' : 'hide']();
    },
  };
  return pick;
}

/** What is refused is not asked again: it ends as if it were left. */
function drawnInput(
  ask: (options: { title: string; prompt: string; value: string }) => string | undefined,
) {
  const { listeners, input } = drawn();
  const box = {
    ...input,
    prompt: '',
    value: '',
    show: () => {
      const answer = ask(box);
      box.value = answer ?? '';
      listeners[answer === goBack ? 'button' : answer === undefined ? 'hide' : 'accept']();
      listeners.hide();
    },
  };
  return box;
}

/** For the duration of a test, a fact of the window is another one. */
export function pretend(object: object, name: string, value: unknown): { restore(): void } {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, get: () => value });
  return {
    restore: () => {
      if (before) {
        Object.defineProperty(object, name, before);
      } else {
        Reflect.deleteProperty(object, name);
      }
    },
  };
}
