// A time in one of our files.

import * as z from 'zod/mini';
import { msg } from '../support/message';
import { isTimestamp } from '../support/time';

export const expectedTime = msg('an ISO-8601 time such as 2026-01-15T14:30:00Z');

export const timestamp = z.string().check(z.refine(isTimestamp, expectedTime.template));
