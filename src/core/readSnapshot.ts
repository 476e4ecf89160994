// Reads the files of a project into one snapshot, and tells whether two of them show the same.

import { existsSync } from 'node:fs';
import { operationInProgress } from './git/operation';
import { readHead, type Repository } from './git/repository';
import type { Part } from './partCache';
import type { ProjectFiles } from './projectFiles';
import { hasOwnState, type ProjectPaths, relativePath } from './projectPaths';
import { blockersHere } from './protocol/openBlockers';
import type { Snapshot } from './snapshot';

/** Always the same, so that nothing twice is no change. */
const none: readonly never[] = [];

export type OpenFiles = ProjectFiles & { readonly paths: ProjectPaths };

export async function readSnapshot(
  own: OpenFiles,
  main: OpenFiles | undefined,
  repository: Repository | undefined,
): Promise<Snapshot> {
  const { paths } = own;
  const parts = await own.read();
  // A new worktree shows the main one's state until it has its own. The handover folder is tracked,
  // so it is here already.
  const shared = !hasOwnState(paths) && main ? await main.read() : undefined;
  const { state, context, contexts } = shared ?? parts;
  // A hook may have been here before anything was saved here.
  const deliveries = shared && !isThere(parts.deliveries) ? shared.deliveries : parts.deliveries;
  const openSpec = own.readChange(state.value?.openspec);
  const sessions = shared && !isThere(parts.sessions) ? shared.sessions : parts.sessions;
  const { blockers, decisions, handover, archives, buffer } = parts;
  const all: readonly Part<unknown>[] = [
    ...[state, context, blockers, decisions, handover, buffer, sessions],
    ...[contexts, deliveries, archives],
  ];
  return {
    root: paths.root,
    paths,
    head: repository && readHead(repository),
    operation: repository && operationInProgress(repository),
    folder: existsSync(paths.claude) ? 'present' : 'missing',
    hasRoadmap: existsSync(paths.roadmap),
    state: state.value,
    openSpec,
    context: context.value,
    handover: handover.value && {
      path: relativePath(paths.root, paths.sessionMarkdown),
      ...handover.value.document,
    },
    mentions: handover.value?.mentions ?? none,
    archives: archives.value ?? none,
    decisions: decisions.value ?? none,
    buffer: buffer.value,
    blockers: blockersHere(state.value, blockers.value, shared !== undefined),
    closedBlockers: blockers.value?.closed?.toReversed() ?? none,
    sessions: sessions.value ?? none,
    live: parts.live.length === 0 ? none : parts.live,
    contexts: contexts.value ?? none,
    deliveries: deliveries.value?.deliveries?.toReversed() ?? none,
    problems: all.flatMap(({ problems }) => problems),
    sharedFrom:
      shared && [state, context, contexts, sessions].some(isThere) ? main?.paths : undefined,
  };
}

function isThere({ value, problems }: Part<unknown>): boolean {
  return problems.length > 0 || (Array.isArray(value) ? value.length > 0 : value !== null);
}

/** Parts keep their identity while their file is unchanged; what is derived from them is compared. */
export function isSame(before: Snapshot, after: Snapshot): boolean {
  const identical =
    before.state === after.state &&
    before.openSpec === after.openSpec &&
    before.context === after.context &&
    before.decisions === after.decisions &&
    before.buffer === after.buffer &&
    before.mentions === after.mentions &&
    before.archives === after.archives &&
    before.sessions === after.sessions;
  const derived = (of: Snapshot) =>
    JSON.stringify([
      of.head,
      of.operation,
      of.folder,
      of.hasRoadmap,
      of.handover,
      of.blockers,
      of.closedBlockers,
      of.contexts,
      of.deliveries,
      of.live,
      of.problems,
      of.sharedFrom,
      of.paths,
    ]);
  return identical && derived(before) === derived(after);
}
