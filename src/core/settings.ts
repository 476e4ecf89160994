// Settings that can start a program or fill a disk. From the environment, then from the user's data
// folder, into which the extension mirrors the user's own settings; never from the workspace.

import * as z from 'zod/mini';
import { ofProject } from './dataFolder';
import { ensureRepositoryId, repositoryId } from './repositoryId';
import { type Blocker, blockerTypes } from './schemas/blocker';
import { UserError } from './support/errors';
import { msg } from './support/message';
import { userFile } from './userFiles';
import type { QuietPlace } from './workplace';

export type BlockerType = NonNullable<Blocker['type']>;

/** The name of an agent, or a command line. */
export type ConfiguredStep = string | { readonly command: string };

/** Not an option of the agent's own command line. */
const stepSchema = z.union([
  z.string().check(z.regex(/^[A-Za-z0-9][\w.:-]{0,99}$/)),
  z.object({ command: z.string().check(z.minLength(1), z.maxLength(2000)) }),
]);
const recoverySchema = z.partialRecord(
  z.enum(blockerTypes),
  z.nullable(z.union([stepSchema, z.array(stepSchema)])),
);
type RecoverySetting = z.infer<typeof recoverySchema>;

/** What is not here is kept as it is: other settings may be beside it. */
const settingsSchema = z.looseObject({
  recovery: z.optional(z.unknown()),
  keepTranscripts: z.optional(z.unknown()),
  draftOnStop: z.optional(z.unknown()),
  sddDir: z.optional(z.unknown()),
  agents: z.optional(z.unknown()),
});

export const defaultRecovery: Readonly<Record<BlockerType, readonly ConfiguredStep[]>> = {
  build_error: ['cpp-builder'],
  test_failure: ['tester', 'code-editor'],
  dependency: ['cpp-builder'],
  design_issue: ['architect'],
  review_blocked: ['code-editor'],
  ci_failure: ['devops'],
  merge_conflict: [],
  other: [],
};

export async function recoverySteps(
  place: QuietPlace,
  type: BlockerType,
): Promise<readonly ConfiguredStep[]> {
  const { BATON_RECOVERY: given } = place.env;
  const settings = [
    ...(given ? [parseSetting(fromJson(given), 'BATON_RECOVERY')] : []),
    await mirroredSetting(place),
  ];
  const chosen = settings.find((each) => Object.hasOwn(each, type));
  return chosen ? [chosen[type] ?? []].flat() : defaultRecovery[type];
}

/** What a host shows, from what it knows of the user's settings; undefined where one is wrong. */
export function shownSteps(
  env: Readonly<NodeJS.ProcessEnv>,
  setting: unknown,
  type: BlockerType,
): readonly ConfiguredStep[] | undefined {
  const { BATON_RECOVERY: given } = env;
  const settings = [given ? fromJson(given) : {}, setting ?? {}].map((each) =>
    recoverySchema.safeParse(each),
  );
  const chosen = settings.find((each) => !each.success || Object.hasOwn(each.data, type));
  return chosen ? chosen.data && [chosen.data[type] ?? []].flat() : defaultRecovery[type];
}

/** Copies of transcripts, without being asked for them. */
export async function isKeepingTranscripts(place: QuietPlace): Promise<boolean> {
  const { BATON_KEEP_TRANSCRIPTS: given } = place.env;
  return given
    ? /^(?:1|true|on|yes)$/i.test(given)
    : (await mirrored(place)).keepTranscripts === true;
}

type MirroredName = 'recovery' | 'keepTranscripts' | 'draftOnStop' | 'sddDir' | 'agents';

/** As the user set it, if at all; whoever uses it says what it has to be. */
export async function userSetting(place: QuietPlace, name: MirroredName): Promise<unknown> {
  return (await mirrored(place))[name];
}

/** For the host that knows the user's settings; undefined takes the default. */
export async function mirrorSetting(
  place: QuietPlace,
  name: MirroredName,
  value: unknown,
): Promise<void> {
  const known = repositoryId(place);
  if (value === undefined && known === undefined) {
    return;
  }
  const id = known ?? (await ensureRepositoryId(place));
  await settingsFile(place, id).update((file) => ({ ...file, [name]: value }));
}

async function mirroredSetting(place: QuietPlace): Promise<RecoverySetting> {
  const value = (await mirrored(place)).recovery;
  return value === undefined || value === null ? {} : parseSetting(value, 'baton.recovery');
}

async function mirrored(place: QuietPlace): Promise<z.infer<typeof settingsSchema>> {
  const id = repositoryId(place);
  const seen = id === undefined ? undefined : await settingsFile(place, id).read();
  return seen?.kind === 'ok' ? seen.value : {};
}

function settingsFile(place: QuietPlace, id: string) {
  return userFile(place, ofProject(id, 'settings.json'), settingsSchema);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseSetting(value: unknown, name: string): RecoverySetting {
  const parsed = recoverySchema.safeParse(value);
  if (!parsed.success) {
    throw new UserError(
      'invalid-setting',
      msg(
        'The setting {0} is not an object of blocker types with the name of an agent, {"command": "…"}, a list of these, or null. Change it.',
        name,
      ),
    );
  }
  return parsed.data;
}
