// Lines of a Claude Code transcript, made one by one: each follows the one before it.

type Json = Readonly<Record<string, unknown>>;

export interface ClaudeLines {
  /** All lines so far, each with its line feed. */
  text(): string;
  /** The id of the newest line. */
  readonly last: string | null;
  raw(text: string): ClaudeLines;
  line(fields: Json): ClaudeLines;
  prompt(content: unknown, fields?: Json): ClaudeLines;
  says(text: string, fields?: Json): ClaudeLines;
  call(id: string, name: string, input: Json, fields?: Json): ClaudeLines;
  result(id: string, content?: unknown, fields?: Json): ClaudeLines;
  fails(id: string, content: string): ClaudeLines;
  /** A call that passes. */
  uses(id: string, name: string, input: Json, fields?: Json): ClaudeLines;
  attachment(attachment: Json): ClaudeLines;
  /** The next line follows that one. */
  goBack(id: string | null): ClaudeLines;
}

export function claudeLines(session = 'aaaaaaaa-0001-4000-8000-000000000001'): ClaudeLines {
  let written = '';
  let count = 0;
  let parent: string | null = null;
  const lines: ClaudeLines = {
    text: () => written,
    get last() {
      return parent;
    },
    raw(text) {
      written += `${text}\n`;
      return lines;
    },
    line(fields) {
      count++;
      const uuid = `${String(count).padStart(8, '0')}-${session.slice(0, 4)}-4000-8000-000000000000`;
      const time = new Date(Date.UTC(2026, 10, 16, 8) + count * 1000).toISOString();
      const common = { userType: 'external', cwd: '/home/dev/demo-app', sessionId: session };
      const rest = { version: '2.1.325', gitBranch: 'main' };
      lines.raw(
        JSON.stringify({
          parentUuid: parent,
          isSidechain: false,
          ...fields,
          uuid,
          timestamp: fields.timestamp ?? time,
          ...common,
          ...rest,
        }),
      );
      parent = uuid;
      return lines;
    },
    prompt: (content, fields = {}) =>
      lines.line({ type: 'user', message: { role: 'user', content }, ...fields }),
    says: (text, fields = {}) => assistant({ type: 'text', text }, fields),
    call: (id, name, input, fields = {}) =>
      assistant({ type: 'tool_use', id, name, input }, fields),
    result: (id, content = 'ok', fields = {}) =>
      lines.line({
        type: 'user',
        message: {
          role: 'user',
          content: [{ tool_use_id: id, type: 'tool_result', content }],
        },
        ...fields,
      }),
    fails: (id, content) =>
      lines.line({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', content, is_error: true, tool_use_id: id }],
        },
        toolUseResult: `Error: ${content}`,
      }),
    uses: (id, name, input, fields = {}) => lines.call(id, name, input).result(id, 'ok', fields),
    attachment: (attachment) => lines.line({ attachment, type: 'attachment' }),
    goBack(id) {
      parent = id;
      return lines;
    },
  };
  const assistant = (block: Json, fields: Json) =>
    lines.line({
      message: {
        id: `msg_${count}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5-5',
        content: [block],
        stop_reason: 'tool_use',
      },
      type: 'assistant',
      ...fields,
    });
  return lines;
}
