// Looks for secrets in what a commit would add. Files are read here, because starting git once more
// costs more than reading a few of them; git is asked only about files in which something was found.

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { scanFile, type SecretHit } from '../detection/secrets/secretScan';
import type { Git } from '../git/git';
import { readRegularFile } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';

export interface FoundSecret {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly kind: Message;
}

/** Stops a commit. It tells where, and never what. */
export class SecretsFound extends UserError {
  readonly found: readonly FoundSecret[];

  constructor(found: readonly FoundSecret[]) {
    const [first] = found;
    const place = `${first?.file ?? ''}:${first?.line ?? 1}`;
    const kind = first?.kind ?? '';
    const more = found.length - 1;
    super(
      'secrets',
      more === 0
        ? msg(
            'Nothing was committed: {0} looks like it holds a secret ({1}). Take it out, list the file in .gitignore, or allow it with --allow-secrets.',
            place,
            kind,
          )
        : msg(
            'Nothing was committed: {0} looks like it holds a secret ({1}), and so do {2} more places. Take them out, list the files in .gitignore, or allow them with --allow-secrets.',
            place,
            kind,
            more,
          ),
    );
    this.found = found;
  }
}

export interface Candidates {
  readonly root: string;
  /** Every line of these is new. */
  readonly added: readonly string[];
  /** Of these only the lines that differ from the last commit are. */
  readonly changed: readonly string[];
}

const maxBytes = 8 * 1024 * 1024;

export async function secretsInFiles(
  git: Git,
  { root, added, changed }: Candidates,
): Promise<{ found: FoundSecret[]; tooLarge: string[] }> {
  const found: FoundSecret[] = [];
  const tooLarge: string[] = [];
  const hitsIn = (file: string): readonly SecretHit[] => {
    const text = readText(path.join(root, file));
    if (text === 'too large') {
      tooLarge.push(file);
      return [];
    }
    return text === undefined ? [] : scanFile(file, text.content);
  };
  const report = (file: string, hits: readonly SecretHit[]) => {
    found.push(...hits.map(({ line, kind }) => ({ file, line, kind })));
  };
  for (const file of added) {
    report(file, hitsIn(file));
  }
  for (const file of changed) {
    const hits = hitsIn(file);
    if (hits.length > 0) {
      const changes = await changedRanges(git, file);
      const isNew = ({ line, lastLine }: SecretHit) =>
        changes.some(({ first, last }) => line <= last && lastLine >= first);
      report(file, hits.filter(isNew));
    }
  }
  return { found: found.filter(isFirstOfLine), tooLarge };
}

function isFirstOfLine({ file, line }: FoundSecret, index: number, all: FoundSecret[]): boolean {
  return all.findIndex((each) => each.file === file && each.line === line) === index;
}

function readText(file: string): { content: string } | 'too large' | undefined {
  try {
    // Of a link only its target is committed.
    if (!lstatSync(file).isFile()) {
      return undefined;
    }
    const { content } = readRegularFile(file, maxBytes);
    return content === undefined ? 'too large' : { content: decode(content) };
  } catch {
    // Gone since git looked at it: then it is not committed either.
    return undefined;
  }
}

function decode(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe
    ? bytes.toString('utf16le')
    : bytes.toString('utf8');
}

/** Which lines of the file in the working tree the last commit does not have. */
async function changedRanges(git: Git, file: string): Promise<{ first: number; last: number }[]> {
  const diff = await git.run([
    '--literal-pathspecs',
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--no-renames',
    '--unified=0',
    'HEAD',
    '--',
    file,
  ]);
  const ranges = [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, first = '0', count = '1']) => ({
      first: Number(first),
      last: Number(first) + Number(count) - 1,
    }),
  );
  // A file that git takes for binary has no hunks.
  return ranges.length === 0 ? [{ first: 1, last: Infinity }] : ranges;
}
