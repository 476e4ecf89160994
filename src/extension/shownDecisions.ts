// Which decisions the window shows, until somebody asks for others. Not kept: a new window shows all.

import * as vscode from 'vscode';
import { type DecisionFilter, everyDecision, isFilter } from '../core/documents/decisionFilter';
import { contextKeys } from './contributions';

export interface ShownDecisions extends vscode.Disposable {
  readonly filter: DecisionFilter;
  readonly onDidChange: vscode.Event<void>;
  set(filter: DecisionFilter): void;
}

export function createShownDecisions(): ShownDecisions {
  const changed = new vscode.EventEmitter<void>();
  let filter = everyDecision;
  return {
    get filter() {
      return filter;
    },
    onDidChange: changed.event,
    set: (next) => {
      filter = next;
      void vscode.commands.executeCommand(
        'setContext',
        contextKeys.hasDecisionFilter,
        isFilter(filter),
      );
      changed.fire();
    },
    dispose: () => {
      changed.dispose();
    },
  };
}
