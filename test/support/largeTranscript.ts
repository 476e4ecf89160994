// A transcript as Claude Code 2.1.325 writes it, of any size, the same every time: what is sent to
// the model is echoed beside each message, and results hold their output twice.

import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs';

export interface LargeTranscript {
  readonly lines: number;
  readonly prompts: number;
  readonly edits: number;
  readonly failures: number;
  /** The id of the line that the next one follows. */
  readonly last: string | null;
}

export const largeSession = 'aaaaaaaa-0009-4000-8000-000000000009';
const session = largeSession;
const demoProject = '/home/dev/demo-app';

/** Writes whole turns until the file has `bytes`. */
export function writeLargeTranscript(
  file: string,
  bytes: number,
  project = demoProject,
): LargeTranscript {
  const counts = emptyTranscript();
  writeTurns(file, bytes, createTurns(counts, project));
  return counts;
}

/** One that goes on: what comes later follows what is there, as in one session. */
export function growingTranscript(file: string, bytes: number, project: string) {
  const turns = createTurns(emptyTranscript(), project);
  writeTurns(file, bytes, turns);
  let pending = '';
  return {
    /** Whole lines, in the middle of a turn as a hook may see it. */
    grow: (more: number): void => {
      while (pending.length < more) {
        pending += turns.turn();
      }
      const end = pending.indexOf('\n', more - 1) + 1;
      appendFileSync(file, pending.slice(0, end));
      pending = pending.slice(end);
    },
  };
}

function writeTurns(file: string, bytes: number, turns: ReturnType<typeof createTurns>): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 0; size < bytes;) {
      const part = Buffer.from(turns.turn());
      writeSync(handle, part);
      size += part.length;
    }
  } finally {
    closeSync(handle);
  }
}

/** Some turns more, as a session adds them between two hooks; not the same as those before. */
export function moreTurns(bytes: number, after: LargeTranscript): string {
  const turns = createTurns({ ...after }, demoProject);
  let text = '';
  while (text.length < bytes) {
    text += turns.turn();
  }
  return text;
}

export function emptyTranscript(): Counts {
  return { lines: 0, prompts: 0, edits: 0, failures: 0, last: null };
}

type Counts = { -readonly [K in keyof LargeTranscript]: LargeTranscript[K] };

