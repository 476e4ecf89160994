// What a person is asked about a blocker. Each answers undefined when it was cancelled.

import * as vscode from 'vscode';
import type { BlockerEdit, Solving } from '../../core/blockers/solveBlocker';
import { type Blocker, blockerSeverities, blockerTypes } from '../../core/schemas/blocker';
import { t } from '../translate';
import {
  type BlockerSeverity,
  type BlockerType,
  blockerTitle,
  severityIcons,
  severityName,
  typeName,
} from '../views/blockerWords';
import { noIcons } from '../views/noIcons';
import { noLinks } from '../views/noLinks';

export function askForDescription(title: string, value = ''): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: t('What stands in the way?'),
    placeHolder: t('The staging server has no certificate'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' ? t('Say in a few words what blocks the work.') : undefined,
  });
}

export async function askForType(title: string): Promise<BlockerType | undefined> {
  const choice = await vscode.window.showQuickPick(
    // What nobody has to think about comes first.
    [...blockerTypes].reverse().map((type) => ({ label: typeName(type, t), type })),
    { title, placeHolder: t('What kind is it?') },
  );
  return choice?.type;
}

export async function askForSeverity(title: string): Promise<BlockerSeverity | undefined> {
  const choice = await vscode.window.showQuickPick(
    blockerSeverities.map((severity) => ({
      label: `$(${severityIcons[severity].id}) ${severityName(severity, t)}`,
      severity,
    })),
    { title, placeHolder: t('How severe is it?') },
  );
  return choice?.severity;
}

/** How it was solved, and whether that is a decision to keep. */
export async function askHowSolved(blocker: Blocker): Promise<Solving | undefined> {
  const title = t('Mark Solved');
  const note = await vscode.window.showInputBox({
    title,
    prompt: t('How was "{0}" solved? May be left empty.', noLinks(blockerTitle(blocker, t))),
    ignoreFocusOut: true,
  });
  if (note === undefined) {
    return undefined;
  }
  const choice = await vscode.window.showQuickPick(
    [
      { label: t('Only Close It'), decision: false },
      {
        label: t('Close It and Add to decisions.md'),
        detail: t('As ESCALATION_RESOLVED, for whoever takes over.'),
        decision: true,
      },
    ],
    { title, placeHolder: t('Is it worth keeping in the log of decisions?') },
  );
  return choice && { note, decision: choice.decision };
}

/** One field, with what it is now. */
export async function askForEdit(blocker: Blocker): Promise<BlockerEdit | undefined> {
  const title = t('Edit Blocker');
  const { description = '', resolution } = blocker;
  const fields: readonly Field[] = [
    {
      label: t('Description'),
      value: description,
      ask: async () => edit('description', await askForDescription(title, description)),
    },
    {
      label: t('Type'),
      value: typeName(blocker.type, t),
      ask: async () => edit('type', await askForType(title)),
    },
    {
      label: t('Severity'),
      value: severityName(blocker.severity, t),
      ask: async () => edit('severity', await askForSeverity(title)),
    },
    {
      label: t('Way out'),
      value: resolution ?? '',
      ask: async () => edit('resolution', await askForResolution(title, resolution ?? '')),
    },
  ];
  const choice = await vscode.window.showQuickPick(
    fields.map((field) => ({ label: field.label, description: noIcons(field.value), field })),
    { title, placeHolder: t('What is to be changed?') },
  );
  return choice?.field.ask();
}

interface Field {
  readonly label: string;
  readonly value: string;
  readonly ask: () => Promise<BlockerEdit | undefined>;
}

function edit<K extends keyof BlockerEdit>(key: K, value: BlockerEdit[K]): BlockerEdit | undefined {
  return value === undefined ? undefined : { [key]: value };
}

function askForResolution(title: string, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: t('What may help?'),
    value,
    ignoreFocusOut: true,
  });
}
