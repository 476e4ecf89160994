// For how long Claude Code keeps transcripts: its own setting, from the same files in the same order.

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readFileWithin } from '../stores/fileWithin';
import { type Message, msg } from '../support/message';
import { claudeFolder, type ClaudeFacts } from './claudeFolder';

export interface RetentionPeriod {
  /** undefined while Claude Code cannot tell, and so deletes nothing. */
  readonly days: number | undefined;
  /** The file that says so; undefined for Claude Code's own default. */
  readonly file: string | undefined;
}

const defaultDays = 30;
const mostBytes = 8 * 1024 * 1024;

/**
 * As Claude Code 2.1.325 was seen to do it. It sweeps the transcripts of all projects by the settings
 * of the one that it was started in: where those differ, ours may go earlier or later.
 */
export function retentionPeriod(facts: ClaudeFacts & { readonly root: string }): RetentionPeriod {
  const { root } = facts;
  const ofProject = ['settings.local.json', 'settings.json'].map((name) =>
    path.join(root, '.claude', name),
  );
  const ofUser = path.join(claudeFolder(facts), 'settings.json');
  const said = [
    ...ofProject.map((file) => ({ file, days: daysIn(projectText(file, root)) })),
    { file: ofUser, days: daysIn(userText(ofUser)) },
  ];
  // One that it refuses, in whichever file, keeps it from sweeping at all.
  const refused = said.find(({ days }) => days === 'refused');
  const found = said.find(({ days }) => typeof days === 'number');
  return refused
    ? { days: undefined, file: refused.file }
    : { days: typeof found?.days === 'number' ? found.days : defaultDays, file: found?.file };
}

function daysIn(text: string | undefined): number | 'refused' | undefined {
  if (text === undefined) {
    return undefined;
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    return 'refused';
  }
  if (typeof settings !== 'object' || settings === null || !('cleanupPeriodDays' in settings)) {
    return undefined;
  }
  const { cleanupPeriodDays: days } = settings;
  return typeof days === 'number' && Number.isInteger(days) && days > 0 ? days : 'refused';
}

function projectText(file: string, root: string): string | undefined {
  const seen = readFileWithin(file, root);
  return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
}

/** The user's own may be a link into their dotfiles. */
function userText(file: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(fd, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) {
      closeSync(fd);
    }
  }
}

export function periodSentence({ days, file }: RetentionPeriod): Message {
  if (days === undefined) {
    return msg(
      'Claude Code cannot read cleanupPeriodDays in {0}, so it deletes no transcripts now.',
      file ?? '',
    );
  }
  return msg(
    'Claude Code deletes transcripts {0} days after they were last used ({1}).',
    days,
    file ?? msg('its default'),
  );
}
