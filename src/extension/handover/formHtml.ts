// The page around the handover form. It holds no words: the script draws them from messages.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export function resourceRoots(extension: vscode.Uri): vscode.Uri[] {
  return [
    vscode.Uri.joinPath(extension, 'dist', 'webview'),
    vscode.Uri.joinPath(extension, 'media', 'handover'),
  ];
}

export function formHtml(webview: vscode.Webview, extension: vscode.Uri, root: string): string {
  const nonce = randomBytes(18).toString('base64');
  const resource = (...parts: string[]) =>
    attribute(webview.asWebviewUri(vscode.Uri.joinPath(extension, ...parts)).toString());
  const policy = [
    `default-src 'none'`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(vscode.env.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${resource('media', 'handover', 'handoverForm.css')}">
<title>Baton</title>
</head>
<body data-root="${attribute(root)}">
<script nonce="${nonce}" src="${resource('dist', 'webview', 'handoverForm.js')}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
