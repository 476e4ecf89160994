// The two kinds of failure: what a user can mend (UserError), and bugs (everything else).

import { type Message, render } from './message';

/** Its message says what happened and what to do next; `reason` is stable, for programs. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly reason: string;
  readonly text: Message;
  /** What another program said, as it said it. */
  readonly detail: string | undefined;

  constructor(reason: string, text: Message, detail?: string) {
    super(render(text));
    this.reason = reason;
    this.text = text;
    this.detail = detail;
  }

  /** By name, not by instanceof: bundles carry their own copy of this class. */
  static is(error: unknown, reason?: string): error is UserError {
    return (
      error instanceof Error &&
      error.name === 'UserError' &&
      (reason === undefined || (error as UserError).reason === reason)
    );
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code !== undefined && codes.includes(code);
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
