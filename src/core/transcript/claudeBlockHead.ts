// The beginning of a block of a message in Claude Code's transcript: what it is, before its content.

import {
  isWord,
  plainStringEnd,
  quote,
  skipBlank,
  startsWith,
  textAt,
  valueStart,
} from './jsonHead';

export interface BlockHead {
  type?: string;
  tool_use_id?: string;
  id?: string;
  name?: string;
  /** Where the content of a result begins, if all before it is known; else -1. */
  text: number;
}
const fieldNames = ['type', 'tool_use_id', 'id', 'name'] as const;

/** What a block says of itself before anything long. */
export function blockHead(chunk: Buffer, block: number, limit: number): BlockHead {
  const usual = usualResult(chunk, block, limit) ?? usualCall(chunk, block, limit);
  if (usual) {
    return usual;
  }
  const fields: BlockHead = { text: -1 };
  let position = block + 1;
  while (position < limit) {
    const key = skipBlank(chunk, position, limit);
    const keyEnd = chunk[key] === quote ? plainStringEnd(chunk, key + 1, limit) : -1;
    const value = keyEnd < 0 ? -1 : valueStart(chunk, keyEnd, limit);
    const name = fieldNames.find((known) => isWord(chunk, key + 1, keyEnd, known));
    const end = value < 0 || chunk[value] !== quote ? -1 : plainStringEnd(chunk, value + 1, limit);
    if (name === undefined || end < 0) {
      fields.text = isWord(chunk, key + 1, keyEnd, 'content') ? value : -1;
      break;
    }
    fields[name] = textAt(chunk, value + 1, end);
    position = end + 1;
  }
  return fields;
}

const resultStart = '{"tool_use_id":"';
const resultMiddle = '","type":"tool_result","content":';
const callStart = '{"type":"tool_use","id":"';
const callMiddle = '","name":"';

/** Letter by letter as it is written today, which is faster than to understand it. */
function usualResult(chunk: Buffer, block: number, limit: number): BlockHead | undefined {
  if (!startsWith(chunk, block, resultStart)) {
    return undefined;
  }
  const id = block + resultStart.length;
  const idEnd = plainStringEnd(chunk, id, limit);
  return idEnd >= 0 && startsWith(chunk, idEnd, resultMiddle)
    ? { tool_use_id: textAt(chunk, id, idEnd), text: idEnd + resultMiddle.length }
    : undefined;
}

function usualCall(chunk: Buffer, block: number, limit: number): BlockHead | undefined {
  if (!startsWith(chunk, block, callStart)) {
    return undefined;
  }
  const id = block + callStart.length;
  const idEnd = plainStringEnd(chunk, id, limit);
  const name = idEnd + callMiddle.length;
  const isUsual = idEnd >= 0 && startsWith(chunk, idEnd, callMiddle);
  const nameEnd = isUsual ? plainStringEnd(chunk, name, limit) : -1;
  return nameEnd < 0
    ? undefined
    : {
        type: 'tool_use',
        id: textAt(chunk, id, idEnd),
        name: textAt(chunk, name, nameEnd),
        text: -1,
      };
}
