// In the editors of a handover folder: D12 opens that decision, and in the log itself the number of
// an entry opens the place in session.md that names it.

import path from 'node:path';
import * as vscode from 'vscode';
import { decisionLinks, decisionMentions } from '../core/documents/decisionLinks';
import type { Snapshot } from '../core/snapshot';
import type { Projects } from './projects';
import { t } from './translate';

export function registerHandoverLinks(projects: Projects): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: 'file', pattern: '**/handover/{*.md,sessions/*.md}' },
    {
      provideDocumentLinks: (document) => {
        const snapshot = projects.all
          .flatMap((project) => project.snapshot ?? [])
          .find(({ paths }) => isWithin(document.uri.fsPath, [paths.handover, paths.archive]));
        return snapshot && linksIn(document, snapshot);
      },
    },
  );
}

function isWithin(file: string, folders: readonly string[]): boolean {
  return folders.includes(path.dirname(file));
}

/** A long log has one in each heading, though few of them become links. */
const mostNumbers = 100_000;

function linksIn(document: vscode.TextDocument, snapshot: Snapshot): vscode.DocumentLink[] {
  const { paths, mentions } = snapshot;
  const links = decisionLinks(snapshot.decisions);
  const firstMention = new Map(mentions.toReversed().map((mention) => [mention.id, mention]));
  const isLog = document.uri.fsPath === paths.decisions;
  return decisionMentions(document.getText(), mostNumbers).flatMap(({ id, line, start, end }) => {
    const decision = links.named(id);
    const isItself = isLog && decision?.line === line;
    const place = isItself ? firstMention.get(id) : decision;
    if (!place) {
      return [];
    }
    const link = new vscode.DocumentLink(
      new vscode.Range(line - 1, start, line - 1, end),
      vscode.Uri.file(isItself ? paths.sessionMarkdown : paths.decisions).with({
        fragment: `L${place.line}`,
      }),
    );
    link.tooltip = isItself
      ? t('Named in {0}', path.basename(paths.sessionMarkdown))
      : t('Open {0}', id);
    return [link];
  });
}
