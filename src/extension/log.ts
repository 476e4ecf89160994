// The "Baton" output channel, and the one place where a failure becomes a message.

import * as vscode from 'vscode';
import { UserError } from '../core/support/errors';
import { render } from '../core/support/message';
import { commands } from './contributions';
import { showError, showWarning } from './messages';

/** A user's error is shown as it is; anything else is a bug: logged with its stack. */
export async function reportFailure(
  log: vscode.LogOutputChannel,
  title: string,
  error: unknown,
): Promise<void> {
  if (UserError.is(error)) {
    await showUserError(log, error);
    return;
  }
  log.error(error instanceof Error ? error : String(error));
  const showLog = vscode.l10n.t('Show Log');
  const choice = await showError(vscode.l10n.t('{0} failed.', title), showLog);
  if (choice === showLog) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}

async function showUserError(log: vscode.LogOutputChannel, error: UserError): Promise<void> {
  // Whoever cancelled knows it.
  if (error.reason === 'cancelled' || error.reason === 'stopped') {
    return;
  }
  const showDetails = vscode.l10n.t('Show Details');
  const choice = await showWarning(
    render(error.text, vscode.l10n.t),
    ...(error.detail ? [showDetails] : []),
  );
  if (choice === showDetails) {
    log.warn(`${error.message}\n${error.detail ?? ''}`);
    await vscode.commands.executeCommand(commands.showLog);
  }
}
