// A blocker as it may be written to a file: no secrets, no control characters, bounded.

import { redactSecrets } from '../detection/secrets/redact';
import type { Blocker } from '../schemas/blocker';
import { oneLine, shortLine } from '../support/plainText';

export const longestCommand = 2000;
const longestText = 500;

export function safeBlocker<T extends Blocker>(blocker: T): T {
  const { evidence } = blocker;
  return {
    ...blocker,
    ...safeFields(blocker, ['description', 'error_pattern', 'resolution', 'appeared_after']),
    ...(typeof blocker.command_key === 'string' && { command_key: safeKey(blocker.command_key) }),
    ...(evidence && {
      evidence: {
        ...evidence,
        ...safeFields(evidence, ['line', 'file']),
        ...(typeof evidence.command === 'string' && { command: safeCommand(evidence.command) }),
      },
    }),
  };
}

/** Secrets go before anything is cut, or half of one would be left. */
export function safeText(text: string): string {
  return shortLine(redactSecrets(text), longestText);
}

export function safeCommand(command: string): string {
  return redactSecrets(command).slice(0, longestCommand);
}

/** The same for the same command, so that it still finds its blocker. */
export function safeKey(key: string): string {
  return oneLine(redactSecrets(key)).slice(0, longestCommand);
}

function safeFields<T extends object>(value: T, names: readonly (keyof T)[]): Partial<T> {
  const safe = names.flatMap((name) => {
    const text = value[name];
    return typeof text === 'string' ? [[name, safeText(text)]] : [];
  });
  return Object.fromEntries(safe) as Partial<T>;
}
