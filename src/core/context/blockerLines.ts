// Open blockers as they are told to agents, without a schema. Pure.

import { isRecord, type Json, listOf, textOf } from '../transcript/lineValues';

/** As in the schema, which takes longer to load than a hook may. */
const severities = ['critical', 'high', 'medium', 'low'];

/** Those that say something: the most severe first, then the oldest. */
export function mostSevere(open: unknown): readonly Json[] {
  const rank = ({ severity }: Json) => {
    const known = severities.indexOf(textOf(severity) ?? '');
    return known < 0 ? severities.indexOf('medium') : known;
  };
  return listOf(open)
    .filter(isRecord)
    .filter(({ description }) => textOf(description) !== undefined)
    .sort((a, b) => rank(a) - rank(b));
}

export function blockerLines(open: unknown): string[] {
  return mostSevere(open).map(({ type, severity, description }) => {
    const kind = [textOf(type) ?? 'other', textOf(severity)].filter(Boolean).join(', ');
    return `- ${kind}: ${textOf(description) ?? ''}`;
  });
}
