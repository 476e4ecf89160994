// What a project offers around the context of agent sessions. Loaded when asked for.

import type { Lender } from '../workplace';
import type { AskedContext } from './saveAsked';
import type { SavedContext } from './saveContext';
import type { AgentStart } from './startForAgent';
import type { ToldPart } from './tellAgent';

export interface ContextActions {
  /** Of that transcript or session, else of the session that runs this, else of the newest here. */
  saveContext(request: AskedContext): Promise<SavedContext>;
  /** What a session starts from, for an agent. Begins it, as `resume` does; runs git. */
  startForAgent(source: string): Promise<AgentStart>;
  /** A part of what is known, as quoted data. Writes nothing. */
  tellAgent(part: ToldPart): Promise<string>;
}

export function contextActions({ act, actQuietly, look }: Lender): ContextActions {
  return {
    saveContext: (request) =>
      actQuietly(async (place) => (await import('./saveAsked')).saveAsked(place, request)),
    startForAgent: (source) =>
      act(async (place) => (await import('./startForAgent')).startForAgent(place, source)),
    tellAgent: (part) =>
      look(async (place) => (await import('./tellAgent')).tellAgent(place, part)),
  };
}
