// Whose transcript a file is, when nobody said so: each agent's first lines look different.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { embeddedRecord, type Json, recordOf } from './lineValues';
import type { AgentName } from './transcriptEvent';

/** The first line of a Codex rollout alone, with the instructions of the model, may have 100 KB. */
const headBytes = 512 * 1024;
const mostLines = 50;

/** Undefined when it is nobody's, or no regular file. */
export function agentOfTranscript(file: string): AgentName | undefined {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(fd).isFile()) {
      return undefined;
    }
    const head = Buffer.alloc(headBytes);
    const length = readSync(fd, head, 0, headBytes, 0);
    return agentOfLines(head.toString('utf8', 0, length));
  } finally {
    closeSync(fd);
  }
}

/** From the beginning of a transcript, the last line of which may be cut. */
export function agentOfLines(head: string): AgentName | undefined {
  for (const line of head.split('\n', mostLines)) {
    const agent = line.startsWith('{') ? agentOfLine(embeddedRecord(line)) : undefined;
    if (agent !== undefined) {
      return agent;
    }
  }
  return undefined;
}

function agentOfLine(line: Json): AgentName | undefined {
  const message = recordOf(line.message);
  if (typeof line.type === 'string' && typeof line.payload === 'object' && line.payload !== null) {
    return 'codex';
  }
  if (line.$set !== undefined || line.projectHash !== undefined || line.type === 'gemini') {
    return 'gemini';
  }
  if (line.provenance !== undefined || line.systemPayload !== undefined || message.parts) {
    return 'qwen';
  }
  const isClaude =
    line.isSidechain !== undefined ||
    message.content !== undefined ||
    (typeof line.type === 'string' &&
      (line.sessionId ?? line.leafUuid ?? line.messageId) !== undefined);
  return isClaude ? 'claude' : undefined;
}
