// Records of a transcript where one goes over several lines: up to 0.38, Gemini CLI wrote a chat as one
// document of JSON, indented by two. Each message, and what stands before the first of them, is handed
// on as if it were a line, with as many bytes as it has in the file. Pure.

import { longestLine, type OnLine } from './transcriptLines';

const blank = Buffer.from(' ');
const first = Buffer.from('{');
const messages = Buffer.from('  "messages": [');
const opening = Buffer.from('    {');
const closing = Buffer.from('    }');
/** Between two records. */
export const recordStart = Buffer.from('\n    {\n');

export function isOneDocument(file: string): boolean {
  return file.endsWith('.json');
}

/** `onRecord` itself where every line is a record. Keeps what it has of one from call to call. */
export function recordLines(file: string, onRecord: OnLine): OnLine {
  return isOneDocument(file) ? groupedLines(onRecord) : onRecord;
}

function groupedLines(onRecord: OnLine): OnLine {
  let lines: Buffer[] = [];
  let start = 0;
  let size = 0;
  const end = (close: (record: Buffer) => void): void => {
    const record = Buffer.concat(lines, size - 1);
    close(record);
    onRecord(record, 0, record.length, start, lines.length);
    lines = [];
  };
  return (chunk, from, to, offset) => {
    const line = chunk.subarray(from, to);
    if (line.equals(opening) || (offset === 0 && line.equals(first))) {
      lines = [];
      start = offset;
      size = 0;
    } else if (lines.length === 0) {
      return;
    }
    size += line.length + 1;
    if (size > longestLine) {
      lines = [];
      return;
    }
    // A copy, because the chunk is used again, with a blank in place of the line feed.
    lines.push(Buffer.concat([line, blank]));
    if (line.equals(messages)) {
      end((record) => {
        // Without the messages it ends before them.
        record.fill(' ', record.lastIndexOf(',')).write('}', record.length - 1);
      });
    } else if (line.subarray(0, closing.length).equals(closing)) {
      end((record) => {
        // What separates it from the next.
        record.fill(' ', record.lastIndexOf('}') + 1);
      });
    }
  };
}
