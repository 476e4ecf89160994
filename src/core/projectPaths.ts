// Where each file of a project is. The one place that knows their names.

import { existsSync } from 'node:fs';
import path from 'node:path';

export interface ProjectPaths {
  readonly root: string;
  readonly claude: string;
  readonly sessionState: string;
  readonly sessionContext: string;
  readonly state: string;
  readonly blockers: string;
  readonly deliveries: string;
  readonly contexts: string;
  readonly sessions: string;
  /** Which directory is that of an agent's session, where it has another name. */
  readonly sessionIds: string;
  readonly history: string;
  readonly registry: string;
  readonly registryArchive: string;
  readonly locks: string;
  readonly handover: string;
  readonly sessionMarkdown: string;
  readonly decisions: string;
  readonly buffer: string;
  readonly archive: string;
  /** Where the knowledge of finished waves is kept. */
  readonly knowledge: string;
  readonly roadmap: string;
}

export function projectPaths(root: string, sddDirectory: string): ProjectPaths {
  const claude = path.join(root, '.claude');
  const state = path.join(claude, 'state');
  const handover = path.join(root, sddDirectory, 'handover');
  return {
    root,
    claude,
    sessionState: path.join(claude, 'session-state.json'),
    sessionContext: path.join(claude, 'session-context.json'),
    state,
    blockers: path.join(state, 'blockers.json'),
    deliveries: path.join(state, 'deliveries.json'),
    contexts: path.join(state, 'contexts'),
    sessions: path.join(state, 'sessions'),
    sessionIds: path.join(state, 'session-ids'),
    history: path.join(state, 'history.jsonl'),
    registry: path.join(state, 'registry.json'),
    registryArchive: path.join(state, 'registry-archive.jsonl'),
    locks: path.join(state, 'locks'),
    handover,
    sessionMarkdown: path.join(handover, 'session.md'),
    decisions: path.join(handover, 'decisions.md'),
    buffer: path.join(handover, 'buffer.md'),
    archive: path.join(handover, 'sessions'),
    knowledge: path.join(root, sddDirectory, 'project', 'knowledge'),
    roadmap: path.join(root, 'ROADMAP.md'),
  };
}

/**
 * Whether anything of this project's own local state is there. Blockers and live sessions are none:
 * they come by themselves, and say nothing about what is worked on.
 */
export function hasOwnState({ sessionState, sessionContext }: ProjectPaths): boolean {
  return [sessionState, sessionContext].some(existsSync);
}

/** As people read it and programs compare it: relative, with forward slashes. */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
