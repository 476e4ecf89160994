// What a client is told of a tool before it lets it be called. Each kind stands here once.

import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** Only looks. */
export const looks: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Writes something down; the same again is another entry. */
export const adds: ToolAnnotations = { ...looks, readOnlyHint: false, idempotentHint: false };

/** Writes something down; the same again changes nothing more. */
export const settles: ToolAnnotations = { ...looks, readOnlyHint: false };

/** Speaks with the user, who may be asked, or say something, again. */
export const speaks: ToolAnnotations = { ...adds, openWorldHint: true };

/** Has other agents work, which may change files. */
export const delegates: ToolAnnotations = { ...speaks, destructiveHint: true };
