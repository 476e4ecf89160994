// Puts Baton's hooks into the text of an agent's settings, and takes them out again. Pure: text in,
// text out. Hooks of others, before, after and beside ours, stay as they are.

import { type HookEvent, type HookGroup, isOurHook } from './hookEntries';
import { containerAt, parsedAt, valueOf } from './jsonLookup';
import { cutItem, putInto, replaceValue, type Spliced, takeOut } from './jsonSplice';
import type { JsonContainer, JsonNode } from './jsonTree';

export interface WantedHook extends HookEvent {
  readonly group: HookGroup;
}

/** Where one of our hooks is. */
export interface FoundHook {
  readonly event: string;
  /** In the list of the event. */
  readonly groupIndex: number;
  /** In the group, which may hold hooks of others too. */
  readonly hookIndex: number;
  readonly group: JsonContainer;
  readonly value: unknown;
  readonly matcher: unknown;
  readonly isAlone: boolean;
}

export function addHooks(start: Spliced, file: string, wanted: readonly WantedHook[]): Spliced {
  let now = start;
  // What an earlier version wrote for events that are not wanted any more.
  for (;;) {
    const stale = findHooks(now.text, file).find(
      ({ event }) => !wanted.some(({ name }) => name === event),
    );
    if (!stale) {
      break;
    }
    now = removeHook(now, file, stale);
  }
  for (const { name, group } of wanted) {
    now = addHook(now, file, name, group);
  }
  return now;
}

export function removeHooks(start: Spliced, file: string): Spliced {
  let now = start;
  for (;;) {
    const [found] = findHooks(now.text, file);
    if (!found) {
      return now;
    }
    now = removeHook(now, file, found);
  }
}

/** One of ours stays where it is, and is brought up to date; more than one becomes one. */
function addHook(start: Spliced, file: string, event: string, group: HookGroup): Spliced {
  let now = start;
  for (;;) {
    const [first, second] = findHooks(now.text, file).filter((each) => each.event === event);
    if (!first) {
      return putInto(now, file, { path: ['hooks', event], value: group });
    }
    if (second) {
      now = removeHook(now, file, second);
      continue;
    }
    const written = parsedAt(now.text, first.group);
    if (
      isSameValue(first.isAlone ? written : first.value, first.isAlone ? group : group.hooks[0])
    ) {
      return now;
    }
    if (first.isAlone) {
      return { ...now, text: replaceValue(now.text, first.group, group) };
    }
    // Others moved in with it: ours moves out into a group of its own.
    now = removeHook(now, file, first);
  }
}

function removeHook(now: Spliced, file: string, found: FoundHook): Spliced {
  const { event, groupIndex, hookIndex, group, isAlone } = found;
  if (isAlone) {
    return takeOut(now, file, ['hooks', event], groupIndex);
  }
  return { ...now, text: cutItem(now.text, hooksOf(group)?.items ?? [], hookIndex) };
}

export function findHooks(text: string, file: string): FoundHook[] {
  const all = containerAt(text, file, ['hooks']);
  const events = new Set(all?.items.flatMap(({ key }) => key ?? []));
  return [...events].flatMap((event) => {
    const list = all && valueOf(text, file, all, event);
    // One of another shape is none of ours; it is only in the way when something must go there.
    return list?.kind === 'array' ? hooksIn(text, event, list) : [];
  });
}

function hooksIn(text: string, event: string, list: JsonContainer): FoundHook[] {
  return list.items.flatMap(({ value: group }, groupIndex) => {
    const hooks = hooksOf(group);
    if (!hooks || group.kind !== 'object') {
      return [];
    }
    const { matcher } = parsedAt(text, group) as { matcher?: unknown };
    return hooks.items.flatMap(({ value: node }, hookIndex) => {
      const value = parsedAt(text, node);
      return isOurHook(value)
        ? [
            {
              event,
              groupIndex,
              hookIndex,
              group,
              value,
              matcher,
              isAlone: hooks.items.length === 1,
            },
          ]
        : [];
    });
  });
}

function hooksOf(group: JsonNode): JsonContainer | undefined {
  const value =
    group.kind === 'object' ? group.items.find(({ key }) => key === 'hooks')?.value : undefined;
  return value?.kind === 'array' ? value : undefined;
}

/** Whatever the order of their keys. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other;
  }
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSameValue((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
