// Versions of CLIs, as they tell them, and which of two is the later one.

/** From what `--version` prints: `2.1.325 (Claude Code)`, `codex-cli 0.166.0`. */
export function versionIn(text: string): string | undefined {
  return /\b(\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?)\b/.exec(text)?.[1];
}

/** An unknown one is taken for new. What comes before a release is older than the release. */
export function isAtLeast(version: string | undefined, least: string): boolean {
  if (version === undefined) {
    return true;
  }
  const [ours, theirs] = [partsOf(version), partsOf(least)];
  return (
    (inOrder(ours.release, theirs.release) ||
      Number(ours.before.length === 0) - Number(theirs.before.length === 0) ||
      inOrder(ours.before, theirs.before)) >= 0
  );
}

function partsOf(version: string) {
  const dash = version.indexOf('-');
  const words = (text: string) => (text === '' ? [] : text.split('.'));
  return dash < 0
    ? { release: words(version), before: [] }
    : { release: words(version.slice(0, dash)), before: words(version.slice(dash + 1)) };
}

/** Below 0 where the first is the older one: numbers by their value and before words, fewer before more. */
function inOrder(ours: readonly string[], theirs: readonly string[]): number {
  const length = Math.max(ours.length, theirs.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [ours[index], theirs[index]];
    if (one === undefined || other === undefined) {
      return one === undefined ? -1 : 1;
    }
    if (one !== other) {
      return compareWords(one, other);
    }
  }
  return 0;
}

function compareWords(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) {
    return Number(one) - Number(other);
  }
  return isNumber === isOtherNumber ? (one < other ? -1 : 1) : isNumber ? -1 : 1;
}
