// What is said when a wave is complete, or steering files changed. Pure.

import type { HandoverOffers } from '../../core/handover/offers';
import type { Translate } from '../../core/support/message';
import { shortLine } from '../../core/support/plainText';

export interface OfferNotice {
  readonly severity: 'information';
  readonly message: string;
  readonly choices: readonly { readonly choice: 'flush' | 'record'; readonly title: string }[];
}

const mostNamed = 3;

/** `folder` names one of several projects. */
export function offerNotices(
  { waves, steering }: HandoverOffers,
  t: Translate,
  folder?: string,
): OfferNotice[] {
  const where = folder === undefined ? '' : `${folder}: `;
  const names = [
    ...steering.slice(0, mostNamed).map((file) => shortLine(file, 80)),
    ...(steering.length > mostNamed ? ['…'] : []),
  ].join(', ');
  const wave = waves.map((each) => shortLine(each, 40)).join(', ');
  return [
    ...(waves.length > 0
      ? [
          {
            severity: 'information',
            message: `${where}${t('Wave {0} is complete. Keep what was learned in it?', wave)}`,
            choices: [{ choice: 'flush', title: t('Flush Knowledge Buffer') }],
          } as const,
        ]
      : []),
    ...(steering.length > 0
      ? [
          {
            severity: 'information',
            message: `${where}${t('Steering has changed: {0}. Record why?', names)}`,
            choices: [{ choice: 'record', title: t('Record Decision…') }],
          } as const,
        ]
      : []),
  ];
}
