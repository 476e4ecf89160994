// One project: its files as a snapshot, and the changes a person may ask for. Everything a host
// needs comes through here; state flows one way, from the files to onDidChange.

import { type AgentActions, agentActions } from './agents/agentActions';
import { type BlockerActions, blockerActions } from './blockers/blockerActions';
import { type ContextActions, contextActions } from './context/contextActions';
import { dataFolder } from './dataFolder';
import type { Git } from './git/git';
import { toGitError } from './git/gitFailure';
import { excludeLocalState } from './git/localExclude';
import { readHead, type Repository } from './git/repository';
import { startedStatus } from './git/startedStatus';
import { type HandoverActions, handoverActions } from './handover/handoverActions';
import type { ActionOptions } from './load/applyAction';
import type { LoadOptions } from './load/load';
import type { ActionId, ActionReport, LoadReport } from './load/loadReport';
import { hasOwnState, type ProjectPaths, projectPaths, relativePath } from './projectPaths';
import { repositoryOf } from './projectRoot';
import { newSessionState } from './protocol/newSessionState';
import type { OpenFiles } from './readSnapshot';
import { type RetentionActions, retentionActions } from './retention/retentionActions';
import type { SaveReport, SaveRequest } from './save/save';
import type { AgentSave } from './save/saveForAgent';
import type { SavePlan } from './save/savePlan';
import type { CheckpointCommit, SquashReport } from './save/squash';
import type { UndoReport } from './save/undo';
import type { UnsavedWork } from './save/unsavedWork';
import { sddDirectoryOf } from './sddDirectory';
import { type SessionActions, sessionActions } from './sessions/sessionActions';
import type { SessionState } from './schemas/sessionState';
import type { Snapshot } from './snapshot';
import type { StateFiles } from './stateFiles';
import type { Disposable } from './support/disposable';
import { Emitter, type Event } from './support/emitter';
import { describeError } from './support/errors';
import type { Logger } from './support/logger';
import type { TaskEdit } from './taskEdits';
import { watchedDirectories } from './watchedDirectories';
import type { Lender, QuietPlace, Workplace } from './workplace';

