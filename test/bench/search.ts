import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aptCommand, installSystemPackages } from '../../scripts/host/systemPackages';
import { findOnPath } from '../../scripts/process/command';
import {
  cjkWord,
  commonWord,
  rareWord,
  seldomWord,
  shortCjkWord,
  writeSearchCorpus,
} from '../support/searchCorpus';
import { compare, medianOf, time } from './measure';
import type { Row } from './row';

const handovers = 10_000;
const transcriptBytes = 1_000_000_000;
/** The files, the index and what is merged into it. */
const neededBytes = 2 * transcriptBytes;
const mostMemory = 200;
const runs = 21;

/** How long a search waits for all its results, beside a complete `rg -l` over the same files. */
export async function benchSearch(): Promise<Row[]> {
  const rg = await ripgrep();
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < neededBytes) {
      throw new Error(`${folder} has no room for ${neededBytes / 1e9} GB.`);
    }
    return await measured(folder, rg);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(folder: string, rg: string): Promise<Row[]> {
  const root = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  mkdirSync(root);
  mkdirSync(home);
  // As a project is in which Baton has kept something before.
  spawnSync('git', ['init', '--quiet', root]);
  writeFileSync(path.join(root, '.git', 'baton-id'), '0b1e2d3c-4a5b-4c6d-8e7f-901234567890\n');
  writeSearchCorpus({ root, home, handovers, transcriptBytes });
  const places = [
    path.join(root, '.claude', 'sdd'),
    path.join(home, '.claude', 'projects'),
    path.join(home, '.codex', 'sessions'),
  ];
  const env = { PATH: process.env.PATH, HOME: home, BATON_HOME: path.join(folder, 'data') };
  const search = (...args: string[]) => {
    const line = [path.resolve('dist/cli.js'), 'search', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, line, {
      cwd: root,
      env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) {
      throw new Error(stderr);
    }
    return stdout;
  };
  const runRg = (word: string): string =>
    spawnSync(rg, ['-l', '-F', '--no-ignore', '--hidden', word, ...places], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }).stdout;

  const built = measuredRun(root, env, ['--json', rareWord]);
  const { index } = JSON.parse(built.stdout) as { index: { bytes: number; folder: string } };
  const size = { unit: 'MB', baseline: `${transcriptBytes / 1e6} MB of transcripts` } as const;
  const rows: Row[] = [
    {
      name: `search: first build, ${handovers} handovers and 1 GB of transcripts`,
      median: built.ms,
      unit: 'ms',
      baseline: 'rg -l',
      ratio:
        built.ms / medianOf(await Promise.all([1, 2, 3].map(() => time(() => runRg(rareWord))))),
    },
    {
      name: 'search: size of the index',
      median: index.bytes / 1e6,
      ...size,
      ratio: index.bytes / transcriptBytes,
    },
    memoryRow('search: memory of the first build', built.memory),
    memoryRow('search: memory of a search', measuredRun(root, env, [commonWord]).memory),
  ];

  /** Every file that rg names, and no other. */
  const check = (words: readonly string[]) => {
    const ours = namesIn(search('--files', ...words), root);
    const [first = [], ...others] = words.map((word) => namesIn(runRg(word), root));
    const theirs = first.filter((name) => others.every((each) => each.includes(name)));
    // Of two words rg knows only whether both are in a file, and we whether they are in one turn.
    const isSame = words.length > 1 || theirs.length === ours.length;
    const missing = ours.filter((name) => !theirs.includes(name));
    if (!isSame || missing.length > 0 || ours.length === 0) {
      throw new Error(`${words.join(' ')}: ${ours.length} files, rg has ${theirs.length}.`);
    }
    return ours.length;
  };
  const questions: [what: string, words: readonly string[], baseline: string][] = [
    ['a rare word', [rareWord], rareWord],
    ['a common word', [commonWord], commonWord],
    ['a seldom word', [seldomWord], seldomWord],
    ['two words', [commonWord, seldomWord], seldomWord],
    ['a Japanese word', [cjkWord], cjkWord],
    ['a Korean word', [shortCjkWord], shortCjkWord],
  ];
  const looked = path.join(index.folder, 'looked');
  for (const [what, words, baseline] of questions) {
    const count = check(words);
    const asked = (name: string, args: readonly string[], prepare?: () => void) =>
      compare(
        runs,
        `search: ${name}`,
        () => search(...args, ...words),
        `rg -l ${baseline}`,
        () => runRg(baseline),
        prepare,
      );
    rows.push(
      await asked(`${what}, names of all ${count} files`, ['--files']),
      await asked(`${what}, the best 20 with their lines`, []),
    );
    if (what === 'a common word') {
      rows.push(
        await asked(`${what}, when each handover is looked at again`, ['--files'], () => {
          utimesSync(looked, 0, 0);
        }),
      );
    }
  }
  return rows;
}

function namesIn(output: string, root: string): string[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map((name) => path.resolve(root, name));
}

function memoryRow(name: string, kilobytes: number): Row {
  const median = kilobytes / 1e3;
  return {
    name,
    median,
    unit: 'MB',
    baseline: `at most ${mostMemory} MB`,
    ratio: median / mostMemory,
  };
}

/** With the most memory that it had, which only the process itself knows at its end. */
function measuredRun(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]) {
  const report =
    "process.on('exit',()=>process.stderr.write(`\\n${process.resourceUsage().maxRSS}`))";
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${report}`, path.resolve('dist/cli.js'), 'search', ...args],
    { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) {
    throw new Error(stderr);
  }
  const memory = Number(stderr.trim().split('\n').at(-1));
  return { stdout, ms: performance.now() - start, memory };
}

/** Only the bench needs it. */
async function ripgrep(): Promise<string> {
  const known = findOnPath('rg');
  if (known !== undefined) {
    return known;
  }
  const why = await installSystemPackages(['ripgrep'], () => undefined);
  const installed = findOnPath('rg');
  if (installed === undefined) {
    throw new Error(`rg is missing: ${why ?? ''}. Run: ${aptCommand(['ripgrep'])}`);
  }
  return installed;
}
