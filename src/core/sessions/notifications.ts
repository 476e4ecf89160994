// What a session tells the user, and which window tells it on: the first to claim it.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Notification } from '../schemas/liveSession';
import { publishFile } from '../stores/publishFile';
import { isTimestamp } from '../support/time';
import { knownFolder, safeText } from './questions';
import { isItemFile, namesIn } from './seenSession';
import { newItemId } from './sessionIds';
import { assertInside, readItem, type SessionPlace, writeItem } from './sessionPlace';
import { assertOwnSession, type TrackedPlace, trackedSessions } from './trackedSessions';

export type NotificationLevel = Notification['level'];
const levels: readonly NotificationLevel[] = ['info', 'warning', 'error'];

export async function notifyUser(
  place: TrackedPlace,
  session: string,
  { message, level }: Pick<Notification, 'message' | 'level'>,
): Promise<Notification> {
  await assertOwnSession(place, session);
  const folder = knownFolder(place, session);
  const now = place.now();
  const notification: Notification = {
    notificationId: newItemId('n', now),
    sessionId: session,
    message: safeText(message),
    level,
    createdAt: now.toISOString(),
  };
  const file = path.join(folder, 'notifications', `${notification.notificationId}.json`);
  await writeItem(place, file, notification);
  return notification;
}

/** The newest last; no more than these are looked at. */
export function notificationsIn(folder: string, most = 20): Notification[] {
  return namesIn(folder, 'notifications')
    .filter((name) => isItemFile('n', name))
    .slice(-most)
    .flatMap((name): Notification[] => {
      const item = readItem(path.join(folder, 'notifications', name));
      const isNotification =
        item?.notificationId === name.slice(0, -5) &&
        item.sessionId === path.basename(folder) &&
        typeof item.message === 'string' &&
        levels.some((level) => level === item.level) &&
        typeof item.createdAt === 'string' &&
        isTimestamp(item.createdAt);
      return isNotification ? [item as Notification] : [];
    });
}

/** Whether this process is the one to tell of it: of a question, a notification, a wait. */
export async function claimTelling(
  place: TrackedPlace,
  session: string,
  what: string,
): Promise<boolean> {
  if ((await trackedSessions(place))(session) || !/^[a-z0-9-]{1,80}$/.test(what)) {
    return false;
  }
  return publishClaim(place, path.join(knownFolder(place, session), 'told', what));
}

async function publishClaim(place: SessionPlace, file: string): Promise<boolean> {
  assertInside(place, path.dirname(file));
  mkdirSync(path.dirname(file), { recursive: true });
  return publishFile(file, `${place.now().toISOString()}\n`, place.fs);
}
