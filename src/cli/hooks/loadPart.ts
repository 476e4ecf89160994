// Runs a file of a hook or of the MCP server with the code that V8 compiled for it before. Node keeps
// compiled code, too, but only of what a file runs when it is loaded, and compiling the rest is most of
// what a hook costs.

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';

/** How many runs pass until what they compiled besides is kept, too. */
const renewedEvery = 20;

/** As Node itself wraps a file. As bytes: V8 would copy a text that was put together of several. */
const before = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const after = Buffer.from('\n})');

interface Loading {
  readonly folder: string;
  readonly cache: string | undefined;
  /** Those that were loaded before, and modules of Node. */
  readonly parts: Map<string, unknown>;
  readonly atExit: (() => void)[];
}

/** `cache` is the user's own: whoever can write there could also change what is started. */
export function loadPart(folder: string, name: string, cache: string | undefined): unknown {
  const loading: Loading = { folder, cache, parts: new Map(), atExit: [] };
  // One listener for all parts: Node warns of more than ten.
  process.once('exit', () => {
    for (const keepOne of loading.atExit) {
      keepOne();
    }
  });
  return load(name, loading);
}

function load(name: string, loading: Loading): unknown {
  const { folder, cache, parts, atExit } = loading;
  const file = path.join(folder, name);
  const kept = cache === undefined ? undefined : path.join(cache, keptName(file, name));
  const cachedData = kept === undefined ? undefined : readQuietly(kept);
  const source = Buffer.concat([before, readFileSync(file), after]).toString();
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const isUseful = cachedData !== undefined && script.cachedDataRejected === false;
  if (kept !== undefined && (!isUseful || Math.random() < 1 / renewedEvery)) {
    atExit.push(() => {
      keep(script, kept, name);
    });
  }
  const loaded: { exports: unknown } = { exports: {} };
  const required = (id: string): unknown => {
    const known = parts.get(id);
    if (known !== undefined) {
      return known;
    }
    if (id.startsWith('./')) {
      return load(path.basename(id), loading);
    }
    // A bundle asks for the same one from many places, and Node checks the name each time.
    const builtin = process.getBuiltinModule(id);
    parts.set(id, builtin);
    return builtin;
  };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(loaded.exports, required, loaded, file, folder);
  parts.set(`./${name}`, loaded.exports);
  return loaded.exports;
}

/** V8 tells two sources apart by their length alone, so the name does it. */
function keptName(file: string, name: string): string {
  const { size, mtimeMs } = statSync(file);
  const { version, arch } = process;
  return `${name}-${size}-${Math.round(mtimeMs)}-${version}-${arch}`;
}

function readQuietly(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whole or not at all; and what an older version left goes. */
function keep(script: Script, kept: string, name: string): void {
  const folder = path.dirname(kept);
  const spare = `${kept}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(spare, script.createCachedData(), { mode: 0o600 });
    renameSync(spare, kept);
    for (const old of readdirSync(folder)) {
      // What another one is about to rename is not old.
      const isOld = old.startsWith(`${name}-`) && !old.endsWith('.tmp');
      if (isOld && old !== path.basename(kept)) {
        rmSync(path.join(folder, old), { force: true });
      }
    }
  } catch {
    // It costs some milliseconds the next time, nothing else.
    rmSync(spare, { force: true });
  }
}
