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
  const state = inFolder(claude, 'state');
  const handover = path.join(root, sddDirectory, 'handover');
  return {
    root,
    claude,
    sessionState: inFolder(claude, 'session-state.json'),
    sessionContext: inFolder(claude, 'session-context.json'),
    state,
    blockers: inFolder(state, 'blockers.json'),
    deliveries: inFolder(state, 'deliveries.json'),
    contexts: inFolder(state, 'contexts'),
    sessions: inFolder(state, 'sessions'),
    sessionIds: inFolder(state, 'session-ids'),
    history: inFolder(state, 'history.jsonl'),
    registry: inFolder(state, 'registry.json'),
    registryArchive: inFolder(state, 'registry-archive.jsonl'),
    locks: inFolder(state, 'locks'),
    handover,
    sessionMarkdown: inFolder(handover, 'session.md'),
    decisions: inFolder(handover, 'decisions.md'),
    buffer: inFolder(handover, 'buffer.md'),
    archive: inFolder(handover, 'sessions'),
    knowledge: path.join(root, sddDirectory, 'project', 'knowledge'),
    roadmap: path.join(root, 'ROADMAP.md'),
  };
}

/** Of a folder that was joined before: to join it again would look at every letter of it. */
function inFolder(folder: string, name: string): string {
  return `${folder}${path.sep}${name}`;
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
