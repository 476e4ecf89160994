// Puts context into a session: at its start, and where a compaction took it unnoticed.

import type { ContextPlace } from '../../core/context/contextPlace';
import { injectContext, type InjectionRequest } from '../../core/context/injectContext';
import { render, type Translate } from '../../core/support/message';
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

async function verdictOf(project: HookProject, t: Translate): Promise<readonly string[]> {
  const loading = loadVerdict(project, t).catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, longestLoad);
  });
  const lines = await Promise.race([loading, limit]);
  clearTimeout(timer);
  return (
    lines ?? [t('Whether the repository still matches could not be found out: run "baton load".')]
  );
}

async function loadVerdict(project: HookProject, t: Translate): Promise<readonly string[]> {
  const { bannerTitle } = await import('../../core/load/banner');
  const opened = await project.open();
  try {
    const report = await opened.load();
    return [
      t('Load: {0}', bannerTitle(report.status)),
      ...report.findings.map(({ code, detail }) => `- ${code}: ${render(detail, t)}`),
    ];
  } finally {
    opened.dispose();
  }
}
