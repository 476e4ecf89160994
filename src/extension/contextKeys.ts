// Keeps the context keys that pick welcome texts and offer commands.

import * as vscode from 'vscode';
import type { Snapshot } from '../core/snapshot';
import { UserError } from '../core/support/errors';
import { contextKeys } from './contributions';
import type { Projects } from './projects';
import { type Situation, situationOf } from './views/welcome';

export function registerContextKeys(projects: Projects): vscode.Disposable {
  const shown = new Map<string, unknown>();
  const set = (key: string, value: unknown) => {
    if (shown.get(key) !== value) {
      shown.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  };
  const update = () => {
    set(contextKeys.situation, currentSituation(projects));
    set(
      contextKeys.canBegin,
      projects.all.some(({ snapshot }) => snapshot?.state === null),
    );
    set(
      contextKeys.hasRoadmap,
      projects.all.some(({ snapshot }) => snapshot?.hasRoadmap),
    );
    set(
      contextKeys.canRestore,
      projects.all.some(({ snapshot }) => snapshot?.problems.some((each) => each.restorable)),
    );
    set(
      contextKeys.hasSession,
      projects.all.some(({ snapshot }) => snapshot?.state),
    );
    set(
      contextKeys.hasBlockers,
      projects.all.some(({ snapshot }) => snapshot && snapshot.blockers.length > 0),
    );
    set(
      contextKeys.hasDecisions,
      projects.all.some(({ snapshot }) => snapshot && snapshot.decisions.length > 0),
    );
    set(
      contextKeys.hasKnowledge,
      projects.all.some(({ snapshot }) => isPending(snapshot?.buffer)),
    );
    set(
      contextKeys.hasArchives,
      projects.all.some(({ snapshot }) => snapshot && snapshot.archives.length > 0),
    );
  };
  update();
  return projects.onDidChange(update);
}

function isPending(buffer: Snapshot['buffer'] | undefined): boolean {
  return !!buffer && buffer.knowledge.length + buffer.skillCandidates.length > 0;
}

function currentSituation({ all, refused }: Projects): Situation {
  if (all.length > 1) {
    return 'ready';
  }
  const snapshot = all[0]?.snapshot;
  if (snapshot) {
    return situationOf(snapshot);
  }
  if (refused.length === 0) {
    return 'loading';
  }
  return UserError.is(refused[0], 'home-folder') ? 'homeFolder' : 'unavailable';
}
