// The sample project's local state, which is never committed.

import { isoTime } from './handoverFiles';

export interface LocalStateInput {
  now: Date;
  directory: string;
  branch: string;
  commit: string;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function localState(input: LocalStateInput): Record<string, string> {
  const blocker = {
    type: 'test_failure',
    severity: 'high',
    description: 'A test of the user service fails: the session does not end',
    error_pattern: '1 failing',
    resolution: 'Inject the clock into UserService, then run "npm test" again',
    appeared_after: 'Sessions that end after eight hours were tried',
    detected_at: isoTime(input.now, 2),
    auto_detected: true,
    recovery_agent: 'tester',
    recovery_attempted: 0,
    max_recovery_attempts: 3,
  };
  return {
    '.claude/session-state.json': json(sessionState(input, blocker)),
    '.claude/session-context.json': json(sessionContext(input, blocker.description)),
    '.claude/state/blockers.json': json({ version: 1, open: [blocker], closed: [] }),
  };
}

function sessionState({ now, branch, commit }: LocalStateInput, blocker: object): object {
  return {
    mode: 'quick',
    saved_at: isoTime(now, 1),
    git_branch: branch,
    git_commit: commit,
    git_pushed: false,
    openspec: '00027',
    openspec_status: 'IN_PROGRESS',
    working_on: 'User authentication: signing in with a name and a password',
    next_steps: ['Write the tests of UserService', 'Build the sign-in form'],
    blocker,
    completed_tasks: [
      'Write the user model',
      'Store users beside the berths',
      'Hash passwords',
      'Write the API client',
      'Sign in and out',
    ],
    pending_tasks: [
      'Test the user service',
      'End a session after eight hours',
      'Refuse a change without a session',
      'Sign-in form',
      'Show who is signed in',
      'Document the sign-in',
      'Release note',
    ],
    task_progress: { completed: 5, total: 12, percentage: 42 },
  };
}

function sessionContext({ now, directory }: LocalStateInput, blocker: string): object {
  return {
    meta: {
      version: '2.0',
      saved_at: isoTime(now, 1),
      session_id: '6f1c2a54-8b1e-4c39-9d57-2f0a7c3e9b10',
      project: directory,
    },
    goal: {
      original_request: 'Let people sign in, so that we know who moved a ship',
      current_objective: 'Test the user service',
    },
    progress: {
      done: ['User model', 'Hashed passwords', 'Signing in and out'],
      current: ['Tests of the user service'],
      pending: ['Sign-in form', 'Documentation'],
    },
    decisions: [
      {
        what: "Passwords are hashed with scrypt of Node's own crypto module",
        why: 'No native dependency to build on the harbor office machines',
        rejected: ['bcrypt', 'argon2'],
      },
      {
        what: 'Only name and password in this change',
        why: 'The office needs it before the season starts',
        rejected: ['Signing in through another provider'],
      },
    ],
    discoveries: [
      {
        file: 'src/userService.ts',
        insight: 'The clock is read directly, so a test cannot move it',
        timestamp: isoTime(now, 2),
      },
      {
        file: 'src/berths.ts',
        insight: 'Berths do not know who changed them',
        timestamp: isoTime(now, 4),
      },
    ],
    state: {
      recent_files: ['src/userService.ts', 'src/userModel.ts'],
      blockers: [blocker],
      errors: ['AssertionError: expected the session to have ended'],
    },
  };
}
