// Reads a value as far as it fits its schema: what does not fit is left out and reported, so that
// one bad field never hides the rest.

import type * as z from 'zod/mini';
import { type Message, msg } from '../support/message';
import { excerpt } from './excerpt';
import { expectedTime } from './timestamp';

export interface Lenient<T> {
  /** undefined when nothing of it could be used. */
  readonly value: T | undefined;
  readonly problems: readonly Message[];
}

/** More than this many bad fields is not one of our files. */
const mostRepairs = 200;

export function parseLenient<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
): Lenient<z.infer<T>> {
  const problems: Message[] = [];
  // A copy, because what is left out here must stay in the caller's value.
  const draft = structuredClone(input);
  for (let repair = 0; repair < mostRepairs; repair++) {
    const result = schema.safeParse(draft);
    if (result.success) {
      return { value: result.data, problems };
    }
    // The last first, so that the indexes of earlier array items still hold when reported.
    const issue = result.error.issues.at(-1);
    const path = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key));
    const isOurs = result.error.issues.length <= mostRepairs;
    const removed = issue && isOurs && removeAt(draft, path);
    if (!removed) {
      return { value: undefined, problems: [msg('It is not an object with the expected fields.')] };
    }
    problems.unshift(
      removed.length === path.length
        ? msg(
            '"{0}" is left out: expected {1}, found {2}.',
            toPath(path),
            expectation(issue),
            excerpt(removed.value),
          )
        : msg('"{0}" is missing, so "{1}" is left out.', toPath(path), toPath(removed.path)),
    );
  }
  return { value: undefined, problems };
}

/** zod/mini carries no sentences, so that hooks start fast: say it from the issue's data. */
function expectation(issue: z.core.$ZodIssue): string | Message {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'custom':
      return expectedTime;
    default:
      return issue.code;
  }
}

type Path = (string | number)[];

function toPath(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key),
    '',
  );
}

/** Removes what is at the path; where it is not there (a required field is missing), its parent. */
function removeAt(root: unknown, path: Path) {
  for (let length = path.length; length > 0; length--) {
    const parent = path.slice(0, length - 1).reduce<unknown>(child, root);
    const key = path[length - 1];
    const removed = { path: path.slice(0, length), length, value: child(parent, key ?? '') };
    if (Array.isArray(parent) && typeof key === 'number' && key < parent.length) {
      parent.splice(key, 1);
      return removed;
    }
    if (isObject(parent) && key !== undefined && Object.hasOwn(parent, key)) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      delete parent[key];
      return removed;
    }
  }
  return undefined;
}

function child(value: unknown, key: string | number): unknown {
  return isObject(value) || Array.isArray(value)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
