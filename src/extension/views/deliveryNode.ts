// The receipt of what was put into an agent session, in one row: when, how much, and whether it
// arrived; where it did not, what to do.

import {
  deliveryLabel,
  isAwaited,
  occasion,
  problemText,
  wentWrong,
} from '../../core/context/deliveryWords';
import type { Delivery } from '../../core/schemas/delivery';
import type { Snapshot } from '../../core/snapshot';
import { clockTime } from '../../core/support/clockTime';
import { oneLine } from '../../core/support/plainText';
import type { FileTarget, Icon, Rendering, TreeNode } from './treeNode';

const icons: Readonly<Record<Delivery['status'], Icon>> = {
  arrived: { id: 'pass', color: 'success' },
  injected: { id: 'clock' },
  missing: { id: 'warning', color: 'warning' },
  failed: { id: 'warning', color: 'warning' },
};

export function deliveryNode(
  id: string,
  delivery: Delivery,
  snapshot: Snapshot,
  rendering: Rendering,
): TreeNode {
  const { t } = rendering;
  const isWrong = wentWrong(delivery);
  const file = contextFileOf(delivery.session_id, snapshot);
  return {
    id,
    kind: isWrong ? 'delivery failed' : 'delivery',
    label: shortLabel(delivery, rendering),
    spokenLabel: deliveryLabel(delivery, rendering),
    description: isWrong
      ? clockTime(delivery.at, rendering.now, rendering.language)
      : [occasion(delivery, t), isAwaited(delivery) && t('not seen yet')]
          .filter(Boolean)
          .join(' · '),
    tooltip: tooltip(delivery, rendering),
    icon: icons[delivery.status],
    target: file === undefined ? undefined : contextTarget(file, snapshot),
    root: snapshot.root,
  };
}

/** As much as a side bar of the usual width shows: of a failure, why. */
function shortLabel(delivery: Delivery, { t, now, language }: Rendering): string {
  const when = clockTime(delivery.at, now, language);
  const characters = new Intl.NumberFormat(language).format(delivery.characters);
  switch (delivery.status) {
    case 'arrived':
      return t('Delivered {0} · {1} characters', when, characters);
    case 'injected':
      return t('Sent {0} · {1} characters', when, characters);
    case 'missing':
      return t('Did not arrive: the transcript does not show it');
    case 'failed':
      return t('Did not arrive: {0}', problemText(delivery, t).replace(/[.。]$/, ''));
  }
}

function tooltip(delivery: Delivery, rendering: Rendering): string {
  const { t, now, language } = rendering;
  const { arrived_at, left_out } = delivery;
  return [
    `${deliveryLabel(delivery, rendering)} (${occasion(delivery, t)})`,
    ...(wentWrong(delivery)
      ? [
          problemText(delivery, t),
          t('Run "Baton: Doctor": it checks the hooks and says how to mend what does not work.'),
        ]
      : []),
    isAwaited(delivery) && t('The transcript of the session does not show it yet.'),
    delivery.status === 'injected' && delivery.problem && problemText(delivery, t),
    arrived_at &&
      t('The transcript of the session shows it at {0}.', clockTime(arrived_at, now, language)),
    left_out?.length && t('There was no room for: {0}', left_out.map(oneLine).join('; ')),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What the session knows, else what was saved last. */
function contextFileOf(session: string, snapshot: Snapshot): string | undefined {
  return (
    snapshot.contexts.find((each) => each.session === session)?.file ??
    (snapshot.context ? (snapshot.sharedFrom ?? snapshot.paths).sessionContext : undefined)
  );
}

/** The file is as far away as the state that is shown. */
export function contextTarget(file: string, { sharedFrom, paths }: Snapshot): FileTarget {
  return { file, within: (sharedFrom ?? paths).root };
}
