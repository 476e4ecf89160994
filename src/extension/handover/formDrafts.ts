// What was typed into handover forms and not written yet, kept by VS Code for each project.

import type { Memento } from 'vscode';
import { emptyDraft, type FormDraft, formDraftSchema, isEmptyDraft } from './formDraft';

export interface FormDrafts {
  of(root: string): FormDraft;
  keep(root: string, draft: FormDraft): Thenable<void>;
}

export function createFormDrafts(memento: Pick<Memento, 'get' | 'update'>): FormDrafts {
  const key = (root: string) => `baton.handoverDraft:${root}`;
  return {
    of: (root) => {
      const kept = formDraftSchema.safeParse(memento.get(key(root)));
      return kept.success ? kept.data : emptyDraft;
    },
    keep: (root, draft) => memento.update(key(root), isEmptyDraft(draft) ? undefined : draft),
  };
}
