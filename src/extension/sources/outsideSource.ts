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

  const look = async (root: string, { network }: { readonly network: boolean }): Promise<void> => {
    const seen = watched.get(root);
    const project = projects.all.find((each) => each.root === root);
    if (!seen || !project || !vscode.workspace.isTrusted || abort.signal.aborted) {
      return;
    }
    if (seen.isLooking) {
      if (network) {
        // What it is about may have come after that look began.
        lookLater(root, settleMilliseconds);
      }
      return;
    }
    seen.isLooking = true;
    try {
      if (!seen.isEnabled) {
        // Trusting the folder is the yes of a person, for the hooks of agents too.
        await project.enableForAgents();
        seen.isEnabled = true;
      }
      await project.followOutside({ ci: network, review: network }, abort.signal);
      seen.lookedAt = network ? Date.now() : seen.lookedAt;
    } catch (error) {
      // Nobody asked for it, so it is no failure to report.
      log.warn(`Conflicts, CI and reviews were not looked at: ${describeError(error)}`);
    } finally {
      seen.isLooking = false;
    }
  };
  const lookLater = (root: string, milliseconds: number) => {
    const seen = watched.get(root);
    if (seen) {
      clearTimeout(seen.timer);
      seen.timer = setTimeout(() => void look(root, { network: true }), milliseconds);
    }
  };
  const follow = () => {
    for (const project of projects.all.filter(isFollowed)) {
      const moment = momentOf(project);
      const seen = watched.get(project.root);
      if (!seen) {
        watched.set(project.root, {
          moment,
          lookedAt: Date.now(),
          isLooking: false,
          isEnabled: false,
        });
        lookLater(project.root, firstLookMilliseconds);
      } else if (seen.moment !== moment) {
        seen.moment = moment;
        lookLater(project.root, settleMilliseconds);
      }
    }
  };
  const lookAgain = () => {
    for (const [root, { lookedAt }] of watched) {
      if (Date.now() - lookedAt > oldMilliseconds) {
        void look(root, { network: true });
      }
    }
  };
  const lookAtAll = () => {
    for (const root of watched.keys()) {
      lookLater(root, settleMilliseconds);
    }
  };
  const conflicts = setInterval(() => {
    for (const project of projects.all.filter(hasConflict)) {
      void look(project.root, { network: false });
    }
  }, conflictMilliseconds);

  return vscode.Disposable.from(
    projects.onDidChange(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAtAll),
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
  isEnabled: boolean;
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