function createTurns(counts: Counts, project: string) {
  let state = 17 + counts.lines;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  let part = '';

  const time = () => new Date(1_794_700_000_000 + counts.lines * 731).toISOString();
  const uuid = () =>
    `${hex(counts.lines, 8)}-${hex(below(65536), 4)}-4000-8000-${hex(below(2 ** 30), 12)}`;
  const push = (text: string) => {
    part += `${text}\n`;
    counts.lines++;
  };
  const common = () =>
    `"userType":"external","entrypoint":"cli","cwd":"${project}","sessionId":"${session}","version":"2.1.325","gitBranch":"main"`;
  const linked = (body: (id: string) => string) => {
    const id = uuid();
    push(
      `{"parentUuid":${JSON.stringify(counts.last)},"isSidechain":false,${body(id)},${common()}}`,
    );
    counts.last = id;
  };
  const attachment = (json: string, rendered = '') => {
    linked(
      (id) =>
        `"attachment":${json},"type":"attachment","uuid":"${id}","timestamp":"${time()}","rendered":[{"content":${JSON.stringify(rendered)}}],"renderedRole":"system"`,
    );
  };
  const assistant = (block: string) => {
    linked(
      (id) =>
        `"message":{"id":"msg_${hex(counts.lines, 12)}","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[${block}],"stop_reason":"tool_use","stop_sequence":null,"usage":${usage},"stop_details":null},"toolInputStreamMs":1,"apiBlockIndex":0,"requestId":"req_${hex(counts.lines, 12)}","requestedModel":"claude-sonnet-5-5","promptCacheRequested":"5m","type":"assistant","uuid":"${id}","timestamp":"${time()}","perTurnEffort":null,"madeBy":"model","session_id":"${session}"`,
    );
  };
  const echo = (message: string) => {
    push(
      `{"type":"api-request-blob","sessionId":"${session}","hash":"${hex(counts.lines, 64)}","message":${message}}`,
    );
  };
  const request = () => {
    push(
      `{"type":"api-request","sessionId":"${session}","id":"${uuid()}","timestamp":"${time()}","version":"2.1.325","querySource":"repl_main_thread","params":${parameters},"keep":${counts.lines},"tail":["${hex(counts.lines, 64)}","${hex(counts.lines + 1, 64)}"]}`,
    );
  };
  const shape = () => {
    const tools = JSON.stringify(prose(60_000, below(1000)));
    push(
      `{"type":"api-request-shape","sessionId":"${session}","shapeHash":"${hex(counts.lines, 64)}","timestamp":"${time()}","version":"2.1.325","shape":{"system":[{"type":"text","text":${tools}}]}}`,
    );
    attachment(`{"type":"prompt_snapshot","systemPrompt":[${tools}],"tools":[]}`);
  };

  const step = () => {
    const call = `toolu_${hex(counts.lines, 20)}`;
    const file = `${project}/src/module${below(300)}/part${below(9)}.ts`;
    const size = Math.floor(300 * Math.exp(random() * 4.8));
    const text = JSON.stringify(random() < 0.5 ? code(size, below(1000)) : log(size, below(1000)));
    const kind = random();
    const failed = random() < 0.03;
    const tool = toolOf(kind, file, text, below(400));
    assistant(`{"type":"tool_use","id":"${call}","name":"${tool.name}","input":${tool.input}}`);
    if (failed) {
      const error = `"Exit code 1\\nsrc/module.ts(3,1): error TS${below(3000)}: Cannot find name"`;
      linked(
        (id) =>
          `"promptId":"${session}","type":"user","message":{"role":"user","content":[{"type":"tool_result","content":${error},"is_error":true,"tool_use_id":"${call}"}]},"uuid":"${id}","timestamp":"${time()}","toolUseResult":${error},"sourceToolAssistantUUID":"${id}"`,
      );
      counts.failures++;
    } else {
      linked(
        (id) =>
          `"promptId":"${session}","type":"user","message":{"role":"user","content":[{"tool_use_id":"${call}","type":"tool_result","content":${tool.content}${tool.name === 'Bash' ? ',"is_error":false' : ''}}]},"uuid":"${id}","timestamp":"${time()}","toolUseResult":${tool.result},"sourceToolAssistantUUID":"${id}"`,
      );
    }
    counts.edits += tool.name === 'Edit' || tool.name === 'Write' ? 1 : 0;
    attachment(
      '{"type":"total_tokens_reminder","text":"<total_tokens>14998758 tokens left</total_tokens>"}',
    );
    echo(
      `{"role":"assistant","content":[{"type":"tool_use","id":"${call}","name":"${tool.name}","input":${tool.input}}]}`,
    );
    echo(
      `{"role":"user","content":[{"tool_use_id":"${call}","type":"tool_result","content":${tool.content}}]}`,
    );
    request();
    push(`{"type":"tools-used","sessionId":"${session}","tools":["Read","Edit","Bash","Grep"]}`);
  };

  return {
    /** A prompt, what the agent did about it, and what it said. */
    turn(): string {
      part = '';
      const words = `Please look at module ${counts.prompts} and ${prose(60 + below(400), counts.prompts)}`;
      const prompt = JSON.stringify(words);
      push(
        `{"type":"queue-operation","operation":"enqueue","timestamp":"${time()}","sessionId":"${session}","content":${prompt}}`,
      );
      linked(
        (id) =>
          `"promptId":"${session}","type":"user","message":{"role":"user","content":${prompt}},"uuid":"${id}","timestamp":"${time()}","permissionMode":"default","origin":{"kind":"human"},"promptSource":"typed"`,
      );
      if (counts.prompts % 20 === 0) {
        shape();
      }
      counts.prompts++;
      echo(`{"role":"user","content":[{"type":"text","text":${prompt}}]}`);
      request();
      for (let steps = 5 + below(50); steps > 0; steps--) {
        if (random() < 0.3) {
          assistant(
            `{"type":"thinking","thinking":"","signature":"${hex(below(2 ** 30), 800 + below(2400))}"}`,
          );
        }
        if (random() < 0.25) {
          const said = JSON.stringify(spoken(80 + below(900), below(1000)));
          assistant(`{"type":"text","text":${said}}`);
          echo(`{"role":"assistant","content":[{"type":"text","text":${said}}]}`);
        }
        step();
      }
      assistant(`{"type":"text","text":${JSON.stringify(spoken(300 + below(1200), below(1000)))}}`);
      push(
        `{"type":"last-prompt","lastPrompt":${prompt},"leafUuid":"${counts.last ?? ''}","sessionId":"${session}"}`,
      );
      push(
        `{"type":"cost-state","sessionId":"${session}","totalCostUSD":0.05,"modelUsage":${usage}}`,
      );
      return part;
    },
  };
}

