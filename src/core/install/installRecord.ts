// What installs made on this machine, kept in the user's data folder, so that an uninstall leaves
// everything as it was. Only names and spaces of other people's files are in it, no content.

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { JsonFile } from '../stores/jsonFile';
import { userFile, type UserFilePlace } from '../userFiles';

const jsonPath = z.array(z.string());
const recordSchema = z.looseObject({
  version: z.optional(z.number()),
  /** By real path: settings into which something was put. */
  settings: z.optional(
    z.record(
      z.string(),
      z.looseObject({
        made: z.array(jsonPath),
        inside: z.array(z.object({ path: jsonPath, text: z.string() })),
        /** What a file was that had no value in it, null when it was not there. */
        blank: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  /** By real path: the table that was appended to a TOML file, and whether that was not there before. */
  tables: z.optional(
    z.record(z.string(), z.looseObject({ added: z.string(), isNew: z.boolean() })),
  ),
  /** By real path: what was appended to a list of what git leaves out. */
  excludes: z.optional(
    z.record(z.string(), z.looseObject({ added: z.array(z.string()), isNew: z.boolean() })),
  ),
  /** By real path: hashes of what was written there as a file of its own. */
  files: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Folders that were not there before. */
  folders: z.optional(z.array(z.string())),
});

export type InstallRecord = z.infer<typeof recordSchema>;
export type SettingsRecord = NonNullable<InstallRecord['settings']>[string];
export type TableRecord = NonNullable<InstallRecord['tables']>[string];
export type ExcludeRecord = NonNullable<InstallRecord['excludes']>[string];

export function installRecord(place: UserFilePlace): JsonFile<InstallRecord> {
  return userFile(place, 'installed.json', recordSchema);
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
