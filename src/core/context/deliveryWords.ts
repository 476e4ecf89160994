// The receipt of what was put into an agent session, in words: when, how much, and whether it arrived;
// where it did not, why. Pure.

import type { Delivery } from '../schemas/delivery';
import { clockTime } from '../support/clockTime';
import { inReadersLanguage } from '../support/fixedSentences';
import type { Translate } from '../support/message';
import { oneLine } from '../support/plainText';

interface Reader {
  readonly t: Translate;
  readonly now: Date;
  readonly language: string;
}

export function wentWrong({ status }: Delivery): boolean {
  return status === 'missing' || status === 'failed';
}

/** Its transcript may still show it. */
export function isAwaited({ status, problem }: Delivery): boolean {
  return status === 'injected' && problem === undefined;
}

/** In one line: of a failure, why. */
export function deliveryText(delivery: Delivery, reader: Reader): string {
  const label = deliveryLabel(delivery, reader);
  return wentWrong(delivery) ? `${label}: ${problemText(delivery, reader.t)}` : label;
}

export function deliveryLabel(delivery: Delivery, { t, now, language }: Reader): string {
  const when = clockTime(delivery.at, now, language);
  const characters = new Intl.NumberFormat(language).format(delivery.characters);
  switch (delivery.status) {
    case 'arrived':
      return t('Context delivered {0}, {1} characters', when, characters);
    case 'injected':
      return t('Context sent {0}, {1} characters', when, characters);
    default:
      return t('Context of {0} did not arrive', when);
  }
}

export function problemText({ problem }: Delivery, t: Translate): string {
  return problem ? inReadersLanguage(oneLine(problem), t) : t('It is not known why.');
}

/** What made the session ask for it. */
export function occasion({ event, source }: Delivery, t: Translate): string {
  if (event === 'UserPromptSubmit') {
    return t('after compaction, at the next prompt');
  }
  const words: Readonly<Record<string, string>> = {
    startup: t('at startup'),
    resume: t('on resume'),
    clear: t('after clearing'),
    compact: t('after compaction'),
    fork: t('on fork'),
  };
  // The source is from a file, and may be called as what every object has.
  return (Object.hasOwn(words, source) ? words[source] : undefined) ?? oneLine(source);
}
