import { appendFileSync } from 'node:fs';

/** A session that has begun and decided two things, after what the log of the sample project has. */
export function decideInSession(decisionsFile: string): void {
  const at = new Date().toISOString();
  appendFileSync(
    decisionsFile,
    [
      `[${at}] D7: SESSION_START | The tests of the user service`,
      `[${at}] D8: USER_DECISION | A session ends after twelve hours`,
      '- Context: Nobody signs out at the end of a shift',
      '- Decision: The service ends it by itself',
      '- Reason: A shift is twelve hours',
      '- Impact: One more sign-in a day',
      '- Source: User',
      `[${at}] D9: STEERING_EXCEPTION | The clock is read in the service`,
      '- Context: The tests need a clock of their own',
      '- Decision: Inject it in a later change',
      '- Reason: The office waits for the sign-in form',
      '- Impact: One test sleeps',
      '- Source: User',
      '- Steering-ref: tech.md, "Time"',
      '',
    ].join('\n'),
  );
}
