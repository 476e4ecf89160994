// Our patterns in the language of `grep -E`, so that both look for the same. Looking ahead and back
// is left out, and bounded repeats become unbounded ones: grep is given the easier task.

export function toExtendedRegExp(source: string): string {
  let result = '';
  for (let position = 0; position < source.length;) {
    const rest = source.slice(position);
    const group = /^\(\?(?::|<\w+>)/.exec(rest);
    const repeat = /^\{(\d+),(\d+)\}/.exec(rest);
    if (/^\(\?<?[=!]/.test(rest)) {
      position += lengthOfGroup(rest);
    } else if (group) {
      result += '(';
      position += group[0].length;
    } else if (repeat) {
      result += Number(repeat[2]) < 20 ? repeat[0] : repeat[1] === '0' ? '*' : '+';
      position += repeat[0].length;
    } else if (rest.startsWith('[')) {
      const end = /^\[\^?\]?(?:\\.|[^\]])*\]/.exec(rest)?.[0] ?? '[';
      result += toBracket(end);
      position += end.length;
    } else if (rest.startsWith('\\')) {
      result += escapes[rest.charAt(1)] ?? rest.slice(0, 2);
      position += 2;
    } else {
      const isLazy = rest.startsWith('?') && /[*+?}]$/.test(result);
      result += isLazy ? '' : rest.charAt(0);
      position += 1;
    }
  }
  return result;
}

const escapes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  s: '[[:space:]]',
  S: '[^[:space:]]',
  w: '[[:alnum:]_]',
  t: '\t',
  '/': '/',
  '-': '-',
  '#': '#',
  '"': '"',
};

function toBracket(text: string): string {
  const isNegated = text.startsWith('[^');
  const inside = text.slice(isNegated ? 2 : 1, -1);
  const plain = inside.replace(/\\(.)/g, (_, character: string) =>
    character === 's'
      ? '[:space:]'
      : character === 'w'
        ? '[:alnum:]_'
        : character === 'd'
          ? '0-9'
          : character,
  );
  // A closing bracket has to come first, a dash last.
  const first = inside.includes('\\]') ? ']' : '';
  const last = inside.includes('\\-') || inside.endsWith('-') ? '-' : '';
  const middle = plain.replace(first && ']', '').replace(last && /-(?=$)|(?<=\\)-/, '');
  return `[${isNegated ? '^' : ''}${first}${middle}${last}]`;
}

function lengthOfGroup(text: string): number {
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    position += character === '\\' ? 1 : 0;
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth === 0) {
      return position + 1;
    }
  }
  return text.length;
}
