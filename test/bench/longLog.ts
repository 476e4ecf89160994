/** A decisions.md of that many entries, as it grows over years. */
export function longLog(decisions: number): string {
  return Array.from({ length: decisions }, (_, index) => entry(index + 1)).join('\n');
}

function entry(number: number): string {
  return [
    `[2026-01-15T10:30:00Z] D${number}: USER_DECISION | Decision number ${number}`,
    '- Context: The reviewers asked for a simpler way to do this',
    '- Decision: Do it the simple way',
    '- Reason: Fewer parts break less often',
    '- Impact: Two modules go away',
    '- Source: user',
    '',
  ].join('\n');
}
