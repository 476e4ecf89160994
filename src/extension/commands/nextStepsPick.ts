// Next steps as a list that is changed with the keyboard alone: pick a step, then what to do with
// it. It stays open until Escape.

import * as vscode from 'vscode';
import { oneLine } from '../../core/support/plainText';
import type { TaskEdit } from '../../core/taskEdits';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';

export interface NextSteps {
  /** As they are now. */
  steps(): readonly string[];
  ask(text: string): Thenable<string | undefined>;
  apply(edit: TaskEdit): Promise<void>;
}

export async function editNextSteps(list: NextSteps): Promise<void> {
  let active = 0;
  for (;;) {
    const picked = await pickStep(list.steps(), active);
    if (picked === undefined) {
      return;
    }
    active = picked === 'add' ? await addStep(list) : await changeStep(list, picked);
  }
}

/** Ends on the row that adds, because often there is another one. */
async function addStep(list: NextSteps): Promise<number> {
  const text = await list.ask('');
  if (text !== undefined) {
    await list.apply({ kind: 'add', list: 'next_steps', text });
  }
  return list.steps().length;
}

/** showQuickPick cannot begin at a row, and after a move the same step is to be there again. */
function pickStep(steps: readonly string[], active: number): Promise<number | 'add' | undefined> {
  type Row = vscode.QuickPickItem & { readonly picks: number | 'add' };
  const rows: Row[] = [
    ...steps.map((step, index) => ({
      label: `${index + 1}. ${noIcons(oneLine(step))}`,
      picks: index,
    })),
    { label: `$(add) ${t('Add Next Step…')}`, picks: 'add', alwaysShow: true },
  ];
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = t('Edit Next Steps');
  pick.placeholder = t('Pick a step to complete, move, change or remove it');
  pick.items = rows;
  pick.activeItems = rows.slice(Math.min(active, rows.length - 1)).slice(0, 1);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.picks);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** Where the step is afterwards. */
async function changeStep(list: NextSteps, index: number): Promise<number> {
  const text = list.steps()[index] ?? '';
  const item = { index, text };
  const last = list.steps().length - 1;
  const move = (to: number): TaskEdit => ({ kind: 'move', list: 'next_steps', item, to });
  const actions: (vscode.QuickPickItem & {
    edit: () => TaskEdit | Thenable<TaskEdit | undefined>;
    to: number;
  })[] = [
    { label: `$(check) ${t('Complete')}`, edit: () => ({ kind: 'tickStep', item }), to: index },
    ...(index > 0
      ? [{ label: `$(arrow-up) ${t('Move Up')}`, edit: () => move(index - 1), to: index - 1 }]
      : []),
    ...(index < last
      ? [{ label: `$(arrow-down) ${t('Move Down')}`, edit: () => move(index + 1), to: index + 1 }]
      : []),
    {
      label: `$(edit) ${t('Edit…')}`,
      edit: async () => {
        const renamed = await list.ask(text);
        return renamed === undefined
          ? undefined
          : { kind: 'rename', list: 'next_steps', item, text: renamed };
      },
      to: index,
    },
    {
      label: `$(trash) ${t('Remove')}`,
      edit: () => ({ kind: 'remove', list: 'next_steps', item }),
      to: index,
    },
  ];
  const action = await vscode.window.showQuickPick(actions, { title: oneLine(text) });
  const edit = await action?.edit();
  if (edit) {
    await list.apply(edit);
  }
  return action?.to ?? index;
}
