// A decision in a list of the latest. One that no longer holds says so: whoever reads it would act on it.

import type { LinkedDecision } from '../documents/decisionLinks';
import type { Translate } from '../support/message';

export function latestLine(
  { id, type, supersededBy }: Pick<LinkedDecision, 'id' | 'type' | 'supersededBy'>,
  words: string,
  t: Translate,
): string {
  const end = supersededBy ? ` (${t('superseded by {0}', supersededBy)})` : '';
  return `- ${id} ${type}: ${words}${end}`;
}
