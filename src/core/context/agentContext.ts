// The saved context of an agent session in a few words, for lists; its file has the rest. Pure.

import path from 'node:path';
import type { SessionContext } from '../schemas/sessionContext';
import { textOf } from '../transcript/lineValues';
import { progressCounts } from './progressCounts';

export interface AgentContext {
  readonly session: string;
  /** Absolute. */
  readonly file: string;
  /** False where nothing of it could be used: the problems of the project say why. */
  readonly isReadable: boolean;
  readonly agent?: string | undefined;
  readonly savedAt?: string | undefined;
  readonly request?: string | undefined;
  readonly objective?: string | undefined;
  readonly progress?: { readonly done: number; readonly total: number } | undefined;
  readonly recentFiles: number;
}

/** Its name is that of the session, whatever is written in it. */
export function toAgentContext(
  file: string,
  context: SessionContext | null,
  session = path.basename(file, '.json'),
): AgentContext {
  const { meta, goal, progress, state } = context ?? {};
  const { done, total } = progressCounts(progress);
  return {
    session,
    file,
    isReadable: context !== null,
    agent: textOf(meta?.agent),
    savedAt: meta?.saved_at,
    request: goal?.original_request,
    objective: goal?.current_objective,
    progress: total > 0 ? { done, total } : undefined,
    recentFiles: state?.recent_files?.length ?? 0,
  };
}
