// The user's language, and the dictionaries that the extension ships (l10n/).

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { english, type Translate } from '../core/support/message';

/** As gettext finds it. */
export function languageOf(env: Readonly<NodeJS.ProcessEnv>): string {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^(ko|ja)(?:[_.@-]|$)/.exec(locale)?.[1] ?? 'en';
}

/** Reads the dictionary at the first sentence, so that `--json` and English never pay for it. */
export function translateInto(language: string): Translate {
  let dictionary: Record<string, string> | undefined;
  return (template, ...args) => {
    dictionary ??= language === 'en' ? {} : readDictionary(language);
    return english(dictionary[template] ?? template, ...args);
  };
}

function readDictionary(language: string): Record<string, string> {
  try {
    const file = path.join(__dirname, '..', 'l10n', `bundle.l10n.${language}.json`);
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
