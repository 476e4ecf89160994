// The receipt: what was put into which session, when, and whether its transcript shows that it
// arrived. `.claude/state/deliveries.json`, the newest last.

import path from 'node:path';
import { blockingFileSystem } from '../stores/atomicFile';
import type { Delivery } from '../schemas/delivery';
import { createJsonFile, type JsonFile } from '../stores/jsonFile';
import { msg } from '../support/message';
import { parseTime } from '../support/time';
import type { Digest, KeptFailure } from '../transcript/digest';
import { isRecord, listOf } from '../transcript/lineValues';
import type { AgentName } from '../transcript/transcriptEvent';
import { readText } from './readFiles';
import type { ContextPlace } from './contextPlace';
import { staysOf } from './otherProject';

interface DeliveriesFile {
  readonly version?: number;
  readonly deliveries: readonly Delivery[];
}

const most = 50;
/** An agent waits for its hooks. */
const longestWait = 1_500;

export function deliveriesPath({ paths }: Pick<ContextPlace, 'paths'>): string {
  return paths.deliveries;
}

/** Unique is enough: it tells two deliveries of one session apart. */
export function newDeliveryId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** Why a transcript can never show it; undefined where it can. */
export function whyUnseen(agent: AgentName, event: string): string | undefined {
  // There it becomes a part of the instructions, which no transcript holds.
  return agent === 'qwen' && event === 'SessionStart'
    ? 'Qwen Code does not write down what its sessions are told when they start.'
    : undefined;
}

export async function noteDelivery(place: ContextPlace, delivery: Delivery): Promise<void> {
  await deliveriesFile(place).update(
    (file) => ({
      version: 1,
      ...file,
      deliveries: newest([...(file?.deliveries ?? []), delivery]),
    }),
    { timeoutMs: longestWait },
  );
}

/** By when they happened: of a failure that is only found in a transcript, one hears later. */
function newest(deliveries: readonly Delivery[]): readonly Delivery[] {
  const time = ({ at }: Delivery) => parseTime(at) || 0;
  return deliveries.toSorted((one, other) => time(one) - time(other)).slice(-most);
}

/**
 * What the transcript says about what was injected. `isOver`: a turn has ended, so what came before
 * its newest word and is not there by now did not arrive.
 */
export async function settleDeliveries(
  place: ContextPlace,
  session: string,
  digest: Digest,
  { isOver }: { readonly isOver: boolean },
): Promise<void> {
  // Most turns have none to settle: that is seen without parsing them.
  const isSettled = !readText(deliveriesPath(place), place.root)?.includes('"injected"');
  if (isSettled && !digest.failed) {
    return;
  }
  const file = deliveriesFile(place);
  const seen = await file.read();
  const isOpen = (each: Delivery) => each.session_id === session && each.status === 'injected';
  const settled = (each: Delivery) => (isOpen(each) ? settle(each, digest, isOver, place) : each);
  const known = seen.kind === 'ok' ? seen.value.deliveries : [];
  const isNew = known.some((each) => isOpen(each) && settled(each) !== each);
  if (!isNew && unnoted(place, known, session, digest).length === 0) {
    return;
  }
  await file.update(
    (current) => {
      const before = (current?.deliveries ?? []).map(settled);
      const found = unnoted(place, before, session, digest);
      return { version: 1, ...current, deliveries: newest([...before, ...found]) };
    },
    { timeoutMs: longestWait },
  );
}

/** A hook that was ended before it could note anything leaves its trace in the transcript alone. */
function unnoted(
  place: ContextPlace,
  known: readonly Delivery[],
  session: string,
  digest: Digest,
): readonly Delivery[] {
  const {
    failed = [],
    session: { parentId },
  } = digest;
  const oldest = known.length < most ? undefined : known[0];
  const own = known.filter((each) => each.session_id === session);
  return failed.flatMap((failure): Delivery[] => {
    const { hook, at = '', problem, offset, isNamed } = failure;
    const [event = '', source = 'startup'] = hook.split(':');
    const time = parseTime(at);
    const isKnown =
      own.some((each) => isAbout(failure, each)) ||
      // A fork has the failures of its parent.
      known.some((each) => each.at === at && each.event === event && each.source === source);
    // What is older than all that are kept was known once; what is older than a receipt of the session
    // was there before it came here, or is of a hook that ran beside the one that told something.
    const isOld = [...(oldest ? [oldest] : []), ...own].some((each) => time <= parseTime(each.at));
    // A fork did not start up, its parent did; and people take sessions along to other projects.
    const isOfAnother = () => {
      const stays = staysOf(place, digest, undefined);
      const stay = stays.findLast(({ from }) => from <= offset) ?? stays[0];
      return (source === 'startup' && parentId !== undefined) || stay?.other !== undefined;
    };
    const isNoise = event !== 'SessionStart' || !isNamed || Number.isNaN(time);
    return isNoise || isKnown || isOld || isOfAnother()
      ? []
      : [
          {
            id: `failed-${offset}`,
            session_id: session,
            // Only its transcripts tell.
            agent: 'claude',
            event,
            source,
            at,
            characters: 0,
            status: 'failed',
            problem,
          },
        ];
  });
}

/** A delivery is noted while its hook runs, which is not for longer than this. */
const longestHook = 60_000;

function isAbout({ hook, at }: KeptFailure, delivery: Delivery): boolean {
  const [event, source = delivery.source] = hook.split(':');
  const after = parseTime(at ?? '') - parseTime(delivery.at);
  return (
    event === delivery.event && source === delivery.source && after >= 0 && after <= longestHook
  );
}

function settle(
  delivery: Delivery,
  { received, failed = [], at }: Digest,
  isOver: boolean,
  { now }: ContextPlace,
): Delivery {
  const trace = received.find(({ start }) => start.includes(delivery.id));
  if (trace) {
    return { ...delivery, status: 'arrived', arrived_at: trace.at ?? now().toISOString() };
  }
  const failure = failed.find((each) => isAbout(each, delivery));
  if (failure) {
    return { ...delivery, status: 'failed', problem: failure.problem };
  }
  return isOver && delivery.problem === undefined && parseTime(at ?? '') > parseTime(delivery.at)
    ? { ...delivery, status: 'missing', problem: 'The transcript of the session does not show it.' }
    : delivery;
}

function deliveriesFile(place: ContextPlace): JsonFile<DeliveriesFile> {
  return createJsonFile<DeliveriesFile>({
    path: deliveriesPath(place),
    within: place.root,
    lockDirectory: path.join(place.paths.locks, 'deliveries'),
    parse: (json) =>
      isRecord(json)
        ? { ok: true, value: { ...json, deliveries: toDeliveries(json.deliveries) }, problems: [] }
        : { ok: false, reason: msg('It is not an object with the expected fields.') },
    logger: place.logger,
    now: place.now,
    fs: blockingFileSystem,
  });
}

/** What does not look like one is no receipt. */
export function toDeliveries(value: unknown): Delivery[] {
  return listOf(value).flatMap((each) =>
    isRecord(each) &&
    typeof each.id === 'string' &&
    typeof each.session_id === 'string' &&
    typeof each.at === 'string' &&
    typeof each.characters === 'number' &&
    typeof each.status === 'string'
      ? [each as unknown as Delivery]
      : [],
  );
}
