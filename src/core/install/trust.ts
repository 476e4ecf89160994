// What a person has to allow in an agent before it runs what was installed into it.

import { existsSync, realpathSync } from 'node:fs';
import { UserError } from '../support/errors';
import type { Message } from '../support/message';
import { seeFile } from './fileChange';
import type { ScopeFacts } from './installPaths';

export type TrustFacts = ScopeFacts;

export interface TrustProblem {
  readonly detail: Message;
  readonly fix: Message;
}

/** Empty where there is none or it cannot be read: other checks tell that. */
export function readQuietly(file: string): string {
  try {
    return existsSync(file) ? (seeFile(file, undefined).text ?? '') : '';
  } catch (error) {
    if (UserError.is(error)) {
      return '';
    }
    throw error;
  }
}

export function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
