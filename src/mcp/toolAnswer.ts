// What a tool answers: its result as JSON, or why there is none, for the model to act on. What went
// wrong inside is logged, not told.

import type { CallToolResult } from '@modelcontextprotocol/server';
import { UserError } from '../core/support/errors';
import type { Logger } from '../core/support/logger';

export async function toolAnswer(
  logger: Logger,
  work: () => Promise<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    const structuredContent = await work();
    return { ...saying(JSON.stringify(structuredContent)), structuredContent };
  } catch (error) {
    return { ...saying(sentenceAbout(error, logger)), isError: true };
  }
}

export function sentenceAbout(error: unknown, logger: Logger): string {
  if (UserError.is(error)) {
    return [error.message, ...(error.detail ? [error.detail.slice(0, longestDetail)] : [])].join(
      '\n\n',
    );
  }
  logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 'Baton failed unexpectedly, and its log (stderr) says where. Tell the user instead.';
}

/** Of what another program said. */
const longestDetail = 4_000;

function saying(text: string): Pick<CallToolResult, 'content'> {
  return { content: [{ type: 'text', text }] };
}
