// Transcripts of agents to be read: one page each as a read-only document, the last one first, with
// commands and links to those before and after it.

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { lineOffset } from '../../core/transcript/pages/lineOffset';
import {
  pageOfOffset,
  readLastPage,
  readNextPage,
  readPage,
  type TranscriptPage,
} from '../../core/transcript/pages/readPage';
import type { AgentName } from '../../core/transcript/transcriptEvent';
import { registerCommands } from '../commands/commandSet';
import { commands, transcriptScheme } from '../contributions';
import { t } from '../translate';
import { documentOf, nextPage, pageOf, previousPage, type ShownTranscript } from './pageDocument';
import { addressOf, type ShownPage, shownPageOf } from './shownPage';

export interface TranscriptDocuments extends vscode.Disposable {
  /** Its last page, at its end. */
  openTranscript(shown: ShownTranscript): Promise<void>;
  /** Where a line of the file is shown; the first one is 1. */
  openTranscriptAt(file: string, agent: AgentName, line: number): Promise<void>;
}

export function createTranscriptDocuments(log: vscode.LogOutputChannel): TranscriptDocuments {
  const disposables = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(transcriptScheme, {
      provideTextDocumentContent: async (uri) => {
        const shown = shownPageOf(uri);
        if (!shown) {
          return t('This is no address of a transcript.');
        }
        const page = await pageOf(shown, (file, reader) => readPage(file, reader, shown.page));
        return documentOf(page, shown.agent).markdown;
      },
    }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: transcriptScheme },
      { provideDocumentLinks: linksIn },
    ),
    registerCommands(log, {
      [commands.previousPage]: () => turn(-1),
      [commands.nextPage]: () => turn(1),
    }),
  );
  return {
    openTranscript: async (shown) => show(shown, await pageOf(shown, readLastPage), 'end'),
    openTranscriptAt: async (file, agent, line) => {
      const shown = { file, agent, title: path.basename(file, '.jsonl') };
      const offset = (await lineOffset(file, line)) ?? 0;
      const number = pageOfOffset(offset);
      const page = await pageOf(shown, (_, reader) => readPage(file, reader, number));
      await show(shown, page, offset);
    },
    dispose: () => void disposables.dispose(),
  };
}

async function turn(step: 1 | -1): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const shown = uri && shownPageOf(uri);
  if (!shown) {
    throw new UserError('no-page', msg('Open the transcript of an agent session first.'));
  }
  const page = await pageOf(shown, (file, reader) => readNextPage(file, reader, shown.page, step));
  if (page.page === shown.page) {
    throw new UserError(
      'no-page',
      step > 0 ? msg('This is the last page.') : msg('This is the first page.'),
    );
  }
  await show(shown, page, step > 0 ? 'top' : 'end');
}

async function show(
  { file, agent, title }: ShownTranscript,
  page: TranscriptPage & Pick<ShownPage, 'size'>,
  place: 'top' | 'end' | number,
): Promise<void> {
  const address = addressOf({ file, agent, title, page: page.page, size: page.size });
  const document = await vscode.workspace.openTextDocument(address);
  const editor = await vscode.window.showTextDocument(document, { preview: true });
  const line = typeof place === 'number' ? lineOf(page, agent, place) : 0;
  const at = new vscode.Position(place === 'end' ? document.lineCount - 1 : line, 0);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(
    new vscode.Range(at, at),
    place === 'end' ? vscode.TextEditorRevealType.Default : vscode.TextEditorRevealType.AtTop,
  );
}

/** What is nearest before it: not every line of the file is shown. */
function lineOf(page: TranscriptPage, agent: AgentName, offset: number): number {
  const { marks } = documentOf(page, agent);
  return marks.findLast((mark) => mark.offset <= offset)?.line ?? 0;
}

/** In the lines above and below the page, which hold no words of others. */
function linksIn(document: vscode.TextDocument): vscode.DocumentLink[] {
  const words = [
    { text: previousPage(), command: commands.previousPage },
    { text: nextPage(), command: commands.nextPage },
  ];
  return [2, document.lineCount - 2]
    .filter((line) => line >= 0 && line < document.lineCount)
    .flatMap((line) =>
      words.flatMap(({ text, command }) => {
        const start = document.lineAt(line).text.indexOf(text);
        return start < 0
          ? []
          : new vscode.DocumentLink(
              new vscode.Range(line, start, line, start + text.length),
              vscode.Uri.from({ scheme: 'command', path: command }),
            );
      }),
    );
}
