// One thing that recovery runs, and what it is called. Pure.

export type RecoveryStep =
  /** `argv` is for a terminal that a person sees; never for a shell. */
  | { readonly kind: 'agent'; readonly agent: string; readonly argv: readonly string[] }
  /** From the user's own settings, for their shell. */
  | { readonly kind: 'command'; readonly command: string };

export function nameOf(step: RecoveryStep): string {
  return step.kind === 'agent' ? step.agent : step.command;
}
