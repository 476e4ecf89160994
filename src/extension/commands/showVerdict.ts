// Draws a verdict as a quick pick, and waits for a choice.

import * as vscode from 'vscode';
import type { VerdictChoice, VerdictPick, VerdictRow } from '../views/verdictPick';

type Item = vscode.QuickPickItem & { readonly choice?: VerdictChoice | undefined };

/** undefined when it was closed. A row that only says something can be chosen, and stays. */
export function showVerdict(
  { title, rows }: VerdictPick,
  placeholder = vscode.l10n.t('Choose what to do'),
): Promise<VerdictChoice | undefined> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = title;
    pick.placeholder = placeholder;
    pick.items = rows.map(toItem);
    pick.matchOnDetail = true;
    const first = pick.items.find(({ choice }) => choice);
    pick.activeItems = first ? [first] : [];
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      if (choice) {
        resolve(choice);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function toItem({ label, description, detail, choice, isSeparator }: VerdictRow): Item {
  return isSeparator
    ? { label, kind: vscode.QuickPickItemKind.Separator }
    : {
        label,
        choice,
        ...(description !== undefined && { description }),
        ...(detail !== undefined && { detail }),
      };
}
