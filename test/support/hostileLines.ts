const long = 300_000;

/** Lines on which a careless pattern takes quadratic time: minutes at this length. */
export const hostileLines: readonly string[] = [
  `[x]${'*'.repeat(long)}x D1`,
  `[x] ${' '.repeat(long)}x D1`,
  `[2026-01-15]${'* '.repeat(long)}D1`,
  `- ${' '.repeat(long)}[1] D1`,
  `${'#'.repeat(long)} [1] D1`,
  `[1] D1: ${'A'.repeat(long)}`,
  `[1] D1: X |${' '.repeat(long)}x`,
  `${'['.repeat(long)} D1`,
  `# a${' '.repeat(long)}x`,
  `# a ${'#'.repeat(long)}x`,
  `# ${'# '.repeat(long)}`,
  `**Branch**:${' '.repeat(long)}x`,
  `**${'a:'.repeat(long)}`,
  '**'.repeat(long),
  `${'`'.repeat(long)}x`,
  `- ${'a-'.repeat(long)}`,
  `[2026-01-15T10:30:00Z] D1: USER_DECISION | s\n- Reason:${' '.repeat(long)}x\n${' '.repeat(long)}y`,
];
