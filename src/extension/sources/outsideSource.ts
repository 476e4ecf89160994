// What others say about the work: git (conflicts), CI and reviews. Asked at quiet moments only, and
// never while the window starts.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import { describeError } from '../../core/support/errors';
import type { Projects } from '../projects';

/** A window that has just opened has more to do. */
const firstLookMilliseconds = 20_000;
/** A commit is often followed by another, and CI begins a moment after a push. */
const settleMilliseconds = 5_000;
const oldMilliseconds = 5 * 60_000;
/** While there are conflicts, git is asked whether they are resolved. */
const conflictMilliseconds = 15_000;

export function registerOutsideSource(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const watched = new Map<string, Watched>();
  const abort = new AbortController();

  const look = async (project: Project, what: { readonly network: boolean }): Promise<void> => {
    const seen = watched.get(project.root);
    if (!seen || seen.isLooking || !vscode.workspace.isTrusted || abort.signal.aborted) {
      return;
    }
    seen.isLooking = true;
    try {
      const { network } = what;
      await project.followOutside({ ci: network, review: network }, abort.signal);
      seen.lookedAt = network ? Date.now() : seen.lookedAt;
    } catch (error) {
      // Nobody asked for it, so it is no failure to report.
      log.warn(`Conflicts, CI and reviews were not looked at: ${describeError(error)}`);
    } finally {
      seen.isLooking = false;
    }
  };
  const lookLater = (project: Project, milliseconds: number) => {
    const seen = watched.get(project.root);
    if (seen) {
      clearTimeout(seen.timer);
      seen.timer = setTimeout(() => void look(project, { network: true }), milliseconds);
    }
  };
  const follow = () => {
    for (const project of projects.all.filter(isFollowed)) {
      const moment = momentOf(project);
      const seen = watched.get(project.root);
      if (!seen) {
        watched.set(project.root, { moment, lookedAt: Date.now(), isLooking: false });
        lookLater(project, firstLookMilliseconds);
      } else if (seen.moment !== moment) {
        seen.moment = moment;
        lookLater(project, settleMilliseconds);
      }
    }
  };
  const lookAgain = () => {
    for (const project of projects.all) {
      const lookedAt = watched.get(project.root)?.lookedAt ?? Date.now();
      if (Date.now() - lookedAt > oldMilliseconds) {
        void look(project, { network: true });
      }
    }
  };
  const conflicts = setInterval(() => {
    for (const project of projects.all.filter(hasConflict)) {
      void look(project, { network: false });
    }
  }, conflictMilliseconds);

  follow();
  return vscode.Disposable.from(
    projects.onDidChange(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAgain),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        lookAgain();
      }
    }),
    {
      dispose: () => {
        abort.abort();
        clearInterval(conflicts);
        watched.forEach(({ timer }) => {
          clearTimeout(timer);
        });
      },
    },
  );
}

interface Watched {
  moment: string;
  timer?: NodeJS.Timeout;
  lookedAt: number;
  isLooking: boolean;
}

/** Nothing is asked, nor written, where nobody works with agents. */
function isFollowed({ snapshot }: Project): boolean {
  return snapshot?.folder === 'present';
}

/** What changes by a commit, a switch of branches, and by a merge that begins or ends. */
function momentOf({ snapshot }: Project): string {
  return JSON.stringify([snapshot?.head, snapshot?.operation]);
}

function hasConflict({ snapshot }: Project): boolean {
  return snapshot?.blockers.some(({ type }) => type === 'merge_conflict') ?? false;
}
