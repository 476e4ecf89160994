// What is said about a blocker, from what is written in it. Pure. Text from files is made safe here.

import type { Blocker } from '../schemas/blocker';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';

export function describeBlocker({ description }: Blocker): string | Message {
  return shortLine(description ?? '') || msg('No description');
}

/** What the blocker itself says about its end. */
export function suggestions({ resolution, recovery_agent: agent }: Blocker): Message[] {
  const help = shortLine(resolution ?? '');
  const who = shortLine(agent ?? '', 60);
  return [
    ...(help ? [msg('What may help: {0}', help)] : []),
    ...(who ? [msg('Who may help: {0}', who)] : []),
  ];
}

/** Why nothing is tried for what was not detected. */
export function stays(blocker: Blocker): Message {
  const source = blocker.evidence?.source ?? 'user';
  return ['user', 'cli'].includes(source)
    ? msg('You wrote this blocker down, so it stays: {0}', describeBlocker(blocker))
    : msg('This blocker was reported, not detected, so it stays: {0}', describeBlocker(blocker));
}

/** An agent that says so has not run anything that could be run again. */
export function isReported({ evidence }: Blocker): boolean {
  return ['agent', 'mcp'].includes(evidence?.source ?? '');
}
