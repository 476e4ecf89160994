// How Baton is put into one agent's settings: which files in which scope, and what stands in them. One
// file per agent implements this; installs, uninstalls and the doctor know no agent by name.

import type { AgentName } from '../transcript/transcriptEvent';
import type { AgentFile } from './commandTexts';
import type { HookEvent, HookGroup, InstallScope, LauncherCall, McpServer } from './hookEntries';
import type { ScopeFacts, ScopePaths } from './installPaths';
import type { TrustFacts, TrustProblem } from './trust';

export interface AgentPlan {
  readonly name: AgentName;
  /** For people: "Claude Code". */
  readonly title: string;
  readonly events: readonly HookEvent[];
  /**
   * Whether it reads a file that is one person's in one project. Else that is the user's own, and
   * hooks in it act only in projects that they were installed for.
   */
  readonly hasLocalFile: boolean;
  readonly mayHoldComments: boolean;
  /** Whether the model gets what a hook prints as it is; else only what JSON says is for it. */
  readonly takesPlainText: boolean;
  /** How it writes seconds. */
  readonly timeoutUnit: 1 | 1000;
  paths(scope: InstallScope, facts: ScopeFacts): ScopePaths;
  hook(event: HookEvent, call: LauncherCall): HookGroup;
  server(call: LauncherCall): McpServer;
  /** Files besides its settings. */
  files(call: LauncherCall): readonly AgentFile[];
  /** Settings with which it runs no hook at all, as their keys are written in them. */
  readonly switches: readonly HookSwitch[];
  /** What a person has to allow before it runs hooks and servers; empty where all is allowed. */
  trust(scope: InstallScope, facts: TrustFacts): readonly TrustProblem[];
}

export interface HookSwitch {
  readonly path: readonly string[];
  readonly off: boolean;
}
