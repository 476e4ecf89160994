// Every error that the editor shows in files, whoever reports it.

import * as vscode from 'vscode';
import type { Problem } from './taskProblem';

export function errorsOfEditor(): Problem[] {
  return vscode.languages.getDiagnostics().flatMap(([{ scheme, fsPath }, diagnostics]) =>
    diagnostics
      .filter(({ severity }) => scheme === 'file' && severity === vscode.DiagnosticSeverity.Error)
      .map(({ range, message, source }) => ({
        file: fsPath,
        line: range.start.line + 1,
        message,
        source,
      })),
  );
}
