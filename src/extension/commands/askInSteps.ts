// Questions one after another, with a way back. Each is a function of the answers so far.

import * as vscode from 'vscode';

/** Which question of how many this is. */
export interface StepFrame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

export const back = Symbol('back');
/** undefined is Escape. */
export type StepAnswer<T> = T | typeof back | undefined;

export interface Step<A> {
  /** Whether it is asked at all, after what was answered. */
  readonly isAsked?: (answers: Partial<A>) => boolean;
  readonly ask: (answers: Partial<A>, frame: StepFrame) => Promise<StepAnswer<Partial<A>>>;
}

/** What was answered; undefined when it was cancelled. An answer stays when one goes back. */
export async function askInSteps<A>(
  title: string,
  steps: readonly Step<A>[],
): Promise<Partial<A> | undefined> {
  let answers: Partial<A> = {};
  const path: number[] = [];
  let current = 0;
  for (;;) {
    const asked = steps.filter(({ isAsked }) => isAsked?.(answers) !== false);
    const step = steps[current];
    if (!step) {
      return answers;
    }
    const answer = await step.ask(answers, {
      title,
      step: asked.indexOf(step) + 1,
      totalSteps: asked.length,
    });
    if (answer === undefined) {
      return undefined;
    }
    if (answer === back) {
      current = path.pop() ?? 0;
    } else {
      answers = { ...answers, ...answer };
      path.push(current);
      const next = steps.findIndex(
        ({ isAsked }, index) => index > current && isAsked?.(answers) !== false,
      );
      current = next < 0 ? steps.length : next;
    }
  }
}

export interface PickQuestion<I extends vscode.QuickPickItem> {
  readonly items: readonly I[];
  readonly placeholder: string;
  /** What was chosen before. */
  readonly chosen?: (item: I) => boolean;
}

/** One row. */
export function pickOne<I extends vscode.QuickPickItem>(
  frame: StepFrame,
  { items, placeholder, chosen }: PickQuestion<I>,
): Promise<StepAnswer<I>> {
  const pick = vscode.window.createQuickPick<I>();
  pick.items = items;
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.activeItems = chosen ? items.filter(chosen).slice(0, 1) : [];
  return shown(pick, frame, () => pick.selectedItems[0]);
}

/** Any number of rows. */
export function pickMany<I extends vscode.QuickPickItem>(
  frame: StepFrame,
  { items, placeholder, chosen }: PickQuestion<I>,
): Promise<StepAnswer<readonly I[]>> {
  const pick = vscode.window.createQuickPick<I>();
  pick.canSelectMany = true;
  pick.items = items;
  pick.placeholder = placeholder;
  pick.selectedItems = chosen ? items.filter(chosen) : [];
  return shown(pick, frame, () => pick.selectedItems);
}

export interface TextQuestion {
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What is said when it is left empty; absent where it may be. */
  readonly required?: string;
}

export function askForText(
  frame: StepFrame,
  { prompt, value, placeholder, required }: TextQuestion,
): Promise<StepAnswer<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = prompt;
  box.value = value;
  box.placeholder = placeholder;
  box.onDidChangeValue(() => {
    box.validationMessage = undefined;
  });
  return shown(box, frame, () => {
    const text = box.value.trim();
    const isMissing = text === '' && required !== undefined;
    box.validationMessage = isMissing ? required : undefined;
    return isMissing ? undefined : text;
  });
}

/** `accepted`: the answer, undefined while it is none and the question stays. */
function shown<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  { title, step, totalSteps }: StepFrame,
  accepted: () => T | undefined,
): Promise<StepAnswer<T>> {
  input.title = title;
  input.step = step;
  input.totalSteps = totalSteps;
  // What was typed so far must not go because somebody looked something up.
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const end = (answer: StepAnswer<T>) => {
      resolve(answer);
      input.hide();
    };
    input.onDidTriggerButton(() => {
      end(back);
    });
    input.onDidAccept(() => {
      const answer = accepted();
      if (answer !== undefined) {
        end(answer);
      }
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
