// What was last seen of each project's transcripts: those that go soon, and those that are kept.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { Retention } from '../../core/retention/retention';

export interface Retentions extends vscode.Disposable {
  /** undefined until somebody looked. */
  of(root: string): Retention | undefined;
  look(project: Project): Promise<Retention>;
  readonly onDidChange: vscode.Event<void>;
}

export function createRetentions(): Retentions {
  const seen = new Map<string, Retention>();
  const changed = new vscode.EventEmitter<void>();
  return {
    of: (root) => seen.get(root),
    look: async (project) => {
      const retention = await project.retention();
      seen.set(project.root, retention);
      changed.fire();
      return retention;
    },
    onDidChange: changed.event,
    dispose: () => {
      changed.dispose();
    },
  };
}
