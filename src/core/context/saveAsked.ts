// Saves the context when a person or an agent asks for it: of the transcript that is named, else of
// the session that asks, else of the newest session of this project.

import { statSync } from 'node:fs';
import path from 'node:path';
import { discoverSessions } from '../agents/discovery';
import { knownAgents } from '../agents/knownAgents';
import { transcriptsFolder } from '../retention/claudeFolder';
import { listTranscripts } from '../retention/listTranscripts';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { agentOfTranscript } from '../transcript/agentOfTranscript';
import type { AgentName } from '../transcript/transcriptEvent';
import type { QuietPlace } from '../workplace';
import { type ContextPlace, isSessionId } from './contextPlace';
import { type SavedContext, saveContext } from './saveContext';

export interface AskedContext {
  /** As a person typed it, absolute. */
  readonly transcript?: string | undefined;
  readonly agent?: AgentName | undefined;
  /** As the agent calls it; one of this project. */
  readonly session?: string | undefined;
}

export async function saveAsked(place: QuietPlace, asked: AskedContext): Promise<SavedContext> {
  const { transcript, agent } = await chosen(place, asked);
  const saved = await saveContext(place, { transcript, agent, trigger: 'asked' });
  const really = saved || asked.transcript === undefined ? agent : agentOfTranscript(transcript);
  if (really !== undefined && really !== agent) {
    throw new UserError(
      'wrong-agent',
      msg(
        '{0} is a transcript of {1}, so nothing was saved. Use --agent {2}, or leave --agent out.',
        transcript,
        knownAgents.find(({ name }) => name === really)?.title ?? really,
        really,
      ),
    );
  }
  if (!saved) {
    throw new UserError(
      'no-context',
      msg('{0} says nothing about the work yet, so nothing was saved.', transcript),
    );
  }
  return saved;
}

async function chosen(place: QuietPlace, { transcript, agent, session }: AskedContext) {
  if (transcript !== undefined) {
    return typed(transcript, agent);
  }
  return session === undefined && (agent ?? 'claude') === 'claude'
    ? own(place)
    : inStores(place, agent, session);
}

/** How long an agent may wait until all transcripts were looked at. */
const longestLookMs = 5_000;

/** The newest of this project, or the one that is named. */
async function inStores(
  place: QuietPlace,
  agent: AgentName | undefined,
  session: string | undefined,
) {
  const { sessions } = await discoverSessions(place, {
    budgetMs: longestLookMs,
    ...(agent && { agents: [agent] }),
  });
  const found = sessions.find(({ id }) => session === undefined || id === session);
  if (!found) {
    throw new UserError(
      'no-transcript',
      session === undefined
        ? msg('No transcript of {0} was found for this project.', agent ?? '')
        : msg('This project has no session {0}.', JSON.stringify(session.slice(0, 80))),
    );
  }
  return { transcript: found.file, agent: found.agent };
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
