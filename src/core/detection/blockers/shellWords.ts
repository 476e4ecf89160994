// Splits a command line into words and operators, as a POSIX shell does; good enough for the lines
// of PowerShell and cmd. Expands nothing and runs nothing.

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'operator'; readonly text: Operator };

export type Operator = '&&' | '||' | '|' | ';' | '&' | '(' | ')';

/** A longer one is a program of its own; its beginning says what it is about. */
const longestLine = 8_192;

const operators: readonly (readonly [written: string, meant: Operator])[] = [
  ['&&', '&&'],
  ['||', '||'],
  ['|&', '|'],
  ['|', '|'],
  [';', ';'],
  ['\n', ';'],
  ['&', '&'],
  ['(', '('],
  [')', ')'],
];

const redirection = /^(?:\d{0,2}|&)(?:>>|>\||>&|<&|<>|>|<)/;
const heredoc = /^\d{0,2}<<(-?)\s*(['"]?)([\w.]+)\2/;

export function shellTokens(line: string): Token[] {
  const text = line.slice(0, longestLine).replace(/\\\r?\n/g, ' ');
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const rest = text.slice(position, position + 80);
    const here = heredoc.exec(rest);
    if (here) {
      position = afterHeredoc(text, position, here);
      continue;
    }
    const redirected = redirection.exec(rest);
    if (redirected) {
      position = afterTarget(text, position + redirected[0].length);
      continue;
    }
    const operator = operators.find(([written]) => text.startsWith(written, position));
    if (operator) {
      tokens.push({ kind: 'operator', text: operator[1] });
      position += operator[0].length;
    } else if (/\s/.test(text.charAt(position))) {
      position += 1;
    } else if (text.charAt(position) === '#') {
      position = endOfLine(text, position);
    } else {
      const word = readWord(text, position);
      tokens.push({ kind: 'word', text: word.text });
      position = word.end;
    }
  }
  return tokens;
}

function readWord(text: string, start: number): { text: string; end: number } {
  let word = '';
  let position = start;
  while (position < text.length) {
    const character = text.charAt(position);
    if (/[\s;&|()<>]/.test(character)) {
      break;
    }
    if (character === "'" || character === '"') {
      const end = closingQuote(text, position);
      word += unquoted(text.slice(position + 1, end), character);
      position = end + 1;
    } else if (character === '`' || text.startsWith('$(', position)) {
      const end = afterSubstitution(text, position);
      word += text.slice(position, end);
      position = end;
    } else if (character === '\\' && position + 1 < text.length) {
      // A Windows path keeps its separators.
      const next = text.charAt(position + 1);
      word += /[A-Za-z0-9]/.test(next) ? `\\${next}` : next;
      position += 2;
    } else {
      word += character;
      position += 1;
    }
  }
  // A lone operator character inside of nothing must not stop the loop.
  return position > start ? { text: word, end: position } : { text: '', end: start + 1 };
}

function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let position = start + 1; position < text.length; position += 1) {
    if (text.charAt(position) === '\\' && quote === '"') {
      position += 1;
    } else if (text.charAt(position) === quote) {
      return position;
    }
  }
  return text.length;
}

function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text;
}

function afterSubstitution(text: string, start: number): number {
  if (text.charAt(start) === '`') {
    const end = text.indexOf('`', start + 1);
    return end === -1 ? text.length : end + 1;
  }
  let depth = 0;
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '(') {
      depth += 1;
    } else if (character === ')') {
      depth -= 1;
      if (depth === 0) {
        return position + 1;
      }
    }
  }
  return text.length;
}

/** `2>&1` and `> "a file"` alike: what follows is no argument. */
function afterTarget(text: string, start: number): number {
  let position = start;
  while (text.charAt(position) === ' ') {
    position += 1;
  }
  return /[&|;()\s]/.test(text.charAt(position) || ' ') ? position : readWord(text, position).end;
}

/** The rest of its line is still the command; the body below it is not. */
function afterHeredoc(text: string, start: number, match: RegExpExecArray): number {
  const end = endOfLine(text, start);
  const body = text.slice(end);
  const closing = new RegExp(`\\n\\s*${(match[3] ?? '').replaceAll('.', '\\.')}(?:\\n|$)`).exec(
    body,
  );
  const bodyEnd = closing ? end + closing.index + closing[0].length : text.length;
  const restOfLine = text.slice(start + match[0].length, end);
  // Only operators can matter there (`<<EOF | tail`), and those are rare enough to be left out.
  return /[|;&]/.test(restOfLine) ? start + match[0].length : Math.max(bodyEnd - 1, end);
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
