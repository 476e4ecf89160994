// A decision of a saved context as one line: what, why, and what was not chosen.

import type { SessionContext } from '../schemas/sessionContext';
import type { Translate } from '../support/message';

type ContextDecision = NonNullable<SessionContext['decisions']>[number];

export function decisionWords({ what, why, rejected = [] }: ContextDecision, t: Translate): string {
  const others = rejected.length > 0 ? t('not: {0}', rejected.join('; ')) : '';
  const aside = [why, others].filter(Boolean).join('; ');
  return aside === '' ? what : `${what} (${aside})`;
}
