import * as vscode from 'vscode';

type Answer = (message: string, choices: readonly string[]) => unknown;

export interface Answers {
  /** Answers by the title of the input or the text of the message; undefined is Escape. */
  readonly input?: (options: vscode.InputBoxOptions) => string | undefined;
  readonly pick?: (labels: readonly string[]) => readonly string[] | undefined;
  /** As pick, for lists that a command draws by itself; one label. */
  readonly choose?: (labels: readonly string[]) => string | undefined;
  readonly warning?: Answer;
  readonly information?: Answer;
}

export interface Asked {
  readonly kind: keyof Answers;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly choices: readonly string[];
}

interface Label {
  readonly label: string;
}

/** In a window under test nobody clicks, and VS Code refuses dialogs: answers in the user's place. */
export function answerWith(answers: Answers): { asked: Asked[]; restore(): void } {
  const asked: Asked[] = [];
  const window = vscode.window as unknown as Record<string, unknown>;
  const names = [
    'showInputBox',
    'showQuickPick',
    'showWarningMessage',
    'showInformationMessage',
    'createQuickPick',
  ] as const;
  const before = names.map((name) => [name, window[name]] as const);
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
  window.showWarningMessage = message('warning');
  window.showInformationMessage = message('information');
  return {
    asked,
    restore: () => {
      for (const [name, original] of before) {
        window[name] = original;
      }
    },
  };
}

/** As much of a QuickPick as Baton uses. */
function drawnPick(choose: (title: string, labels: readonly string[]) => string | undefined) {
  const nothing = () => undefined;
  const listeners: Record<'accept' | 'hide', () => void> = { accept: nothing, hide: nothing };
  const pick = {
    title: '',
    items: [] as readonly Label[],
    activeItems: [] as readonly Label[],
    selectedItems: [] as readonly Label[],
    onDidAccept: (listener: () => void) => (listeners.accept = listener),
    onDidHide: (listener: () => void) => (listeners.hide = listener),
    show: () => {
      const label = choose(
        pick.title,
        pick.items.map((item) => item.label),
      );
      pick.selectedItems = pick.items.filter((item) => item.label === label);
      (pick.selectedItems.length > 0 ? listeners.accept : listeners.hide)();
    },
    hide: () => {
      listeners.hide();
    },
    dispose: nothing,
  };
  return pick;
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
