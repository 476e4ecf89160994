// What a live session can be. Without a schema around it: hooks use it, too.

export const sessionStatuses = ['active', 'waiting', 'idle', 'terminated'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
