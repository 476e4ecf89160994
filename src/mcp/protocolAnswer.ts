// What is answered where the protocol knows no result with an error in it: resources and prompts fail
// as a whole, in the same words as a tool.

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { UserError } from '../core/support/errors';
import type { Logger } from '../core/support/logger';
import { sentenceAbout } from './toolAnswer';

export async function protocolAnswer<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = UserError.is(error)
      ? ProtocolErrorCode.InvalidRequest
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, sentenceAbout(error, logger));
  }
}
