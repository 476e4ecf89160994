// The files of a project that are searched: which there are, and whether they changed. No file is
// opened, no link is followed; a folder that has not changed is not listed again.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { hasOwnState, projectPaths, type ProjectPaths } from '../projectPaths';
import type { Repository } from '../git/repository';
import { placeProblem } from '../stores/fileWithin';
import type { KeptFolder, Manifest } from './manifest';
import type { ListedTranscript, Transcripts } from './searchedTranscripts';
import { searchKinds, type SearchKind, type SourceFile } from './searchFile';

export interface SourcesPlace {
  readonly root: string;
  readonly paths: ProjectPaths;
  readonly repository: Repository | undefined;
}

interface SourceFolder {
  readonly path: string;
  /** What no file may lead out of. */
  readonly root: string;
  /** What is in it is replaced rather than edited, which the folder's own stamp shows. */
  readonly isArchive: boolean;
  kindOf(name: string): SearchKind | undefined;
}

export interface Sources {
  readonly folders: readonly KeptFolder[];
  /** New ones, and those that changed. */
  readonly changed: readonly SourceFile[];
  /** Rows of the manifest whose files are as they were. */
  readonly same: Uint8Array;
}

/** A file that changed as lately may change again without showing it. */
export const unsettledMs = 100;

/** What no file of the project may lead out of. */
export function rootsOf({ root, repository }: Pick<SourcesPlace, 'root' | 'repository'>): string[] {
  return [...new Set([root, ...(repository?.mainRoot === undefined ? [] : [repository.mainRoot])])];
}

export function sourceFolders({ root, paths, repository }: SourcesPlace): SourceFolder[] {
  const main = repository?.mainRoot;
  const state = hasOwnState(paths) || main === undefined ? paths : projectPaths(main, '');
  const named = (kinds: Readonly<Record<string, SearchKind>>) => (name: string) =>
    Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const ending = (end: string, kind: SearchKind) => (name: string) =>
    name.endsWith(end) && !name.startsWith('.') ? kind : undefined;
  const contexts = {
    path: state.contexts,
    root: state.root,
    isArchive: true,
    kindOf: ending('.json', 'contexts'),
  };
  // The newest of them is in session-context.json a second time.
  const hasContexts = namesIn(contexts.path).some((name) => contexts.kindOf(name));
  return [
    {
      path: paths.handover,
      root,
      isArchive: false,
      kindOf: named({
        'session.md': 'handover',
        'buffer.md': 'handover',
        'decisions.md': 'decisions',
      }),
    },
    { path: paths.archive, root, isArchive: true, kindOf: ending('.md', 'handover') },
    { path: paths.knowledge, root, isArchive: true, kindOf: ending('.md', 'handover') },
    contexts,
    ...(hasContexts
      ? []
      : [
          {
            path: state.claude,
            root: state.root,
            isArchive: false,
            kindOf: named({ 'session-context.json': 'contexts' as const }),
          },
        ]),
  ];
}

