// Versions of CLIs, as they tell them.

/** From what `--version` prints: `2.1.325 (Claude Code)`, `codex-cli 0.166.0`. */
export function versionIn(text: string): string | undefined {
  return /\b(\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?)\b/.exec(text)?.[1];
}
