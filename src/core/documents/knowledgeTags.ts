// The tags of entries in buffer.md. No schema: hooks look for them, too.

export const knowledgeTags = ['PATTERN', 'INCIDENT', 'REFERENCE'] as const;
