// What a tool of Codex answered. Exit codes are in the head of the text.

import { embeddedRecord, integerOf, recordOf, recordsOf, stringOf } from './lineValues';
import type { ActionResult } from './transcriptEvent';

const refused =
  /^(?:apply_patch verification failed|unsupported |failed |error\b|execution error|exec_command failed|Script failed|aborted by user)/i;

/** Undefined while the command still runs: what came of it is told later. */
export function codexResult(output: unknown): ActionResult | undefined {
  const whole =
    typeof output === 'string'
      ? output
      : recordsOf(output)
          .map((part) => stringOf(part.text))
          .join('\n') || stringOf(recordOf(output).content);
  const older = whole.startsWith('{') ? embeddedRecord(whole) : {};
  if (typeof older.output === 'string') {
    return result(integerOf(recordOf(older.metadata).exit_code), older.output);
  }
  const body = /^Output:\n/m.exec(whole.slice(0, 2000));
  const head = body ? whole.slice(0, body.index) : '';
  if (/^Process running with session ID/m.test(head)) {
    return undefined;
  }
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(head)?.[1];
  const text = body ? whole.slice(body.index + body[0].length) : whole;
  return result(code === undefined ? undefined : Number(code), text, refused.test(whole));
}

function result(exitCode: number | undefined, text: string, failed = false): ActionResult {
  return { failed: exitCode === undefined ? failed : exitCode !== 0, exitCode, text };
}
