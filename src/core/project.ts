// One project: its files as a snapshot, and the changes a person may ask for. Everything a host
// needs comes through here; state flows one way, from the files to onDidChange.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { excludeLocalState } from './git/localExclude';
import { readHead, type Repository } from './git/repository';
import { type Part, type ProjectFiles, projectFiles, sessionDirectories } from './projectFiles';
import { type ProjectPaths, projectPaths, relativePath } from './projectPaths';
import { repositoryOf } from './projectRoot';
import { newSessionState } from './protocol/newSessionState';
import { openBlockers } from './protocol/openBlockers';
import { sddDirectoryOf } from './sddDirectory';
import type { Snapshot } from './snapshot';
import type { Disposable } from './support/disposable';
import { Emitter, type Event } from './support/emitter';
import { describeError } from './support/errors';
import type { Logger } from './support/logger';

export interface ProjectOptions {
  readonly root: string;
  /** The user's home folder, which is never a project. */
  readonly home: string;
  /** Setting `baton.sddDir`; relative to the root. */
  readonly sddDirectory?: string | undefined;
  readonly logger: Logger;
  readonly now: () => Date;
}

export interface Project extends Disposable {
  readonly root: string;
  /** undefined until the first refresh. */
  readonly snapshot: Snapshot | undefined;
  /** Fires only when something that is shown has changed. */
  readonly onDidChange: Event<Snapshot>;
  refresh(): Promise<Snapshot>;
  /** Directories whose direct entries matter. Patterns are file names, `*` for all. */
  watched(): { directory: string; pattern: string }[];
  /** Files whose changes say nothing about the project. */
  ignores(fileName: string): boolean;
  startSession(session: { workingOn: string }): Promise<Changed>;
  /** Puts the backup of a broken session-state.json back in place. */
  restoreState(): Promise<Changed>;
}

/** `keptAside`: where a copy of a broken file is now, relative to the root. */
export interface Changed {
  readonly keptAside: string | undefined;
}

/** A window with more live sessions than this refreshes the rest by its slow poll. */
const mostWatchedSessions = 50;

export function createProject(options: ProjectOptions): Project {
  const { root, home, logger, now } = options;
  const changed = new Emitter<Snapshot>();
  const sddDirectory = () => sddDirectoryOf(root, options.sddDirectory);
  let snapshot: Snapshot | undefined;
  let running: Promise<Snapshot> | undefined;
  let again = false;
  let repository: Repository | undefined;
  let files = openFiles(sddDirectory().directory);

  function openFiles(sdd: string) {
    const open = (of: string) => {
      const paths = projectPaths(of, sdd);
      return { paths, ...projectFiles({ paths, shownIn: root, logger, now }) };
    };
    const mainRoot = repository?.mainRoot;
    return { sdd, mainRoot, own: open(root), main: mainRoot ? open(mainRoot) : undefined };
  }

  async function readOnce(): Promise<Snapshot> {
    // Both may come and go: `git init`, a new .sdd folder, a worktree that is moved.
    const { directory, problem } = sddDirectory();
    repository = await repositoryOf(root, home);
    if (directory !== files.sdd || repository?.mainRoot !== files.mainRoot) {
      files = openFiles(directory);
    }
    const read = await readSnapshot(files.own, files.main, repository);
    const next = problem ? { ...read, problems: [problem, ...read.problems] } : read;
    if (!snapshot || !isSame(snapshot, next)) {
      snapshot = next;
      changed.fire(next);
    }
    return snapshot;
  }

  /** Changes that arrive during a read are picked up by one more, however many they are. */
  async function readUntilQuiet(): Promise<Snapshot> {
    try {
      for (;;) {
        again = false;
        const latest = await readOnce();
        if (!isAskedAgain()) {
          return latest;
        }
      }
    } finally {
      running = undefined;
    }
  }
  const isAskedAgain = () => again;

  function refresh(): Promise<Snapshot> {
    again = true;
    running ??= readUntilQuiet();
    return running;
  }

  /** Whatever Baton writes here stays out of commits. */
  async function write(change: () => Promise<{ quarantined?: string }>): Promise<Changed> {
    repository = await repositoryOf(root, home);
    if (repository?.isOwn) {
      await excludeLocalState(repository).catch((error: unknown) => {
        logger.warn(`Local state may show up in git status: ${describeError(error)}`);
      });
    }
    const { quarantined } = await change();
    await refresh();
    return { keptAside: quarantined && relativePath(root, quarantined) };
  }

  return {
    root,
    get snapshot() {
      return snapshot;
    },
    onDidChange: changed.event,
    refresh,
    watched: () => watchedDirectories(files.own.paths, repository, snapshot),
    ignores: (fileName) => fileName === 'heartbeat' || fileName.endsWith('.tmp'),

    startSession: ({ workingOn }) =>
      write(() =>
        files.own.sessionState.update((before) => {
          const head = repository && readHead(repository);
          return newSessionState({ workingOn, head, now: now() }, before);
        }),
      ),
    restoreState: () => write(() => files.own.sessionState.restoreBackup()),

    dispose: () => {
      changed.dispose();
    },
  };
}

