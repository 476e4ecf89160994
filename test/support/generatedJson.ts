/** A pseudo-random source that gives the same numbers for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const words = [
  'model',
  'env',
  'permissions',
  'hooks2',
  'é 한글',
  '"q"',
  'back\\slash',
  '',
  'allow',
];

function randomValue(random: (below: number) => number, depth: number): unknown {
  switch (random(depth > 0 ? 7 : 5)) {
    case 0:
      return words[random(words.length)];
    case 1:
      return random(1000) / 8 - 20;
    case 2:
      return true;
    case 3:
      return null;
    case 4:
      return random(2) === 0 ? {} : [];
    case 5:
      return Array.from({ length: random(4) }, () => randomValue(random, depth - 1));
    default:
      return randomObject(random, depth - 1);
  }
}

export function randomObject(random: (below: number) => number, depth: number): object {
  const keys = Array.from({ length: random(4) }, () => words[random(words.length)] ?? '');
  return Object.fromEntries(keys.map((key) => [key, randomValue(random, depth)]));
}

/** As some program or person might have written it: any indentation, line end, spaces anywhere. */
export function randomlyWritten(value: unknown, random: (below: number) => number): string {
  const eol = ['\n', '\r\n'][random(2)] ?? '\n';
  const bom = random(8) === 0 ? '\uFEFF' : '';
  const end = ['', eol, eol + eol, ' '][random(4)] ?? '';
  const unit = ['  ', '    ', '\t', ' '][random(4)] ?? '  ';
  const style = random(4);
  if (style < 2) {
    const text = style === 0 ? JSON.stringify(value) : JSON.stringify(value, null, unit);
    return bom + text.replaceAll('\n', eol) + end;
  }
  const space = () => ['', ' ', '  ', eol, `${eol}${unit}`, '\t'][random(6)] ?? '';
  const write = (each: unknown): string => {
    if (Array.isArray(each)) {
      return `[${space()}${each.map((item) => write(item) + space()).join(`,${space()}`)}]`;
    }
    if (typeof each === 'object' && each !== null) {
      const items = Object.entries(each).map(
        ([key, item]) => `${JSON.stringify(key)}${space()}:${space()}${write(item)}${space()}`,
      );
      return `{${space()}${items.join(`,${space()}`)}}`;
    }
    return JSON.stringify(each);
  };
  return `${bom}${space()}${write(value)}${end}`;
}
