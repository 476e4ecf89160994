// The beginning of a block of a message in Claude Code's transcript: what it is, before its content.

import { keyAt, plainStringEnd, plainValueEnd } from './jsonHead';

/** Its words have a character for each byte: good to be compared with plain ones. */
export interface BlockHead {
  type?: string;
  tool_use_id?: string;
  id?: string;
  name?: string;
  /** Where the content of a result begins, if all before it is known; else -1. */
  contentStart: number;
}
const fieldNames = ['type', 'tool_use_id', 'id', 'name'] as const;

/** What a block says of itself before anything long. */
export function blockHead(head: string, block: number): BlockHead {
  const usual = usualResult(head, block) ?? usualCall(head, block);
  if (usual) {
    return usual;
  }
  const fields: BlockHead = { contentStart: -1 };
  let position = block + 1;
  while (position < head.length) {
    const { name: key, value } = keyAt(head, position);
    const name = fieldNames.find((known) => known === key);
    const end = value < 0 ? -1 : plainValueEnd(head, value);
    if (name === undefined || end < 0) {
      fields.contentStart = key === 'content' ? value : -1;
      break;
    }
    fields[name] = head.slice(value + 1, end);
    position = end + 1;
  }
  return fields;
}

const resultStart = '{"tool_use_id":"';
const resultMiddle = '","type":"tool_result","content":';
const callStart = '{"type":"tool_use","id":"';
const callMiddle = '","name":"';

/** Letter by letter as it is written today, which is faster than to understand it. */
function usualResult(head: string, block: number): BlockHead | undefined {
  if (!head.startsWith(resultStart, block)) {
    return undefined;
  }
  const id = block + resultStart.length;
  const idEnd = plainStringEnd(head, id);
  return idEnd >= 0 && head.startsWith(resultMiddle, idEnd)
    ? { tool_use_id: head.slice(id, idEnd), contentStart: idEnd + resultMiddle.length }
    : undefined;
}

function usualCall(head: string, block: number): BlockHead | undefined {
  if (!head.startsWith(callStart, block)) {
    return undefined;
  }
  const id = block + callStart.length;
  const idEnd = plainStringEnd(head, id);
  const name = idEnd + callMiddle.length;
  const isUsual = idEnd >= 0 && head.startsWith(callMiddle, idEnd);
  const nameEnd = isUsual ? plainStringEnd(head, name) : -1;
  return nameEnd < 0
    ? undefined
    : {
        type: 'tool_use',
        id: head.slice(id, idEnd),
        name: head.slice(name, nameEnd),
        contentStart: -1,
      };
}
