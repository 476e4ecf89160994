// Registers commands so that no body needs a `try`: failures end in one place.

import * as vscode from 'vscode';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
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
          assertAllowed(id);
          return await body(...args);
        } catch (error) {
          // Not awaited: a message may stay for long, and the command is over.
          void reportFailure(log, titleOf(id), error);
          return undefined;
        }
      }),
    ),
  );
}

/** Its enablement hides a command in Restricted Mode, but rows and other extensions run it still. */
function assertAllowed(id: string): void {
  if (!vscode.workspace.isTrusted && contributed(id)?.enablement === 'isWorkspaceTrusted') {
    throw new UserError(
      'untrusted',
      msg('In Restricted Mode Baton only reads. Trust the workspace first.'),
    );
  }
}

/** As the user knows it, in their language. */
function titleOf(id: string): string {
  return contributed(id)?.title ?? id;
}

interface ContributedCommand {
  readonly command: string;
  readonly title: string;
  readonly enablement?: string;
}

function contributed(id: string): ContributedCommand | undefined {
  const manifest = vscode.extensions.getExtension('baton-tools.baton')?.packageJSON as
    { contributes: { commands: ContributedCommand[] } } | undefined;
  return manifest?.contributes.commands.find(({ command }) => command === id);
}
