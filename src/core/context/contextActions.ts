// What a project offers around the context of agent sessions. Loaded when asked for.

import type { AgentName } from '../transcript/transcriptEvent';
import type { QuietPlace } from '../workplace';
import type { SavedContext } from './saveContext';

export interface ContextActions {
  /** From that transcript, else from the one of the session that runs this, else the newest here. */
  saveContext(request: {
    readonly transcript?: string | undefined;
    readonly agent?: AgentName | undefined;
  }): Promise<SavedContext>;
}

export function contextActions(
  actQuietly: <T>(action: (place: QuietPlace) => Promise<T>) => Promise<T>,
): ContextActions {
  return {
    saveContext: (request) =>
      actQuietly(async (place) => (await import('./saveAsked')).saveAsked(place, request)),
  };
}
