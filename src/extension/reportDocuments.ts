// Reports as read-only documents: one per project and title, which shows the latest.

import * as vscode from 'vscode';
import { reportScheme } from './contributions';

export interface ReportDocuments extends vscode.Disposable {
  /** Keeps a report; a document that shows the one before shows this one then. */
  keep(report: { root: string; title: string; markdown: string }): vscode.Uri;
  show(report: vscode.Uri): Promise<void>;
}

/** Built in, but it can be turned off. Its commands are known only once it runs, which asking does. */
const markdownExtension = 'vscode.markdown-language-features';

export function createReportDocuments(): ReportDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const disposables = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      onDidChange: changed.event,
      // One that was left open in an earlier window is gone with it.
      provideTextDocumentContent: (uri) =>
        texts.get(uri.toString()) ?? vscode.l10n.t('This report is no longer there.'),
    }),
  );
  return {
    keep: ({ root, title, markdown }) => {
      const uri = vscode.Uri.from({ scheme: reportScheme, path: `/${title}.md`, query: root });
      texts.set(uri.toString(), markdown);
      changed.fire(uri);
      return uri;
    },
    show: async (uri) => {
      if (vscode.extensions.getExtension(markdownExtension)) {
        await vscode.commands.executeCommand('markdown.showPreview', uri);
      } else {
        await vscode.window.showTextDocument(uri, { preview: true });
      }
    },
    dispose: () => void disposables.dispose(),
  };
}
