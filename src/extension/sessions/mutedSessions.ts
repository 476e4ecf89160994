// Of which live sessions this window says nothing unasked.

import type * as vscode from 'vscode';

export interface MutedSessions {
  has(id: string): boolean;
  /** Whether it is muted now. */
  toggle(id: string): Promise<boolean>;
}

const key = 'mutedSessions';
/** Old ones are gone by themselves. */
const mostKept = 100;

export function createMutedSessions(memento: vscode.Memento): MutedSessions {
  const all = () => memento.get<readonly string[]>(key, []);
  return {
    has: (id) => all().includes(id),
    toggle: async (id) => {
      const others = all().filter((each) => each !== id);
      const isMuted = others.length === all().length;
      await memento.update(key, [...others, ...(isMuted ? [id] : [])].slice(-mostKept));
      return isMuted;
    },
  };
}
