// Versions of CLIs, as far as they decide about flags.

/** From what `--version` prints: `2.1.325 (Claude Code)`, `codex-cli 0.166.0`. */
export function versionIn(text: string): string | undefined {
  return /\b(\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?)\b/.exec(text)?.[1];
}

/** An unknown one is taken for new. */
export function isAtLeast(version: string | undefined, least: string): boolean {
  if (version === undefined) {
    return true;
  }
  const [ours, theirs] = [numbersOf(version), numbersOf(least)];
  const first = ours.findIndex((number, index) => number !== theirs[index]);
  return first < 0 || (ours[first] ?? 0) > (theirs[first] ?? 0);
}

function numbersOf(version: string): number[] {
  return (version.split('-', 1)[0] ?? '').split('.').map(Number);
}