export async function findSources(
  folders: readonly SourceFolder[],
  transcripts: Transcripts,
  manifest: Manifest | undefined,
  { trustArchives }: { readonly trustArchives: boolean },
): Promise<Sources> {
  const before = createKnown(manifest);
  const changed: SourceFile[] = [];
  const kept: KeptFolder[] = [];
  for (const folder of folders) {
    if (placeProblem(folder.path, folder.root)) {
      continue;
    }
    const stamp = stampOf(folder.path);
    kept.push({ path: folder.path, stamp });
    const known = before.folder(folder.path);
    const isSame = stamp !== '' && known.stamp === stamp;
    if (isSame && folder.isArchive && trustArchives) {
      known.trust();
      continue;
    }
    const start = folder.path + path.sep;
    for (const name of isSame ? known.names() : namesIn(folder.path)) {
      const kind = folder.kindOf(name);
      const stats = kind && statsOf(start + name);
      if (kind && stats?.isFile()) {
        const { size, mtimeMs: changedAt, ctimeMs: entryAt, ino } = stats;
        if (!known.isSame(name, kind, size, changedAt, entryAt, ino)) {
          changed.push({ path: start + name, kind, size, changedAt, entryAt, ino });
        }
      }
    }
  }
  const isIndexed = ({ file, size, changedAt }: ListedTranscript) => {
    const known = before.folder(path.dirname(file));
    return known.isSame(path.basename(file), 'transcripts', size, changedAt, 0, 0);
  };
  if (manifest && transcripts.areKnown(isIndexed) && !before.same.includes(0)) {
    return { folders: kept, changed, same: before.same };
  }
  before.forget('transcripts');
  for (const session of (await transcripts.discovered()).sessions) {
    if (!isIndexed(session)) {
      const { file, agent, id, size, changedAt } = session;
      const stamp = { size, changedAt, entryAt: 0, ino: 0 };
      const transcript = { agent, session: id };
      changed.push({ path: file, kind: 'transcripts', ...stamp, transcript });
    }
  }
  return { folders: kept, changed, same: before.same };
}

function createKnown(manifest: Manifest | undefined) {
  const same = new Uint8Array(manifest?.count ?? 0);
  const folders = new Map<string, KnownFolder>();
  return {
    same,
    /** To be looked at again. */
    forget: (kind: SearchKind): void => {
      manifest?.columns.kind.forEach((of, row) => {
        if (searchKinds[of] === kind) {
          same[row] = 0;
        }
      });
    },
    folder: (folder: string): KnownFolder => {
      const known = folders.get(folder) ?? knownFolder(folder, manifest, same);
      folders.set(folder, known);
      return known;
    },
  };
}

interface KnownFolder {
  readonly stamp: string | undefined;
  readonly names: () => readonly string[];
  /** All in it are as they were. */
  trust(): void;
  /** Marks its row where it is. */
  isSame(
    name: string,
    kind: SearchKind,
    size: number,
    changedAt: number,
    entryAt: number,
    ino: number,
  ): boolean;
}

function knownFolder(
  folder: string,
  manifest: Manifest | undefined,
  same: Uint8Array,
): KnownFolder {
  const { first, count, names } = manifest?.rows.find((each) => each.path === folder) ?? {
    first: 0,
    count: 0,
    names: () => [],
  };
  let places: Map<string, number> | undefined;
  /** In the order of the list they are found at once. */
  let next = 0;
  const rowOf = (name: string): number => {
    let index: number | undefined = next;
    if (names()[index] !== name) {
      places ??= new Map(names().map((each, at) => [each, at]));
      index = places.get(name);
    }
    next = (index ?? next) + 1;
    return index === undefined ? -1 : first + index;
  };
  return {
    stamp: manifest?.folders.find((each) => each.path === folder)?.stamp,
    names,
    trust: () => {
      same.fill(1, first, first + count);
    },
    isSame: (name, kind, size, changedAt, entryAt, ino) => {
      const row = rowOf(name);
      if (!manifest || row < 0) {
        return false;
      }
      const { columns } = manifest;
      const isSame =
        columns.size[row] === size &&
        columns.changedAt[row] === changedAt &&
        columns.entryAt[row] === entryAt &&
        columns.ino[row] === ino &&
        searchKinds[columns.kind[row] ?? 0] === kind;
      same[row] = isSame ? 1 : 0;
      return isSame;
    },
  };
}

/** Empty where there is no such folder, or it changed just now. */
function stampOf(folder: string): string {
  const stats = statsOf(folder);
  return stats?.isDirectory() && Date.now() - stats.mtimeMs > unsettledMs
    ? `${stats.ino}.${stats.mtimeMs}.${stats.ctimeMs}`
    : '';
}

/** What cannot be written in a line is no name that Baton gave. */
function namesIn(folder: string): string[] {
  try {
    // eslint-disable-next-line no-control-regex
    return readdirSync(folder).filter((name) => !/[\u0000-\u001F]/.test(name));
  } catch {
    return [];
  }
}

function statsOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
