// What a load says, in a sentence of ours and lines with words of others, for agents. Pure.

import { render, type Translate } from '../support/message';
import { bannerTitle } from './bannerTitle';
import type { LoadReport } from './loadReport';

export interface Verdict {
  /** In our own words. */
  readonly sentence: string;
  /** With names and words of others. */
  readonly details: readonly string[];
}

export function toVerdict({ status, findings, isForeign }: LoadReport, t: Translate): Verdict {
  if (isForeign) {
    return notTold(t);
  }
  const codes = findings.map(({ code }) => code).join(', ');
  return {
    sentence:
      status === 'new'
        ? t('Load: {0} (there is no saved state to compare with)', bannerTitle(status))
        : t('Load: {0} ({1})', bannerTitle(status), codes),
    details: findings.flatMap(({ code, detail }) =>
      code === 'ALL_VALID' ? [] : [`- ${code}: ${render(detail, t)}`],
    ),
  };
}

export function notTold(t: Translate): Verdict {
  return {
    sentence: t('Load: not told, because the saved state came with the repository.'),
    details: [],
  };
}
