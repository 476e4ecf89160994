// The types of entries in decisions.md. No schema: hooks read that file, too.

export const decisionTypes = [
  'USER_DECISION',
  'STEERING_UPDATE',
  'DIRECTION_CHANGE',
  'ESCALATION_RESOLVED',
  'STEERING_EXCEPTION',
  'REVISION_INITIATED',
  'SESSION_START',
  'SESSION_END',
] as const;
