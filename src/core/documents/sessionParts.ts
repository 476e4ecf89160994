// The parts that session.md has, by their English names, in the order in which Baton writes them.

export type SectionPath = readonly [top: string, sub?: string];

export const sessionParts = {
  direction: ['Direction'],
  nextAction: ['Direction', 'Immediate Next Action'],
  activeGoals: ['Direction', 'Active Goals'],
  keyDecisions: ['Direction', 'Key Decisions'],
  warnings: ['Direction', 'Warnings'],
  context: ['Session Context'],
  tone: ['Session Context', 'Tone and Nuance'],
  steeringExceptions: ['Session Context', 'Steering Exceptions'],
  accomplished: ['Accomplished'],
  modifiedFiles: ['Accomplished', 'Modified Files'],
  resume: ['Resume Instructions'],
} as const satisfies Record<string, SectionPath>;

export const orderedParts: readonly SectionPath[] = Object.values(sessionParts);

export const sessionTitle = 'Session Handover';

export const headerNames = ['Generated', 'Branch', 'Session Goal', 'Mode'] as const;
export type HeaderName = (typeof headerNames)[number];

export const autoDraft = 'auto-draft';

export function nameOf(path: SectionPath): string {
  return path[1] ?? path[0];
}
