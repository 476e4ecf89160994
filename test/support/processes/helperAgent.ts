// A CLI that a user added: does what the first word of the message says. What it is told in a session
// it keeps in a folder, and every call writes down its arguments and its pids there.
// helperAgent.js <folder> [--id=ID | --resume=ID]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startMcpServer } from '../mcpClient';

const [folder = '', ...args] = process.argv.slice(2);
const id = args.map((each) => /^--(?:id|resume)=(.+)$/.exec(each)?.[1]).find(Boolean) ?? 'none';
const memory = path.join(folder, `${id}.memory`);
const print = (text: string) => process.stdout.write(`${text}\n`);

async function readMessage(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Until it is ended, with a child and a grandchild in a session of its own. */
async function wait(): Promise<void> {
  const child = spawn('sh', ['-c', 'setsid sleep 600 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.on('data', (grandchild: Buffer) => {
    const pids = [process.pid, child.pid, Number(grandchild.toString())].join(' ');
    appendFileSync(path.join(folder, 'pids'), `${pids}\n`);
  });
  await delay(600_000);
}

/** As an agent does whose user set up Baton in it. */
async function ask(message: string, env: Record<string, string>): Promise<void> {
  const server = await startMcpServer({ cwd: process.cwd(), env });
  const { result } = await server.call('use_agent', { cli_name: 'helper', message });
  print(result?.content?.[0]?.text ?? '');
  await server.end();
}

function ownEnvironment(): Record<string, string> {
  const own = Object.entries(process.env);
  return Object.fromEntries(own.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

const does: Readonly<Record<string, (words: string) => unknown>> = {
  say: print,
  hash: (words) => {
    print(createHash('sha256').update(words).digest('hex'));
  },
  remember: (words) => {
    appendFileSync(memory, `${words}\n`);
    print('I keep it in mind.');
  },
  recall: () => {
    print(existsSync(memory) ? readFileSync(memory, 'utf8') : 'I know nothing.');
  },
  flood: (words) => {
    print('x'.repeat(Number(words)));
  },
  fail: (words) => {
    print('I tried.');
    process.stderr.write(`${words}\n`);
    process.exitCode = 3;
  },
  depth: () => {
    print(`depth ${process.env.BATON_AGENT_DEPTH ?? 'unknown'}`);
  },
  talk: async () => {
    for (const word of ['one', 'two', 'three', 'four']) {
      print(word);
      await delay(1_200);
    }
  },
  wait: async () => {
    print('I am waiting.');
    await wait();
  },
  stay: async () => {
    process.on('SIGTERM', () => undefined);
    print('I am staying.');
    await wait();
  },
  ask: (words) => ask(words, ownEnvironment()),
  // Some start their servers with little more than a home.
  askBare: (words) => {
    const { HOME = '', BATON_HOME = '', BATON_AGENTS = '' } = process.env;
    return ask(words, { HOME, BATON_HOME, BATON_AGENTS });
  },
};

void (async () => {
  const message = await readMessage();
  writeFileSync(path.join(folder, `call-${Date.now()}-${process.pid}.json`), JSON.stringify(args));
  const [, word = '', words = ''] = /^(\w+)\s?([^]*)$/.exec(message) ?? [];
  await does[word]?.(words);
})();
