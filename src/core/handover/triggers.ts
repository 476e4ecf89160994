// A prompt such as `/sdd-design login`, noted until the turn it began is over: then session.md is
// drafted. One small file per session, in local state. Light: hooks load it.

import { mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { type ContextPlace, isSessionId } from '../context/contextPlace';
import { isSurelyOwn } from '../context/localState';
import { writeFileAtomic } from '../stores/atomicFile';
import { outsideProject, readFileWithin } from '../stores/fileWithin';
import { realPathWithin } from '../stores/regularFile';
import { UserError } from '../support/errors';
import type { DraftTrigger } from './handoverReports';
import { triggerFile } from './triggerFile';

export interface NotedTrigger {
  readonly trigger: Exclude<DraftTrigger, 'stop'>;
  /** What it was about: `login` of `/sdd-design login`. */
  readonly about: string;
}

const commands = ['design', 'impl', 'review', 'roadmap', 'steering'] as const;
/** Also as a plugin names it: `/plugin:sdd-design`. */
const command =
  /^\s{0,20}\/(?:[\w.-]{1,60}:)?sdd-(design|impl|review|roadmap|steering)(?:\s+([^\r\n]{0,200}))?(?:\s|$)/;

export function triggerOf(prompt: string): NotedTrigger | undefined {
  const [, word, about = ''] = command.exec(prompt.slice(0, 500)) ?? [];
  const trigger = commands.find((each) => each === word);
  return trigger && { trigger, about: about.trim() };
}

/** Nothing where the prompt is no such command. */
export async function noteTrigger(
  place: ContextPlace,
  session: string,
  prompt: string,
): Promise<void> {
  const noted = triggerOf(prompt);
  if (!noted || !isSessionId(session)) {
    return;
  }
  const file = triggerFile(place.root, session);
  if (realPathWithin(place.root, file) === undefined) {
    throw new UserError('outside', outsideProject(file, place.root));
  }
  mkdirSync(path.dirname(file), { recursive: true });
  removeOld(path.dirname(file), place.now());
  await writeFileAtomic(file, `${JSON.stringify(noted)}\n`);
}

/** undefined where there is none, or the repository brought it. */
export function notedTrigger(place: ContextPlace, session: string): NotedTrigger | undefined {
  const file = triggerFile(place.root, session);
  const seen = readFileWithin(file, place.root);
  if (seen.kind !== 'ok' || !isSurelyOwn(place, file)) {
    return undefined;
  }
  try {
    const { trigger, about } = JSON.parse(seen.bytes.toString('utf8')) as Partial<NotedTrigger>;
    const known = commands.find((each) => each === trigger);
    return known && { trigger: known, about: typeof about === 'string' ? about : '' };
  } catch {
    return undefined;
  }
}

/** When it has been followed. */
export function forgetTrigger(root: string, session: string): void {
  removeQuietly(triggerFile(root, session));
}

const longestLifeMs = 7 * 24 * 3_600_000;

/** Of sessions that ended in the middle of a turn. */
function removeOld(folder: string, now: Date): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (name.endsWith('.json') && now.getTime() - changed > longestLifeMs) {
      removeQuietly(file);
    }
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Somebody else was first.
  }
}
