// Every message and progress of the window goes through here: they draw `[x](command:…)` as a link
// that runs it, and what they quote comes from tests, branches and files of others.

import * as vscode from 'vscode';
import { noLinks } from './views/noLinks';

type Rest = readonly [vscode.MessageOptions, ...string[]] | readonly string[];

export function showInformation(message: string, ...rest: Rest): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(noLinks(message), ...withOptions(rest));
}

export function showWarning(message: string, ...rest: Rest): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(noLinks(message), ...withOptions(rest));
}

export function showError(message: string, ...rest: Rest): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(noLinks(message), ...withOptions(rest));
}

/** What it tells on the way, below its title. */
export type Tell = (message: string) => void;

export function withProgress<T>(
  options: vscode.ProgressOptions,
  work: (tell: Tell, cancelled: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const title = options.title && noLinks(options.title);
  return vscode.window.withProgress(
    { ...options, ...(title && { title }) },
    (progress, cancelled) =>
      work((message) => {
        progress.report({ message: noLinks(message) });
      }, cancelled),
  );
}

function withOptions([first, ...others]: Rest): [vscode.MessageOptions, ...string[]] {
  const items = (typeof first === 'string' ? [first, ...others] : others) as string[];
  const { detail, ...options } = typeof first === 'object' ? first : {};
  return [{ ...options, ...(detail && { detail: noLinks(detail) }) }, ...items];
}
