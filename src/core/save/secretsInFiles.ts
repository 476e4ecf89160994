// Looks for secrets in what a commit would add. Files are read here, because starting git once more
// costs more than reading a few of them; git is asked only about files in which something was found.

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { scanFile, type SecretHit } from '../detection/secrets/secretScan';
import type { Git } from '../git/git';
import type { Change } from '../git/gitStatus';
import { readRegularFile } from '../stores/regularFile';
import { UserError } from '../support/errors';
import { type Message, msg, render } from '../support/message';
import { plainText } from '../support/plainText';

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
      more === 0 ? undefined : toList(found),
    );
    this.found = found;
  }
}

const mostListed = 50;

function toList(found: readonly FoundSecret[]): string {
  const rows = found
    .slice(0, mostListed)
    .map(({ file, line, kind }) => `${plainText(file)}:${line}: ${render(kind)}`);
  return [...rows, ...(found.length > mostListed ? ['…'] : [])].join('\n');
}

export interface Candidates {
  readonly root: string;
  /** New files; every line of them counts. */
  readonly added: readonly string[];
  /** Of these only the lines that differ from the last commit count. */
  readonly changes: readonly Change[];
}

export interface Searched {
  readonly found: readonly FoundSecret[];
  /** Too large, or not to be read. */
  readonly unscanned: readonly string[];
}

const maxBytes = 8 * 1024 * 1024;

export async function secretsInFiles(
  git: Git,
  { root, added, changes }: Candidates,
): Promise<Searched> {
  const found = new Map<string, FoundSecret>();
  const unscanned: string[] = [];
  const search = async (
    file: string,
    bytes: Buffer | 'unknown',
    ranges: () => Promise<readonly Range[]>,
  ) => {
    if (bytes === 'unknown') {
      unscanned.push(file);
    }
    const hits = scanFile(file, bytes === 'unknown' ? '' : decode(bytes));
    const isNew = hits.length > 0 ? isWithin(await ranges()) : undefined;
    for (const hit of hits) {
      if (isNew?.(hit)) {
        const { line, kind } = hit;
        const key = `${file}:${line}`;
        found.set(key, found.get(key) ?? { file, line, kind });
      }
    }
  };
  for (const file of added) {
    const { bytes = 'unknown' } = readFile(path.join(root, file));
    await search(file, bytes, everyLine);
  }
  for (const change of changes) {
    const isAdded = change.staged === 'A' || change.working === 'A';
    const bytes = await committedContent(git, root, change);
    if (bytes !== undefined) {
      const ranges = () => (isAdded ? everyLine() : changedRanges(git, change));
      await search(change.path, bytes, ranges);
    }
  }
  return { found: [...found.values()], unscanned };
}

interface Range {
  readonly first: number;
  readonly last: number;
}

const everyLine = () => Promise.resolve([{ first: 1, last: Infinity }]);

function isWithin(ranges: readonly Range[]): (hit: SecretHit) => boolean {
  return ({ line, lastLine }) =>
    ranges.some(({ first, last }) => line <= last && lastLine >= first);
}

/**
 * What the commit will hold of a file: what is in the working tree, unless git does not look there
 * (assume-unchanged, skip-worktree) or changes it on the way in (line ends, filters). Then what was
 * staged counts. undefined for a link, whose target alone is committed.
 */
async function committedContent(
  git: Git,
  root: string,
  { path: file, working, indexed }: Change,
): Promise<Buffer | 'unknown' | undefined> {
  const { bytes, isLink } = readFile(path.join(root, file));
  if (isLink) {
    return undefined;
  }
  if (working !== '.' || (bytes && (await objectId(bytes, indexed.length)) === indexed)) {
    return bytes ?? 'unknown';
  }
  const { code, stdout } = await git.ask(['cat-file', 'blob', indexed]);
  return code === 0 ? Buffer.from(stdout, 'utf8') : 'unknown';
}

function readFile(file: string): { bytes?: Buffer; isLink?: boolean } {
  try {
    if (lstatSync(file).isSymbolicLink()) {
      return { isLink: true };
    }
    const { content } = readRegularFile(file, maxBytes);
    return content ? { bytes: content } : {};
  } catch {
    return {};
  }
}

/** As git names it. */
async function objectId(bytes: Buffer, length: number): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/** Text of Windows tools often has two bytes for a letter, with a mark in front or without. */
function decode(bytes: Buffer): string {
  const sample = bytes.subarray(0, 512);
  const zeros = (parity: number) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const most = sample.length / 5;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (zeros(1) > most && zeros(0) === 0)) {
    return bytes.toString('utf16le');
  }
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (zeros(0) > most && zeros(1) === 0)) {
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
    return Buffer.from(even).swap16().toString('utf16le');
  }
  return bytes.toString('utf8');
}

/** Which lines of what will be committed the last commit does not have. */
async function changedRanges(git: Git, { path: file, working }: Change): Promise<Range[]> {
  const diff = await git.run([
    '--literal-pathspecs',
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--no-renames',
    '--unified=0',
    '--inter-hunk-context=0',
    ...(working === '.' ? ['--cached'] : []),
    'HEAD',
    '--',
    file,
  ]);
  if (/^Binary files /m.test(diff)) {
    return everyLine();
  }
  return [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, first = '0', count = '1']) => ({
      first: Number(first),
      last: Number(first) + Number(count) - 1,
    }),
  );
}
