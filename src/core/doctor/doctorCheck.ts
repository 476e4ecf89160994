// What a check of the doctor says: how it is, and how to mend it.

import type { Message } from '../support/message';

export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

export interface DoctorCheck {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: Message;
  /** There for all that is not as it should be. */
  readonly fix?: Message;
}

export const ok = (name: string, detail: Message): DoctorCheck => ({ name, status: 'ok', detail });

export const skip = (name: string, detail: Message): DoctorCheck => ({
  name,
  status: 'skip',
  detail,
});

export const warn = (name: string, detail: Message, fix: Message): DoctorCheck => ({
  name,
  status: 'warn',
  detail,
  fix,
});

export const fail = (name: string, detail: Message, fix: Message): DoctorCheck => ({
  name,
  status: 'fail',
  detail,
  fix,
});
