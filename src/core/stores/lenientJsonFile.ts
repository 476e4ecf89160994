// A JSON file that is read as far as it fits its schema; the rest is reported, not fatal.

import type * as z from 'zod/mini';
import { parseLenient } from '../schemas/lenient';
import { msg } from '../support/message';
import { createJsonFile, type JsonFile, type JsonFileOptions, type Parsed } from './jsonFile';

export interface LenientJsonFileOptions<T extends z.ZodMiniType> extends Omit<
  JsonFileOptions<unknown>,
  'parse'
> {
  readonly schema: T;
  /** Fields whose absence is a problem. */
  readonly required?: readonly string[];
}

export function createLenientJsonFile<T extends z.ZodMiniType>({
  schema,
  required = [],
  ...options
}: LenientJsonFileOptions<T>): JsonFile<z.infer<T>> {
  return createJsonFile({ ...options, parse: (json) => toParsed(schema, json, required) });
}

function toParsed<T extends z.ZodMiniType>(
  schema: T,
  json: unknown,
  required: readonly string[],
): Parsed<z.infer<T>> {
  const { value, problems } = parseLenient(schema, json);
  if (value === undefined) {
    return {
      ok: false,
      reason: problems[0] ?? msg('It is not an object with the expected fields.'),
    };
  }
  const missing = required
    .filter((field) => !Object.hasOwn(json as object, field))
    .map((field) => msg('The required field "{0}" is missing.', field));
  return {
    ok: true,
    value,
    problems: [...problems, ...missing],
    leavesOut: problems.length > 0,
  };
}
