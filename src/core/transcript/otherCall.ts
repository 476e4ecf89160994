// A call of a tool that means nothing in particular to Baton, with what it was asked for.

import { type Json, textOf } from './lineValues';
import type { AgentAction } from './transcriptEvent';

/** Those that say it in the fewest words come first. */
const telling = [
  'description',
  'pattern',
  'query',
  'url',
  'file_path',
  'absolute_path',
  'path',
  'dir_path',
  'skill',
  'name',
  'prompt',
  'message',
];

export function otherCall(tool: string, input: Json): AgentAction {
  const subagent = textOf(input.subagent_type) ?? textOf(input.agent_type);
  const key = telling.find((each) => textOf(input[each]) !== undefined);
  const words = [subagent, key === undefined ? undefined : textOf(input[key])].filter(Boolean);
  return { do: 'other', tool, ...(words.length > 0 && { about: words.join(': ') }) };
}
