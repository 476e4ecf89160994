// The views of the side bar, each a pure model that treeView.ts draws.

import * as vscode from 'vscode';
import { views } from '../contributions';
import type { Loads } from '../loads';
import type { Projects } from '../projects';
import type { RecoverySetting } from '../recovery/recoverySetting';
import type { Retentions } from '../retention/retentions';
import type { ShownDecisions } from '../shownDecisions';
import type { AgentLists } from '../agents/agentLists';
import type { AgentTerminals } from '../agents/agentTerminals';
import { agentsTree, nothingKnown } from './agentsTree';
import { blockersBadge, blockersSummary, blockersTree } from './blockersTree';
import { decisionsNotice, decisionsTree } from './decisionsTree';
import { handoversTree } from './handoversTree';
import { waitingBadge } from './liveSessionNode';
import { problemNotice } from './problemNodes';
import { sessionTree } from './sessionTree';
import { dropIndex } from './taskNodes';
import { type ModelView, registerTreeView } from './treeView';

export type Views = vscode.Disposable & {
  readonly shown: Readonly<Record<keyof typeof views, ModelView>>;
};

/** What views show beside the files of a project. */
export interface ViewParts {
  readonly loads: Loads;
  readonly recovery: Pick<RecoverySetting, 'shownSteps' | 'onDidChange'>;
  readonly retentions: Pick<Retentions, 'of' | 'onDidChange'>;
  readonly decisions: Pick<ShownDecisions, 'filter' | 'onDidChange'>;
  readonly lists: Pick<AgentLists, 'of' | 'onDidChange' | 'setVisible'>;
  readonly terminals: Pick<AgentTerminals, 'started' | 'onDidChange'>;
}

export function registerViews(projects: Projects, parts: ViewParts): Views {
  const { loads, recovery, retentions, decisions: shownDecisions, lists, terminals } = parts;
  const session = registerTreeView(
    views.session,
    {
      nodes: (snapshot, rendering) =>
        sessionTree(
          snapshot,
          rendering,
          loads.reportOf(snapshot.root),
          retentions.of(snapshot.root),
        ),
      notice: problemNotice,
      onDidChange: (redraw) =>
        vscode.Disposable.from(loads.onDidChange(redraw), retentions.onDidChange(redraw)),
      dropIndex,
    },
    projects,
  );
  const decisions = registerTreeView(
    views.decisions,
    {
      nodes: (snapshot, rendering) => decisionsTree(snapshot, rendering, shownDecisions.filter),
      notice: (snapshot, rendering) => decisionsNotice(snapshot, rendering, shownDecisions.filter),
      onDidChange: shownDecisions.onDidChange,
    },
    projects,
  );
  const handovers = registerTreeView(views.handovers, { nodes: handoversTree }, projects);
  const blockers = registerTreeView(
    views.blockers,
    {
      nodes: (snapshot, rendering) => blockersTree(snapshot, rendering, recovery.shownSteps),
      badge: blockersBadge,
      summary: blockersSummary,
      onDidChange: recovery.onDidChange,
    },
    projects,
  );
  const agents = registerTreeView(
    views.agents,
    {
      nodes: (snapshot, rendering) =>
        agentsTree(snapshot, rendering, {
          ...nothingKnown,
          ...lists.of(snapshot.root),
          started: terminals.started,
        }),
      badge: waitingBadge,
      onDidChange: (redraw) =>
        vscode.Disposable.from(lists.onDidChange(redraw), terminals.onDidChange(redraw)),
      onDidChangeVisibility: lists.setVisible,
    },
    projects,
  );
  const shown = { session, decisions, handovers, blockers, agents };
  const all = vscode.Disposable.from(...Object.values(shown));
  return { shown, dispose: () => void all.dispose() };
}
