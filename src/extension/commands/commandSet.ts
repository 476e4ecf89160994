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
          await reportFailure(log, id, error);
          return undefined;
        }
      }),
    ),
  );
}