const usage =
  '{"input_tokens":1200,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":42,"output_tokens_details":{"thinking_tokens":0},"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard","cache_creation":{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":0},"inference_geo":"","iterations":[],"speed":"standard","fallback_credit":null}';
const parameters =
  '{"model":"claude-sonnet-5-5","betas":["claude-code-20250219","interleaved-thinking-2025-05-14","context-management-2025-06-27","advanced-tool-use-2025-11-20"],"max_tokens":32000,"thinking":{"budget_tokens":31999,"type":"enabled","display":"omitted"},"context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]}}';

interface Tool {
  readonly name: string;
  readonly input: string;
  readonly content: string;
  readonly result: string;
}

/** By how often each is used. */
function toolOf(kind: number, file: string, text: string, variant: number): Tool {
  const path = `"file_path":"${file}"`;
  if (kind < 0.4) {
    const command = `npm test -- --grep part${variant}`;
    return {
      name: 'Bash',
      input: `{"command":"${command}","description":"Run the tests"}`,
      content: text,
      result: `{"stdout":${text},"stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`,
    };
  }
  if (kind < 0.68) {
    return {
      name: 'Read',
      input: `{${path}}`,
      content: text,
      result: `{"type":"text","file":{"filePath":"${file}","content":${text},"numLines":100,"startLine":1,"totalLines":100}}`,
    };
  }
  if (kind < 0.88) {
    return {
      name: 'Edit',
      input: `{"replace_all":false,${path},"old_string":"const a = ${variant};","new_string":"const a = ${variant + 1};"}`,
      content: `"The file ${file} has been updated successfully."`,
      result: `{"filePath":"${file}","oldString":"a","newString":"b","originalFile":${text},"structuredPatch":[],"userModified":false,"replaceAll":false}`,
    };
  }
  if (kind < 0.92) {
    return {
      name: 'Write',
      input: `{${path},"content":${text}}`,
      content: `"File created successfully at: ${file}"`,
      result: `{"type":"create","filePath":"${file}","content":${text},"structuredPatch":[],"originalFile":null}`,
    };
  }
  return {
    name: 'Grep',
    input: `{"pattern":"part${variant}","path":"src"}`,
    content: text,
    result: `{"mode":"content","numFiles":0,"filenames":[],"content":${text},"numLines":9}`,
  };
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}

const sources = {
  code: repeated(
    (index) =>
      `  const value${index} = items.filter(({ name }) => name === "part${index % 7}").map((item) => item.id);\n`,
  ),
  log: repeated(
    (index) =>
      `  ✓ cart > rejects order ${index} (${index % 9} ms)\n  at Object.<anonymous> (src/cart${index % 97}.test.ts:${index}:7)\n`,
  ),
  prose: repeated(
    (index) =>
      `The module ${index} reads its settings once, and the tests cover that part. I changed src/module${index % 300}/part.ts to match. `,
  ),
  words: repeated(
    (index) =>
      `I looked at module ${index}. It fails because src/module${index % 300}/part.ts drops the last item; the problem is in its loop.\n\nWhat I changed:\n\n- **part.ts**: the loop goes to the end\n- the test of it, in \`test/part${index % 97}.ts\`\n\n${index % 5 === 0 ? '✅ Loop\\n✅ Test\\n🔄 Docs\\n\\n' : ''}Next I will run the tests of module ${index + 1}.\n`,
  ),
};

function repeated(line: (index: number) => string): string {
  return Array.from({ length: 4000 }, (_, index) => line(index)).join('');
}

const cut = (source: string) => (size: number, start: number) =>
  source.slice(start * 50, start * 50 + size);
const code = cut(sources.code);
const log = cut(sources.log);
const prose = cut(sources.prose);
/** As agents speak: paragraphs, lists, what they found out. */
const spoken = cut(sources.words);
