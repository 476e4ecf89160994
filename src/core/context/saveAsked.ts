// Saves the context when a person or an agent asks for it: of the transcript that is named, else of
// the session that asks, else of the newest session of this project.

import { statSync } from 'node:fs';
import path from 'node:path';
import { transcriptsFolder } from '../retention/claudeFolder';
import { listTranscripts } from '../retention/listTranscripts';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { agentOfTranscript } from '../transcript/agentOfTranscript';
import type { AgentName } from '../transcript/transcriptEvent';
import { type ContextPlace, isSessionId } from './contextPlace';
import { type SavedContext, saveContext } from './saveContext';

interface Asked {
  /** As a person typed it, absolute. */
  readonly transcript?: string | undefined;
  readonly agent?: AgentName | undefined;
}

export async function saveAsked(place: ContextPlace, asked: Asked): Promise<SavedContext> {
  const { transcript, agent } =
    asked.transcript === undefined ? own(place) : typed(asked.transcript, asked.agent);
  const saved = await saveContext(place, { transcript, agent, trigger: 'asked' });
  if (!saved) {
    throw new UserError(
      'no-context',
      msg('{0} says nothing about the work yet, so nothing was saved.', transcript),
    );
  }
  return saved;
}

function typed(transcript: string, known: AgentName | undefined) {
  if (!statSync(transcript, { throwIfNoEntry: false })?.isFile()) {
    throw new UserError('no-transcript', msg('There is no file {0}. Check the path.', transcript));
  }
  const agent = known ?? agentOfTranscript(transcript);
  if (!agent) {
    throw new UserError(
      'unknown-agent',
      msg(
        '{0} is no transcript that Baton knows. Name the agent with --agent claude, codex, gemini or qwen.',
        transcript,
      ),
    );
  }
  return { transcript, agent };
}

/** An agent's shell names its session. */
function own(place: ContextPlace) {
  const asking = place.env.CLAUDE_CODE_SESSION_ID ?? '';
  const all = listTranscripts(place).toSorted(
    (a, b) => b.main.modified.getTime() - a.main.modified.getTime(),
  );
  const found = isSessionId(asking) ? all.find(({ id }) => id === asking) : all[0];
  if (!found) {
    throw new UserError(
      'no-transcript',
      msg(
        'No transcript of Claude Code was found for this project. Name one with --transcript FILE.',
      ),
    );
  }
  const transcript = path.join(transcriptsFolder(place), found.main.name);
  return { transcript, agent: 'claude' } as const;
}
