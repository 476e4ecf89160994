// Puts Baton's MCP server into the text of a file with MCP servers, and takes it out again. A server
// of the same name that is not ours is left alone.

import { isOurServer, type McpServer, mcpServerName } from './hookEntries';
import { containerAt, type JsonPath, parsedAt } from './jsonLookup';
import { putInto, replaceValue, type Spliced, takeOut } from './jsonSplice';
import type { JsonNode } from './jsonTree';
import { isSameValue } from './settingsHooks';

/** The server as it is there; undefined where it is not. */
export interface FoundServer {
  readonly value: unknown;
  readonly isOurs: boolean;
}

export function findServer(text: string, file: string, path: JsonPath): FoundServer | undefined {
  const node = nodeOf(text, file, path);
  if (!node) {
    return undefined;
  }
  const value = parsedAt(text, node);
  return { value, isOurs: isOurServer(value) };
}

/** In any scope and of any project. */
export function hasOurServer(text: string, file: string): boolean {
  const projects = containerAt(text, file, ['projects']);
  const names = projects?.items.flatMap(({ key, value }) =>
    key !== undefined && value.kind === 'object' ? [key] : [],
  );
  return [[], ...(names ?? []).map((name) => ['projects', name])].some(
    (path) => findServer(text, file, [...path, 'mcpServers'])?.isOurs,
  );
}

export function addServer(now: Spliced, file: string, path: JsonPath, server: McpServer): Spliced {
  const found = findServer(now.text, file, path);
  const node = nodeOf(now.text, file, path);
  if (!found || !node) {
    return putInto(now, file, { path, key: mcpServerName, value: server });
  }
  return !found.isOurs || isSameValue(found.value, server)
    ? now
    : { ...now, text: replaceValue(now.text, node, server) };
}

export function removeServer(now: Spliced, file: string, path: JsonPath): Spliced {
  if (!findServer(now.text, file, path)?.isOurs) {
    return now;
  }
  const items = containerAt(now.text, file, path)?.items ?? [];
  const index = items.findIndex(({ key }) => key === mcpServerName);
  return takeOut(now, file, path, index);
}

function nodeOf(text: string, file: string, path: JsonPath): JsonNode | undefined {
  return containerAt(text, file, path)?.items.find(({ key }) => key === mcpServerName)?.value;
}
