// What a document with a page of a transcript says, and where in it something stands. Reads the page;
// only out of the store of its agent.

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { knownAgents } from '../../core/agents/knownAgents';
import { agentOfStore } from '../../core/context/transcriptPlace';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { codeSpan } from '../../core/transcript/pages/fenced';
import { type PageMarkdown, pageMarkdown } from '../../core/transcript/pages/pageMarkdown';
import type { TranscriptPage } from '../../core/transcript/pages/readPage';
import { readerOf } from '../../core/transcript/readers';
import type { AgentName, TranscriptReader } from '../../core/transcript/transcriptEvent';
import { t } from '../translate';

export interface ShownTranscript {
  readonly file: string;
  readonly agent: AgentName;
  readonly title: string;
}

type Read = (file: string, reader: TranscriptReader) => TranscriptPage | undefined;

/** An address may come from anywhere, so that it is looked at again each time. */
export async function pageOf(
  { file, agent }: Pick<ShownTranscript, 'file' | 'agent'>,
  read: Read,
): Promise<TranscriptPage & { readonly size: number }> {
  const isThere = agentOfStore(file, { home: homedir(), env: process.env }) === agent;
  const page = isThere ? read(file, await readerOf(agent)) : undefined;
  if (!page) {
    throw new UserError(
      'no-transcript',
      msg(
        'There is no transcript {0} among those of {1}: it was deleted or moved. "Baton: Restore Transcript…" gives back what Baton kept.',
        file,
        titleOf(agent),
      ),
    );
  }
  return { ...page, size: statSync(file).size };
}

export function documentOf(page: TranscriptPage, agent: AgentName): PageMarkdown {
  const navigation = navigationOf(page);
  const words = { t, language: vscode.env.language, now: new Date(), agent: titleOf(agent) };
  const name = codeSpan(path.basename(page.file));
  return pageMarkdown(page, words, {
    head: [`# ${titleOf(agent)} · ${name}`, navigation],
    foot: ['---', navigation],
  });
}

/** Baton's own words only: they become links. */
function navigationOf({ page, pages }: TranscriptPage): string {
  return [
    page > 1 ? previousPage() : '',
    t('Page {0} of {1}', page, pages),
    page < pages ? nextPage() : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function previousPage(): string {
  return t('Previous page');
}

export function nextPage(): string {
  return t('Next page');
}

function titleOf(agent: AgentName): string {
  return knownAgents.find(({ name }) => name === agent)?.title ?? agent;
}
