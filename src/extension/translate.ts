// Says a sentence in the language of the window.

import * as vscode from 'vscode';
import type { Translate } from '../core/support/message';

/** Looks the dictionary up at each call: at load it may not be there yet. */
export const t: Translate = (template, ...args) => vscode.l10n.t(template, ...args);
