// In which scopes Baton's hooks are in place for a project.

import type { InstallScope } from './hookEntries';
import { seeFile } from './fileChange';
import { scopePaths, type ScopeFacts } from './installPaths';
import { type FoundHook, findHooks } from './settingsHooks';

export const installScopes: readonly InstallScope[] = ['local', 'shared', 'user'];

export interface ScopeHooks {
  readonly scope: InstallScope;
  readonly file: string;
  readonly hooks: readonly FoundHook[];
}

/** Of files that can be read; a broken one has none. */
export function hooksByScope(facts: ScopeFacts): ScopeHooks[] {
  return installScopes.flatMap((scope) => {
    if (scope !== 'user' && facts.root === undefined) {
      return [];
    }
    const { settings, within } = scopePaths(scope, facts);
    return [{ scope, file: settings, hooks: hooksOf(settings, within) }];
  });
}

export function hasHooksAnywhere(facts: ScopeFacts): boolean {
  return hooksByScope(facts).some(({ hooks }) => hooks.length > 0);
}

/** What to advise: where Baton is set up already, else for this person here. */
export function scopeInUse(facts: ScopeFacts): InstallScope {
  return hooksByScope(facts).find(({ hooks }) => hooks.length > 0)?.scope ?? 'local';
}

/** An agent runs hooks of two scopes once where both call the same; only the shared one does not. */
export function runTwice(one: InstallScope, other: InstallScope): boolean {
  return (one === 'shared') !== (other === 'shared');
}

function hooksOf(file: string, within: string | undefined): FoundHook[] {
  try {
    const { text } = seeFile(file, within);
    return text?.trim() ? findHooks(text, file) : [];
  } catch {
    return [];
  }
}
