// A command as a question shows it: on one line, so that nothing of it is out of sight. Pure.

export interface ShownCommand {
  readonly text: string;
  /** It is not shown letter by letter: what runs is longer, or has lines of its own. */
  readonly isChanged: boolean;
}

export const longestShown = 400;

/** What takes room or none without being seen: a command can hide behind it. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu;

export function shownCommand(command: string, longest = longestShown): ShownCommand {
  const line = command
    .trim()
    .replace(/\s+/g, (blanks) => (/[\n\r]/.test(blanks) ? ' ⏎ ' : ' '))
    .replace(unseen, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`);
  const text = line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
  return { text, isChanged: text !== command.trim() };
}
