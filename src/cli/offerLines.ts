// What the state of the work gives reason to do, one line each.

import type { HandoverOffers } from '../core/handover/offers';
import type { Translate } from '../core/support/message';
import { oneLine } from '../core/support/plainText';

export function offerLines({ waves, steering }: HandoverOffers, t: Translate): string[] {
  return [
    ...waves.map((wave) =>
      t(
        'Wave {0} is complete: keep what was learned in it with "baton buffer flush".',
        oneLine(wave),
      ),
    ),
    ...(steering.length > 0
      ? [
          t(
            'Steering has changed ({0}): say why with "baton decision add --type STEERING_UPDATE".',
            steering.map(oneLine).join(', '),
          ),
        ]
      : []),
  ];
}
