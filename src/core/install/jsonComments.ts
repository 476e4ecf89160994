// Comments in the JSON of agents that allow them. They are white space to whoever looks for values, and
// words of the user to whoever changes the text.

/** Strings are skipped, so that what looks like a comment in one is none. */
const pattern = /"(?:[^"\\\r\n]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g;

/** With a space for each character of a comment: every other character keeps its place. */
export function withoutComments(text: string): string {
  return text.includes('/')
    ? text.replace(pattern, (found) =>
        found.startsWith('"') ? found : found.replace(/[^\r\n]/g, ' '),
      )
    : text;
}

/** What the user wrote there, without the space around it. */
export function commentsIn(text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([found]) => (found.startsWith('"') ? [] : [found]));
}

/** One that stands behind a value, on the same line and with nothing after it. */
export function commentBehind(text: string, at: number): string {
  behind.lastIndex = at;
  return behind.exec(text)?.[0] ?? '';
}

const behind = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*\r?\n))/y;
