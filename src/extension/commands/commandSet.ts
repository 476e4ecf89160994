// Registers commands so that no body needs a `try`: failures end in one place.

import * as vscode from 'vscode';
import type { CommandId } from '../contributions';
import { reportFailure } from '../log';

export type CommandBodies = Partial<Record<CommandId, (...args: never[]) => unknown>>;

export function registerCommands(
  log: vscode.LogOutputChannel,
  bodies: CommandBodies,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(bodies).map(([id, body]) =>
      vscode.commands.registerCommand(id, async (...args: never[]) => {
        try {
          return await body(...args);
        } catch (error) {
          await reportFailure(log, titleOf(id), error);
          return undefined;
        }
      }),
    ),
  );
}

/** As the user knows it, in their language. */
function titleOf(id: string): string {
  const manifest = vscode.extensions.getExtension('baton-tools.baton')?.packageJSON as
    { contributes: { commands: { command: string; title: string }[] } } | undefined;
  return manifest?.contributes.commands.find(({ command }) => command === id)?.title ?? id;
}
