// Search across the handovers, decisions, contexts and transcripts of one project. The index is in the
// user's data folder and brought up to date at each search; nothing of other projects is in it.

import type { DiscoveryPlace } from '../agents/discovery';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { AgentName } from '../transcript/transcriptEvent';
import { openIndex } from './currentIndex';
import { readManifest } from './manifest';
import type { SearchKind } from './searchFile';
import { parseQuery } from './searchQuery';
import { searchReport } from './searchReport';
import { DamagedIndex } from './segment';
import type { UpdateProgress } from './updateIndex';

export type SearchPlace = DiscoveryPlace;

export interface SearchRequest {
  /** As a person types it: words, or phrases in quotes. */
  readonly typed: string;
  readonly kinds?: readonly SearchKind[] | undefined;
  /** How many are shown, with where and what; all are counted. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UpdateProgress) => void) | undefined;
  /** Another one is reading for the first time, and has to be waited for. */
  readonly onWait?: (() => void) | undefined;
}

export interface SearchResult {
  readonly kind: SearchKind;
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  /** ISO; when it was written. */
  readonly at: string;
  readonly excerpt: string;
  readonly score: number;
  /** Turns of a transcript that have it; of a phrase the one that was looked into. */
  readonly matches: number;
  readonly agent?: AgentName | undefined;
  readonly session?: string | undefined;
}

export interface SearchReport {
  /** The best first. */
  readonly results: readonly SearchResult[];
  /** All that fit, shown or not: files, and every decision by itself. */
  readonly total: number;
  readonly index: IndexFacts;
}

export interface FoundReport extends SearchReport {
  /** The names of all, the best first. `shown`: what a folder is called, if not by its path. */
  readonly files: (shown?: (folder: string) => string) => string[];
}

export interface IndexFacts {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly updatedAt: string;
}

export async function search(place: SearchPlace, request: SearchRequest): Promise<FoundReport> {
  const query = parseQuery(request.typed);
  if (query.terms.length === 0) {
    throw new UserError(
      'usage',
      msg('Say which words to look for. Signs alone are not searched for.'),
    );
  }
  const index = await openIndex(place, request);
  const { folder } = index;
  let manifest = await index.update();
  for (let attempt = 1; ; attempt++) {
    try {
      return await searchReport(
        place,
        { manifest, folder, sessions: index.sessions },
        query,
        request,
      );
    } catch (error) {
      if (!DamagedIndex.is(error) || attempt > 2) {
        throw error;
      }
      // Another one may just have replaced it; else it is made anew.
      const now = readManifest(folder, place.root);
      const isNew = now && now.writtenAt !== manifest.writtenAt;
      manifest = isNew ? now : await index.rebuild();
    }
  }
}
