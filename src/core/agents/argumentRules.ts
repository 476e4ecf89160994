// What may stand in a command line of an agent: nothing of others can become an option, and nothing
// is there that a system could not pass on.

import path from 'node:path';
import { UserError } from '../support/errors';
import { msg } from '../support/message';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Ids of a user's own CLI. */
const plainId = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** All four CLIs name their sessions so; anything else might be a name, a number or an option. */
export function uuidArgument(id: string): string {
  return checked(id, uuid);
}

export function idArgument(id: string): string {
  return checked(id, plainId);
}

function checked(id: string, pattern: RegExp): string {
  if (!pattern.test(id)) {
    throw new UserError(
      'bad-session-id',
      msg(
        'This is not the id of a session: {0}. List them with "baton agent sessions".',
        JSON.stringify(id.slice(0, 80)),
      ),
    );
  }
  return id;
}

/** An absolute path begins with no dash. */
export function fileArgument(file: string): string {
  if (!path.isAbsolute(file)) {
    throw new Error(`Not an absolute path: ${file}`);
  }
  return promptArgument(file);
}

/** Linux takes no more in one argument, and Windows less in all of them. */
const longestPrompt = process.platform === 'win32' ? 20_000 : 120_000;

export function promptArgument(prompt: string): string {
  if (prompt.includes('\0')) {
    throw new UserError(
      'bad-prompt',
      msg('The prompt has a NUL character in it, which no command line can have. Remove it.'),
    );
  }
  if (Buffer.byteLength(prompt) > longestPrompt) {
    throw new UserError(
      'long-prompt',
      msg(
        'The prompt is longer than {0} bytes, which is too much for a command line. Put it into a file and name that file, or run the agent without a terminal.',
        longestPrompt,
      ),
    );
  }
  return prompt;
}

/** `--name=value`, in one argument, so that the value cannot be an option. */
export function joined(option: string, prompt: string | undefined): string[] {
  return prompt === undefined ? [] : [`${option}=${promptArgument(prompt)}`];
}

/** After `--` nothing is an option any more. */
export function afterDashes(...words: readonly (string | undefined)[]): string[] {
  const given = words.filter((word) => word !== undefined);
  return given.length === 0 ? [] : ['--', ...given.map(promptArgument)];
}
