// Which page of which transcript a document shows, as its address says it. Pure but for the address.

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { shortLine } from '../../core/support/plainText';
import { agentNames } from '../../core/transcript/transcriptEvent';
import { transcriptScheme } from '../contributions';

const shownPageSchema = z.object({
  file: z.string(),
  agent: z.enum(agentNames),
  /** What the tab says. */
  title: z.string(),
  page: z.int(),
  /** Of the file when it was opened: a page that has grown since is another document. */
  size: z.int(),
});
export type ShownPage = z.infer<typeof shownPageSchema>;

export function addressOf(shown: ShownPage): vscode.Uri {
  const title = shortLine(shown.title, 60).replace(/[\\/:*?"<>|#%]+/g, ' ');
  return vscode.Uri.from({
    scheme: transcriptScheme,
    path: `/${title} (${shown.page}).md`,
    query: JSON.stringify(shown),
  });
}

/** undefined for an address that somebody else made up. */
export function shownPageOf({ scheme, query }: vscode.Uri): ShownPage | undefined {
  try {
    return scheme === transcriptScheme ? shownPageSchema.parse(JSON.parse(query)) : undefined;
  } catch {
    return undefined;
  }
}
