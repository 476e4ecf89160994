// The sample project's handover: what the last session tells the next one.

interface Decision {
  hoursAgo: number;
  type: string;
  summary: string;
  fields: Readonly<Record<string, string>>;
}

const decisions: readonly Decision[] = [
  {
    hoursAgo: 52,
    type: 'SESSION_START',
    summary: 'First session on user authentication',
    fields: { Context: 'Change 00027 was accepted', Decision: 'Begin with the model' },
  },
  {
    hoursAgo: 51,
    type: 'USER_DECISION',
    summary: 'Passwords are hashed with scrypt',
    fields: {
      Context: 'Task 1.3 needs an algorithm',
      Decision: "Use scrypt of Node's own crypto module",
      Reason: 'No native dependency to build on the harbor office machines',
      Impact: 'Signing in takes about 80 ms',
      Source: 'User',
    },
  },
  {
    hoursAgo: 29,
    type: 'STEERING_UPDATE',
    summary: 'Errors never name the user',
    fields: {
      Context: 'Review of the sign-in messages',
      Decision: 'The same message for an unknown name and a wrong password',
      Reason: 'Messages must not tell which names exist',
      Impact: 'tech.md, section "Messages"',
      Source: 'Review',
    },
  },
  {
    hoursAgo: 28,
    type: 'DIRECTION_CHANGE',
    summary: 'Signing in through other providers is left out',
    fields: {
      Context: 'The change had grown to 19 tasks',
      Decision: 'Only name and password in this change',
      Reason: 'The office needs it before the season starts',
      Impact: '12 tasks remain; a later change takes the rest',
      Source: 'User',
    },
  },
  {
    hoursAgo: 5,
    type: 'STEERING_EXCEPTION',
    summary: 'The user service keeps users in memory',
    fields: {
      Context: 'Task 2.2 before the store is ready',
      Decision: 'A map in memory until task 2.5',
      Reason: 'The sign-in form can be tried earlier',
      Impact: 'Users are lost on a restart',
      Source: 'Lead',
      'Steering-ref': 'structure.md, "State lives in the store"',
    },
  },
  {
    hoursAgo: 1,
    type: 'SESSION_END',
    summary: 'Signing in works, its tests are missing',
    fields: { Context: '5 of 12 tasks are done', Decision: 'Go on with task 2.3' },
  },
];

export function isoTime(now: Date, hoursAgo: number): string {
  return new Date(now.getTime() - hoursAgo * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
}

function decisionsLog(now: Date): string {
  const entries = decisions.map(({ hoursAgo, type, summary, fields }, index) => {
    const lines = Object.entries(fields).map(([name, value]) => `- ${name}: ${value}`);
    return [`[${isoTime(now, hoursAgo)}] D${index + 1}: ${type} | ${summary}`, ...lines].join('\n');
  });
  return `# Decisions\n\n${entries.join('\n\n')}\n`;
}

function sessionNotes(now: Date, branch: string): string {
  return `# Session Handover
**Generated**: ${isoTime(now, 1).slice(0, 10)}
**Branch**: ${branch}
**Session Goal**: People can sign in with a name and a password

## Direction
### Immediate Next Action
Write the tests of the user service (task 2.3 in openspec/changes/00027-user-auth/tasks.md)

### Active Goals
- User authentication: 5 of 12 tasks
- Nobody moves a ship without having signed in

### Key Decisions
**Continuing from previous sessions:**
1. Passwords are hashed with scrypt, no native dependency (D2)
2. Messages never tell which names exist (D3)

**Added this session:**
3. Other providers are left to a later change (D4)
4. The user service keeps users in memory until task 2.5 (D5)

### Warnings
- Users are lost on a restart until the store is ready
- The berth list is still open to everybody

## Session Context
### Tone and Nuance
The office is friendly but short of time: small steps that can be shown.

### Steering Exceptions
- "State lives in the store" is set aside until task 2.5 (D5)

## Accomplished
- User model with hashed passwords
- Signing in and out through the user service

### Modified Files
- src/userModel.ts
- src/userService.ts

## Resume Instructions
1. Run the tests and look at the one that fails
2. Go on with task 2.3
`;
}

/** What the session before the last one told. */
function earlierNotes(now: Date, branch: string): string {
  return `# Session Handover
**Generated**: ${earlierDate(now)}
**Branch**: ${branch}
**Session Goal**: People can sign in with a name and a password

## Direction
### Immediate Next Action
Begin with the user model (task 1.1 in openspec/changes/00027-user-auth/tasks.md)

### Key Decisions
**Added this session:**
1. Passwords are hashed with scrypt, no native dependency (D2)

## Accomplished
- The change was accepted and divided into tasks

## Resume Instructions
1. Read the proposal
`;
}

function earlierDate(now: Date): string {
  return isoTime(now, 50).slice(0, 10);
}

export function handoverFiles(now: Date, branch: string): Record<string, string> {
  return {
    '.claude/sdd/handover/session.md': sessionNotes(now, branch),
    '.claude/sdd/handover/decisions.md': decisionsLog(now),
    [`.claude/sdd/handover/sessions/${earlierDate(now)}.md`]: earlierNotes(now, branch),
  };
}