/** Always the same, so that nothing twice is no change. */
const none: readonly never[] = [];

type OpenFiles = ProjectFiles & { readonly paths: ProjectPaths };

async function readSnapshot(
  own: OpenFiles,
  main: OpenFiles | undefined,
  repository: Repository | undefined,
): Promise<Snapshot> {
  const { paths } = own;
  const parts = await own.read();
  // A new worktree shows the main one's state until it has its own. The handover folder is tracked,
  // so it is here already.
  const hasOwn = [paths.sessionState, paths.sessionContext, paths.state].some(existsSync);
  const shared = !hasOwn && main ? await main.read() : undefined;
  const { state, context, blockers, sessions } = shared ?? parts;
  const { decisions, handover } = parts;
  const all: readonly Part<unknown>[] = [state, context, blockers, decisions, handover, sessions];
  return {
    root: paths.root,
    paths,
    head: repository && readHead(repository),
    folder: existsSync(paths.claude) ? 'present' : 'missing',
    state: state.value,
    context: context.value,
    handover: handover.value && {
      path: relativePath(paths.root, paths.sessionMarkdown),
      ...handover.value,
    },
    decisions: decisions.value ?? none,
    blockers: openBlockers(state.value, blockers.value),
    sessions: sessions.value ?? none,
    problems: all.flatMap(({ problems }) => problems),
    sharedFrom:
      shared && [state, context, blockers, sessions].some(isThere) ? main?.paths : undefined,
  };
}

function isThere({ value, problems }: Part<unknown>): boolean {
  return problems.length > 0 || (Array.isArray(value) ? value.length > 0 : value !== null);
}

/** Parts keep their identity while their file is unchanged; what is derived from them is compared. */
function isSame(before: Snapshot, after: Snapshot): boolean {
  const identical =
    before.state === after.state &&
    before.context === after.context &&
    before.decisions === after.decisions &&
    before.sessions === after.sessions;
  const derived = ({ head, folder, handover, blockers, problems, sharedFrom, paths }: Snapshot) =>
    JSON.stringify({ head, folder, handover, blockers, problems, sharedFrom, paths });
  return identical && derived(before) === derived(after);
}

function watchedDirectories(
  paths: ProjectPaths,
  repository: Repository | undefined,
  snapshot: Snapshot | undefined,
): { directory: string; pattern: string }[] {
  const shown = snapshot?.sharedFrom ?? paths;
  const directories = [
    paths.claude,
    paths.state,
    path.dirname(paths.handover),
    paths.handover,
    paths.archive,
    ...(shown === paths ? [] : [shown.claude, shown.state]),
    shown.sessions,
    ...sessionDirectories(shown).slice(0, mostWatchedSessions),
  ];
  return [
    // What makes the folders above appear.
    { directory: paths.root, pattern: '{.git,.claude,.sdd}' },
    ...directories.map((directory) => ({ directory, pattern: '*' })),
    ...(repository ? [{ directory: repository.gitDirectory, pattern: 'HEAD' }] : []),
  ];
}
