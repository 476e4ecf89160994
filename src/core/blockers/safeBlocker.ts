// A blocker as it may be written to a file: no secrets, no control characters, bounded.

import { redactSecrets } from '../detection/secrets/redact';
import { redactCommand } from '../detection/secrets/commandSecrets';
import type { Blocker } from '../schemas/blocker';
import { oneLine, plainText, shortLine } from '../support/plainText';

export const longestCommand = 2000;
const longestText = 500;
const longestDescription = 250;
const longestKey = 300;

export function safeBlocker<T extends Blocker>(blocker: T): T {
  const { evidence } = blocker;
  return {
    ...blocker,
    ...safeFields(blocker, ['id', 'error_pattern', 'resolution', 'appeared_after']),
    ...safeFields(blocker, ['recovery_agent', 'recovery_outcome']),
    ...safeFields(blocker, ['description'], longestDescription),
    ...(typeof blocker.command_key === 'string' && { command_key: safeKey(blocker.command_key) }),
    ...(evidence && {
      evidence: {
        ...evidence,
        ...safeFields(evidence, ['line', 'file', 'cwd', 'source', 'workflow', 'session']),
        ...(typeof evidence.command === 'string' && { command: safeCommand(evidence.command) }),
      },
    }),
  };
}

/** Secrets go before anything is cut, or half of one would be left. */
export function safeText(text: string, longest = longestText): string {
  return shortLine(withoutSecrets(text), longest);
}

/** May go over several lines. */
export function safeCommand(command: string): string {
  return plainText(withoutSecrets(command)).slice(0, longestCommand);
}

/** The same for the same command, so that it still finds its blocker. */
export function safeKey(key: string): string {
  return oneLine(withoutSecrets(key)).slice(0, longestKey);
}

/** Output repeats command lines, so what is a secret there is one everywhere. */
export function withoutSecrets(text: string): string {
  return redactSecrets(redactCommand(text));
}

function safeFields<T extends object>(
  value: T,
  names: readonly (keyof T)[],
  longest = longestText,
): Partial<T> {
  const safe = names.flatMap((name) => {
    const text = value[name];
    return typeof text === 'string' ? [[name, safeText(text, longest)]] : [];
  });
  return Object.fromEntries(safe) as Partial<T>;
}
