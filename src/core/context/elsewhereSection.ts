// What a session knew of another project before it came here, for nobody but itself. Pure.

import path from 'node:path';
import type { SessionContext } from '../schemas/sessionContext';
import type { Translate } from '../support/message';
import type { Section } from './injection';
import { contextParts } from './injectionSections';

export function elsewhereSection(
  { elsewhere }: SessionContext,
  file: string,
  t: Translate,
): Section | undefined {
  if (!elsewhere) {
    return undefined;
  }
  const { project = '', state, ...known } = elsewhere;
  const { goal, progress, discoveries } = contextParts(known, file, t);
  return {
    title: t('Elsewhere'),
    lines: [
      t(
        'This session worked in another project, too: {0}. What follows is about that one.',
        project,
      ),
      ...[goal, progress, discoveries].flatMap(({ lines }) => lines),
      ...(state?.recent_files ?? []).map((each) => `- ${path.join(project, each)}`),
    ],
    share: 2_000,
    file,
  };
}
