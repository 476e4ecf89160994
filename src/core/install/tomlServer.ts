// Puts Baton's MCP server into the text of Codex's config.toml, and takes it out again. The program of
// Codex itself would rewrite what others wrote beside it: line ends, and comments behind values.

import { UserError } from '../support/errors';
import { msg } from '../support/message';
import { isOurServer, type McpServer, mcpServerName } from './hookEntries';
import { placeIn } from './jsonLookup';
import type { FoundServer } from './serverEntry';
import { isSameValue } from './settingsHooks';
import { parseToml, type TomlPath, type TomlStatement, TomlSyntaxError } from './tomlStatements';

const place: TomlPath = ['mcp_servers', mcpServerName];

/** The statements of a file; the error says where it is none. */
export function readToml(text: string, file: string): TomlStatement[] {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlSyntaxError) {
      const { line, column } = placeIn(text, error.at);
      throw new UserError(
        'not-toml',
        msg(
          '{0} is not TOML that Baton can read (line {1}, column {2}), so it leaves the file alone. Mend that line, then try again.',
          file,
          line,
          column,
        ),
      );
    }
    throw error;
  }
}

/** The value that all statements below a path make; undefined where there is none. */
export function tomlAt(
  statements: readonly TomlStatement[],
  path: TomlPath,
): Readonly<Record<string, unknown>> | undefined {
  const found = statements.filter((each) => isBelow(each.path, path));
  const whole = found.find((each) => each.kind === 'pair' && each.path.length === path.length);
  if (whole) {
    return whole.value as Record<string, unknown>;
  }
  const own = found.filter(
    ({ kind, path: at }) => kind === 'pair' && at.length === path.length + 1,
  );
  return found.length === 0
    ? undefined
    : Object.fromEntries(own.map(({ path: at, value }) => [at.at(-1) ?? '', value]));
}

export function findTomlServer(text: string, file: string): FoundServer | undefined {
  const value = tomlAt(readToml(text, file), place);
  return value === undefined ? undefined : { value, isOurs: isOurServer(value) };
}

export interface TomlAddition {
  readonly text: string;
  /** What has to be remembered to take it out as if it had never been there. */
  readonly added: string | undefined;
}

/** `known`: what an earlier install added. */
export function addTomlServer(
  text: string,
  file: string,
  server: McpServer,
  known: string | undefined,
): TomlAddition {
  const statements = readToml(text, file);
  const value = tomlAt(statements, place);
  if (value !== undefined && !isOurServer(value)) {
    return { text, added: known };
  }
  if (value !== undefined && Object.keys(server).every((key) => Object.hasOwn(value, key))) {
    const after = changed(text, statements, { ...server });
    const at = known === undefined ? -1 : text.lastIndexOf(known);
    const end = at + (known ?? '').length + after.length - text.length;
    return { text: after, added: at < 0 ? known : after.slice(at, end) };
  }
  if (value !== undefined) {
    return addTomlServer(removeTomlServer(text, file, known), file, server, undefined);
  }
  assertRoom(text, file, statements);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const pairs = Object.entries(server).map(([key, each]) => `${key} = ${toToml(each)}`);
  const lines = [`[${place.join('.')}]`, ...pairs];
  const before = isBlank(text) ? '' : text.endsWith('\n') ? eol : eol + eol;
  const added = `${before}${lines.join(eol)}${eol}`;
  return { text: text + added, added };
}

/** `added`: what was appended once. What was changed since, by Codex or a person, is found by its keys. */
export function removeTomlServer(text: string, file: string, added: string | undefined): string {
  const statements = readToml(text, file);
  const value = tomlAt(statements, place);
  if (value === undefined || !isOurServer(value)) {
    return text;
  }
  const at = added === undefined ? -1 : text.lastIndexOf(added);
  if (added !== undefined && at >= 0 && isAlone(statements, at, added)) {
    const after = text.slice(at + added.length);
    // What came later still needs the end of the line before ours.
    const isLineOpen = at > 0 && !text.slice(0, at).endsWith('\n') && after !== '';
    return text.slice(0, at) + (isLineOpen ? (/^\r?\n/.exec(added)?.[0] ?? '') : '') + after;
  }
  return statements
    .filter((each) => isBelow(each.path, place))
    .map((each) => ({ from: each.start, to: endOf(each, statements, text) }))
    .toReversed()
    .reduce((now, { from, to }) => now.slice(0, from) + now.slice(to), text);
}

/** With the table of a tool or of variables below it, ours would be left without a beginning. */
function isAlone(statements: readonly TomlStatement[], at: number, added: string): boolean {
  return statements
    .filter((each) => isBelow(each.path, place))
    .every(({ start, end }) => start >= at && end <= at + added.length);
}

/** With the empty lines behind it, unless what follows is in the same table. */
function endOf({ end }: TomlStatement, statements: readonly TomlStatement[], text: string): number {
  const next = statements.find(({ start }) => start >= end);
  const isEnd = next?.kind !== 'pair' || isBelow(next.path, place);
  return end + (isEnd ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(end))?.[0].length ?? 0) : 0);
}

function changed(
  text: string,
  statements: readonly TomlStatement[],
  wanted: Readonly<Record<string, unknown>>,
): string {
  return statements.toReversed().reduce((now, { path, at, value }) => {
    const [key, ...deeper] = isBelow(path, place) && at ? path.slice(place.length) : [''];
    const put = deeper.length > 0 ? undefined : key === undefined ? wanted : wanted[key];
    return !at || put === undefined || isSameValue(put, value)
      ? now
      : now.slice(0, at.start) + toToml(put) + now.slice(at.end);
  }, text);
}

/** A list of servers on one line has no room for a table of its own. */
function assertRoom(text: string, file: string, statements: readonly TomlStatement[]): void {
  const taken = statements.find(
    ({ kind, path }) => kind !== 'table' && path.length === 1 && path[0] === place[0],
  );
  if (taken) {
    throw new UserError(
      'unexpected-shape',
      msg(
        'In {0}, line {1}, Baton expected {2}, so it leaves the file alone. Mend that line, then try again.',
        file,
        placeIn(text, taken.start).line,
        '[mcp_servers.…]',
      ),
    );
  }
}

/** As JSON writes them, strings and lists of strings are TOML too. */
function toToml(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(toToml).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${key} = ${toToml(each)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  return JSON.stringify(value).replaceAll('\u007F', '\\u007F');
}

function isBelow(path: TomlPath, above: TomlPath): boolean {
  return above.every((key, index) => path[index] === key);
}

function isBlank(text: string): boolean {
  return text.replace('\uFEFF', '') === '';
}