export interface ProjectOptions {
  readonly root: string;
  /** The user's home folder, which is never a project. */
  readonly home: string;
  /** Setting `baton.sddDir`; relative to the root. */
  readonly sddDirectory?: string | undefined;
  /** For git and what else is started. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Which host this is; a save records it. */
  readonly host: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

export interface Project
  extends
    Disposable,
    AgentActions,
    BlockerActions,
    ContextActions,
    HandoverActions,
    RetentionActions,
    SessionActions {
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
  /** `openspec`: the change that is worked on; its tasks become those of the session. */
  startSession(session: { workingOn: string; openspec?: string | undefined }): Promise<Changed>;
  /** Puts the backup of a broken session-state.json back in place. */
  restoreState(): Promise<Changed>;
  /** Adds, ticks, moves or removes next steps and tasks. */
  editTasks(edit: TaskEdit): Promise<Changed>;
  // What follows runs git, so it is for projects that a person trusts.
  /** What a person may want to decide before a save of that mode. */
  savePlan(mode: SaveRequest['mode']): Promise<SavePlan>;
  save(request: SaveRequest): Promise<SaveReport>;
  /** A checkpoint on this machine, never past a secret. */
  saveForAgent(request: AgentSave): Promise<SaveReport>;
  /** What an undo would take back; where there is nothing, the error says why. */
  lastCheckpoint(): Promise<{ readonly subject: string }>;
  undoSave(): Promise<UndoReport>;
  /** Proves that the repository still matches what was saved. */
  load(options?: LoadOptions): Promise<LoadReport>;
  /** One of the actions that a finding offers. */
  applyAction(id: ActionId, options?: ActionOptions): Promise<ActionReport>;
  /** Back to a branch whose work was left in the middle. */
  switchToBranch(branch: string): Promise<void>;
  /** What a save would find now. */
  unsavedWork(): Promise<UnsavedWork>;
  /** The checkpoints at the tip of the branch that can be folded into one, newest first. */
  checkpoints(): Promise<readonly CheckpointCommit[]>;
  squashCheckpoints(message: string): Promise<SquashReport>;
}

/** `keptAside`: where a copy of a broken file is now, relative to the root. */
export interface Changed {
  readonly keptAside: string | undefined;
}

export function createProject(options: ProjectOptions): Project {
  const { root, home, logger, now } = options;
  const changed = new Emitter<Snapshot>();
  const sddDirectory = () => sddDirectoryOf(root, options.sddDirectory);
  let snapshot: Snapshot | undefined;
  let running: Promise<Snapshot> | undefined;
  let again = false;
  let repository: Repository | undefined;
  let git: Git | undefined;
  let files: Files | undefined;

  const ownPaths = () => projectPaths(root, sddDirectory().directory);
  const stateFilesOf = async (paths: ProjectPaths): Promise<StateFiles> =>
    (await import('./stateFiles')).stateFiles({ paths, logger, now });

  /** Loaded at the first read: the schemas take their time, and git can work meanwhile. */
  async function openFiles(): Promise<Files> {
    const { projectFiles } = await import('./projectFiles');
    // Both may come and go: `git init`, a new .sdd folder, a worktree that is moved.
    const { directory } = sddDirectory();
    const mainRoot = repository?.mainRoot;
    if (files?.sdd !== directory || files.mainRoot !== mainRoot) {
      const open = (of: string): OpenFiles => {
        const paths = projectPaths(of, directory);
        return { paths, ...projectFiles({ paths, shownIn: root, logger, now }) };
      };
      const main = mainRoot ? open(mainRoot) : undefined;
      files = { sdd: directory, mainRoot, own: open(root), main };
    }
    return files;
  }

  async function readOnce(): Promise<Snapshot> {
    repository = repositoryOf(root, home);
    const { own, main } = await openFiles();
    const { isSame, readSnapshot } = await import('./readSnapshot');
    const read = await readSnapshot(own, main, repository);
    const { problem } = sddDirectory();
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
  function prepareToWrite(): void {
    repository = repositoryOf(root, home);
    if (repository?.isOwn) {
      try {
        excludeLocalState(repository);
      } catch (error) {
        logger.warn(`Local state may show up in git status: ${describeError(error)}`);
      }
    }
  }

  async function write(
    change: (own: StateFiles) => Promise<{ quarantined?: string }>,
  ): Promise<Changed> {
    prepareToWrite();
    const { quarantined } = await change(await stateFilesOf(ownPaths()));
    await refresh();
    return { keptAside: quarantined && relativePath(root, quarantined) };
  }

  /** What an action works with, as it is now. */
  async function openWorkplace(writes: boolean): Promise<Workplace> {
    if (writes) {
      prepareToWrite();
    } else {
      repository = repositoryOf(root, home);
    }
    git ??= (await import('./git/git')).createGit({ root, env: options.env });
    const status = startedStatus(git, repository, { writes });
    return { ...(await quietPlace(git)), status };
  }

  async function quietPlace(lent: Git): Promise<QuietPlace> {
    const { env, host } = options;
    const paths = ownPaths();
    const { sessionState, blockers } = await stateFilesOf(paths);
    const state = await currentState(paths, sessionState);
    const place = { root, paths, repository, git: lent, sessionState, blockers, state };
    const data = dataFolder({ env, platform: process.platform, home });
    return { ...place, dataFolder: data, home, host, env, logger, now };
  }

  /** Without starting git. */
  async function openQuietPlace({ writes = true } = {}): Promise<QuietPlace> {
    if (writes) {
      prepareToWrite();
    } else {
      repository = repositoryOf(root, home);
    }
    git ??= (await import('./git/git')).createGit({ root, env: options.env });
    return quietPlace(git);
  }

  /** As a snapshot shows it: a worktree without its own shows that of the main one. */
  async function currentState(
    paths: ProjectPaths,
    own: StateFiles['sessionState'],
  ): Promise<SessionState | null> {
    const { usable } = await import('./stateFiles');
    const mainRoot = repository?.mainRoot;
    if (hasOwnState(paths) || !mainRoot) {
      return usable(own);
    }
    const main = await stateFilesOf(projectPaths(mainRoot, sddDirectory().directory));
    return usable(main.sessionState);
  }

  const act = <T>(action: (place: Workplace) => Promise<T>, { writes = true } = {}): Promise<T> =>
    actIn(() => openWorkplace(writes), action);

  async function actIn<P, T>(open: () => Promise<P>, action: (place: P) => Promise<T>): Promise<T> {
    try {
      return await action(await open());
    } catch (error) {
      throw toGitError(error);
    } finally {
      // Nobody looks at it in a command line.
      if (changed.hasListeners) {
        await refresh();
      }
    }
  }

  const lender: Lender = {
    act,
    actQuietly: (action) => actIn(openQuietPlace, action),
    look: async (action) => action(await openQuietPlace({ writes: false })),
  };

  return {
    root,
    get snapshot() {
      return snapshot;
    },
    onDidChange: changed.event,
    refresh,
    watched: () => watchedDirectories(ownPaths(), repository, snapshot),
    ignores: (fileName) =>
      fileName === 'heartbeat' || fileName === 'activity' || fileName.endsWith('.tmp'),

    startSession: ({ workingOn, openspec }) =>
      write(async ({ sessionState }) => {
        const change = openspec
          ? (await import('./openSpec')).changeNamed(root, openspec)
          : undefined;
        return sessionState.update((before) => {
          const head = repository && readHead(repository);
          return newSessionState({ workingOn, head, change, now: now() }, before);
        });
      }),
    restoreState: () => write(({ sessionState }) => sessionState.restoreBackup()),
    editTasks: (edit) =>
      write(async ({ sessionState }) =>
        (await import('./taskEdits')).editTasks(sessionState, await refresh(), edit),
      ),

    savePlan: (mode) =>
      act(async (place) => (await import('./save/savePlan')).savePlan(place, mode), {
        writes: false,
      }),
    save: (request) =>
      act(async (place) => (await import('./save/save')).saveSession(place, request)),
    saveForAgent: (request) =>
      act(async (place) => (await import('./save/saveForAgent')).saveForAgent(place, request)),
    load: (how) =>
      act(async (place) => (await import('./load/load')).loadSession(place, how), {
        writes: false,
      }),
    applyAction: (id, how) =>
      act(async (place) => (await import('./load/applyAction')).applyAction(place, id, how)),
    switchToBranch: (branch) =>
      act(async ({ git }) => (await import('./load/switchBranch')).switchBranch(git, branch)),
    unsavedWork: () =>
      act(async (place) => (await import('./save/unsavedWork')).unsavedWork(place), {
        writes: false,
      }),
    lastCheckpoint: () =>
      act(async (place) => (await import('./save/undo')).lastCheckpoint(place), { writes: false }),
    undoSave: () => act(async (place) => (await import('./save/undo')).undoSave(place)),
    checkpoints: () =>
      act(async (place) => (await import('./save/squash')).checkpointsAtHead(place), {
        writes: false,
      }),
    squashCheckpoints: (message) =>
      act(async (place) => (await import('./save/squash')).squashCheckpoints(place, message)),

    ...agentActions(lender),
    ...blockerActions(lender),
    ...handoverActions(lender),
    ...contextActions(lender),
    ...retentionActions(lender),
    ...sessionActions(lender),

    dispose: () => {
      changed.dispose();
    },
  };
}

interface Files {
  readonly sdd: string;
  readonly mainRoot: string | undefined;
  readonly own: OpenFiles;
  readonly main: OpenFiles | undefined;
}
