// Text from files and models, made safe to print: no control characters, so no terminal escapes.

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

/** Colours, and links that a terminal shows as words. */
const escapes =
  // eslint-disable-next-line no-control-regex
  /(?:\u001B\[|\u009B)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001B\][^\u0007\u001B\n]{0,2000}(?:\u0007|\u001B\\)/g;

/** Keeps line feeds and tabs. To be redacted after this: what it takes out may stand within a secret. */
export function plainText(text: string): string {
  // Nearly all texts have none of these.
  return control.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(escapes, '').replace(new RegExp(control, 'g'), '')
    : text;
}

/** For a row of a list: the first line, its spaces folded. */
export function oneLine(text: string): string {
  return plainText(text).trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? '';
}

/** One line that is never longer than this. */
export function shortLine(text: string, longest = 200): string {
  const line = oneLine(text);
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}
