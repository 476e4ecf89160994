// Puts context into a session: at its start, and where a compaction took it unnoticed.

import type { ContextPlace } from '../../core/context/contextPlace';
import { injectContext, type InjectionRequest } from '../../core/context/injectContext';
import { toVerdict, type Verdict } from '../../core/load/verdict';
import type { Translate } from '../../core/support/message';
import { translateInto } from '../translation';
import type { HookProject } from './hookProject';

export function inject(
  project: HookProject,
  place: ContextPlace,
  request: InjectionRequest,
): Promise<string | undefined> {
  return injectContext(place, request, {
    translate: translateInto,
    verdict: (t) => verdictOf(project, t),
  });
}

/** An agent waits for it: without an answer by then, it goes on without. */
const longestLoad = 5_000;

async function verdictOf(project: HookProject, t: Translate): Promise<Verdict> {
  const loading = loadVerdict(project, t).catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, longestLoad);
  });
  const verdict = await Promise.race([loading, limit]);
  clearTimeout(timer);
  const sentence = t(
    'Whether the repository still matches could not be found out: run "baton load".',
  );
  return verdict ?? { sentence, details: [] };
}

async function loadVerdict(project: HookProject, t: Translate): Promise<Verdict> {
  const opened = await project.open();
  try {
    return toVerdict(await opened.load(), t);
  } finally {
    opened.dispose();
  }
}
