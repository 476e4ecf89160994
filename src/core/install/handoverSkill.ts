// The skill that writes the handover together with the person, as the design of session persistence
// describes it: collect, ask, write, log, report.

import { type Calls, frontmatter } from './commandTexts';

const description =
  'Write the session handover with the user (session.md, archive, SESSION_END). Use when the user runs /sdd-handover, ends a session, hands the work over, or asks to write or polish the handover.';

export function handoverSkill(calls: Calls, preface: string): string {
  const head = frontmatter(
    { name: 'sdd-handover', description, allowed: ['status', 'status --json', 'load'] },
    calls,
    ['Bash(git status:*)', 'Bash(git log:*)', 'Bash(git diff --stat:*)', 'Read', 'Glob', 'Grep'],
  );
  return `${head}
# Session handover

${preface}Writes a handover that the next session, the next person or another machine can start from. The folder is
the \`handover_folder\` that \`${calls.short} status --json\` names: run that first, and use no other. SDD_DIR
is the folder that it is in. If the output says that Baton is not installed, or begins with \`baton:\`, tell
the user that and stop. State of the pipeline stays in each \`spec.yaml\`; it is not copied into the handover.

With the argument \`resume\`, do not write: read session.md, the active \`verdicts.md\`, the last 10 entries
of decisions.md, buffer.md and, with a roadmap, every spec.yaml; then go on from Immediate Next Action.

## 1. Collect, without asking

- \`${calls.short} status\`: saved state, decisions, blockers.
- git: branch, \`git status --short\`, the commits of this session, changed files. Without a repository, leave
  this out.
- \`<SDD_DIR>/project/specs/*/spec.yaml\` and \`<SDD_DIR>/specs/*/spec.yaml\`: phase, blocked_info. Roadmap and
  steering files that changed. The last test results in this conversation.
- The existing session.md: Key Decisions, Warnings, Tone and Nuance and Steering Exceptions are carried
  forward word for word, unless the user says that they are over.

## 2. Ask the user five things

Offer your own draft of each answer, so that a "yes" is enough.

1. What was accomplished?
2. What is the immediate next action: one command or step?
3. Which decisions and warnings must the next session know?
4. Tone and nuance: what mattered to the user, beyond the facts?
5. Where did we leave the steering on purpose, and why?

## 3. Write

1. Archive an existing session.md to \`sessions/YYYY-MM-DD.md\`; if that is there, \`-2\`, \`-3\` and so on.
   Never overwrite an archive.
2. Write session.md. No \`**Mode**\` line: its absence says that a person polished it. Keep sections that
   people added.

\`\`\`markdown
# Session Handover
**Generated**: YYYY-MM-DD
**Branch**: …
**Session Goal**: …

## Direction
### Immediate Next Action
### Active Goals
### Key Decisions
**Continuing from previous sessions:**
**Added this session:**
### Warnings

## Session Context
### Tone and Nuance
### Steering Exceptions

## Accomplished
### Modified Files

## Resume Instructions
\`\`\`

   Key Decisions name the entry of decisions.md, such as D12. Resume Instructions are one to three steps.
3. Append to decisions.md, after its last line, with the next free number. Change nothing that is there.

\`\`\`
[2026-01-15T18:00:00+00:00] D13: SESSION_END | one line of what this session did
- Context: …
- Decision: …
- Source: /sdd-handover
\`\`\`

   Decisions of the user that are not there yet get their own entry first: USER_DECISION, DIRECTION_CHANGE,
   STEERING_UPDATE or STEERING_EXCEPTION (with Steering-ref), each with Reason and Impact.

## 4. Report

Where session.md is, where the archive is, what was captured in one line each, and that the next session
loads it by itself. Then offer \`/session:save sync\`, so that it travels.

Write in the language of the conversation; headings and field names stay as they are above.
`;
}
