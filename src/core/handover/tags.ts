// Lines in an agent's words that are marked as knowledge: `- [PATTERN] text (source: spec role, task 3)`.
// Pure.

import { withSource } from '../documents/buffer';
import type { NewKnowledge } from '../documents/bufferSplice';
import { inOneLine } from '../documents/knowledgeEntry';
import { knowledgeTags } from '../documents/knowledgeTags';
import { saysNothing } from '../documents/listItem';
import { markdownLines } from '../documents/markdownLines';

const mostEntries = 20;
const longestMessage = 200_000;
const longestLine = 4_000;

/** At the start of a line: as an item, a heading, in bold. In a quotation it is somebody else's. */
const tagged =
  /^\s{0,12}(?:#{1,6}\s{1,5})?(?:(?:[-*+•]|\d{1,3}[.)])\s{1,5})?(\*\*|__)?\[(PATTERN|INCIDENT|REFERENCE)(?:\s?[:/]\s?([^\]`{}]{1,60}))?\](?:\*\*|__)?\s{0,5}(?:[:：–—-]\s)?:?(.*)$/;
/** Words about the format, not in it. */
const example =
  /^[{<][a-z][a-z _/-]{0,40}[}>]|\{(?:description|spec|role|N)\}|\[(?:PATTERN|INCIDENT|REFERENCE)\b|^\(|^[.…]+$/;

/** `agent` stands for the source where a line names none. */
export function taggedKnowledge(message: string, agent: string): NewKnowledge[] {
  return markdownLines(message.slice(-longestMessage))
    .filter(({ fenced, commented }) => !fenced && !commented)
    .flatMap(({ text }) => entryIn(text, agent) ?? [])
    .slice(0, mostEntries);
}

function entryIn(line: string, agent: string): NewKnowledge | undefined {
  const [, bold = '', word, category, rest = ''] = tagged.exec(line.slice(0, longestLine)) ?? [];
  const tag = knowledgeTags.find((each) => each === word);
  const words = withoutBold(inOneLine(rest), bold);
  if (!tag || saysNothing(words) || example.test(words)) {
    return undefined;
  }
  const { description, source } = withSource(words.replace(/\)\.$/, ')'));
  return {
    tag,
    description: category ? `${category.trim()}: ${description}` : description,
    ...(source ? { source } : agent && { source: { spec: agent }, isSourceGuessed: true }),
  };
}

/** `**[PATTERN] all of it**`: its end is left over. */
function withoutBold(words: string, bold: string): string {
  const isOpen = bold !== '' && words.split(bold).length % 2 === 0;
  return isOpen && words.endsWith(bold) ? words.slice(0, -bold.length).trim() : words;
}
