// What a task runs and where, as far as that can be read from it. Pure: no vscode, so that it is
// tested without one.

import path from 'node:path';

type Word = string | { readonly value: string };

/** As vscode.ShellExecution and vscode.ProcessExecution have it. */
export interface TaskExecutionLike {
  readonly commandLine?: string | undefined;
  readonly command?: Word | undefined;
  readonly process?: string | undefined;
  readonly args?: readonly Word[] | undefined;
  readonly options?: { readonly cwd?: string | undefined } | undefined;
}

/**
 * undefined for tasks without a program of their own, or with variables that only VS Code knows.
 * `folder` is that of the workspace folder that the task belongs to.
 */
export function taskCommand(
  execution: TaskExecutionLike | undefined,
  folder?: string,
): string | undefined {
  const { commandLine, command, process, args = [] } = execution ?? {};
  const program = command ?? process;
  const words = program === undefined ? [] : [program, ...args];
  const known = (text: string) => inFolder(text, folder);
  const line = commandLine
    ? known(commandLine)
    : words.map(wordText).map(known).map(quoted).join(' ');
  return line === '' || hasVariables(line) ? undefined : line;
}

export function taskFolder(
  execution: TaskExecutionLike | undefined,
  folder: string | undefined,
): string | undefined {
  const cwd = inFolder(execution?.options?.cwd ?? '', folder);
  if (!cwd) {
    return folder;
  }
  const place = folder === undefined ? cwd : path.resolve(folder, cwd);
  return hasVariables(place) || !path.isAbsolute(place) ? undefined : place;
}

function wordText(word: Word): string {
  return typeof word === 'string' ? word : word.value;
}

function inFolder(text: string, folder: string | undefined): string {
  return folder === undefined ? text : text.replaceAll('${workspaceFolder}', () => folder);
}

/** For the shell that would run the line again. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function hasVariables(text: string): boolean {
  return text.includes('${');
}
