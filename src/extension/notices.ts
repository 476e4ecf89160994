// What Baton says without being asked, in one place: how it is shown, and what was shown so far.

import { showInformation, showWarning } from './messages';

export interface Notices {
  /** The last ones, oldest first. */
  readonly shown: readonly string[];
  /** The choice that was made; undefined when it was closed, or went away by itself. */
  show<T extends Choice>(notice: Notice, choices: readonly T[]): Promise<T | undefined>;
}

export interface Notice {
  readonly severity: 'information' | 'warning';
  readonly message: string;
}

export interface Choice {
  readonly title: string;
}

const mostKept = 50;

export function createNotices(): Notices {
  const shown: string[] = [];
  return {
    shown,
    show: async ({ severity, message }, choices) => {
      shown.push(message);
      shown.splice(0, shown.length - mostKept);
      const items = choices.map(({ title }) => title);
      const chosen =
        severity === 'warning'
          ? await showWarning(message, ...items)
          : await showInformation(message, ...items);
      return choices.find(({ title }) => title === chosen);
    },
  };
}
