// The `baton` command: finds the verb, parses its options, prints its result. Nothing else prints.

import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { describeError, hasCode, UserError } from '../core/support/errors';
import { type Message, msg, render, type Translate } from '../core/support/message';
import { version } from '../../package.json';
import { languageOf, translateInto } from './translation';
import type { Verb } from './verb';

/** Loaded when asked for: agents run this on every turn, and each verb brings its own weight. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  save: async () => (await import('./save')).save,
  load: async () => (await import('./load')).load,
  status: async () => (await import('./status')).status,
  env: async () => (await import('./env')).env,
};

const commonOptions = {
  json: { type: 'boolean' },
  cwd: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

const exit = { done: 0, notDone: 1, usage: 2 } as const;

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = verbFirst(args);
  // Before parsing, so that wrong usage too is answered in the form that was asked for.
  const json = args.includes('--json');
  const language = languageOf(process.env);
  const t = translateInto(language);
  if (['', 'help', '--help', '-h'].includes(name)) {
    process.stdout.write(await usage(t));
    return name === '' ? exit.usage : exit.done;
  }
  if (['--version', '-v'].includes(name)) {
    process.stdout.write(`${version}\n`);
    return exit.done;
  }
  try {
    const verb = Object.hasOwn(verbs, name) ? await verbs[name]?.() : undefined;
    if (!verb) {
      throw new UserError('usage', msg('There is no "baton {0}". See "baton --help".', name));
    }
    const values = parse(name, verb, rest);
    if (values.help) {
      process.stdout.write(usageOf(name, verb, t));
      return exit.done;
    }
    const result = await verb.run({
      cwd: path.resolve(typeof values.cwd === 'string' ? values.cwd : '.'),
      values,
      env: process.env,
      t,
      language,
    });
    process.stdout.write(json ? `${JSON.stringify(result.json, null, 2)}\n` : result.text());
    if (result.notDone) {
      complain(result.notDone, result.detail, t);
      return exit.notDone;
    }
    return exit.done;
  } catch (error) {
    return fail(error, json, t);
  }
}

/** `baton --json status` is `baton status --json`. */
function verbFirst(args: readonly string[]): string[] {
  let start = 0;
  while (args[start] === '--json' || args[start] === '--cwd' || args[start]?.startsWith('--cwd=')) {
    start += args[start] === '--cwd' ? 2 : 1;
  }
  return [...args.slice(start), ...args.slice(0, start)];
}

function parse(name: string, verb: Verb, args: string[]): Record<string, unknown> {
  try {
    return parseArgs({ args, options: { ...verb.options, ...commonOptions }, strict: true }).values;
  } catch (error) {
    throw new UserError('usage', msg('{0} See "baton {1} --help".', usageError(error), name));
  }
}

/** Node's own words are English only, and long. */
function usageError(error: unknown): Message | string {
  const named = /'([^' ]+)/.exec(describeError(error))?.[1] ?? '';
  if (hasCode(error, 'ERR_PARSE_ARGS_UNKNOWN_OPTION')) {
    return msg('There is no option {0}.', named);
  }
  if (hasCode(error, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')) {
    return msg('"{0}" is one word too many.', named);
  }
  if (hasCode(error, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')) {
    return msg('The option {0} is used in a wrong way.', named);
  }
  return describeError(error);
}

function fail(error: unknown, json: boolean, t: Translate): number {
  const known = UserError.is(error);
  const reason = known ? error.reason : 'bug';
  const text = known
    ? error.text
    : msg(
        'Baton failed unexpectedly: {0}. Run again with BATON_DEBUG=1 to see where.',
        describeError(error),
      );
  const detail = known ? error.detail : undefined;
  complain(text, detail, t);
  if (!known && process.env.BATON_DEBUG && error instanceof Error) {
    process.stderr.write(`${error.stack ?? ''}\n`);
  }
  if (json) {
    const document = { error: { reason, message: render(text), ...(detail && { detail }) } };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  return reason === 'usage' ? exit.usage : exit.notDone;
}

/** One sentence, and below it what another program said, if one did. */
function complain(text: Message, detail: string | undefined, t: Translate): void {
  process.stderr.write(`baton: ${render(text, t)}\n${detail ? `\n${detail}\n` : ''}`);
}

async function usage(t: Translate): Promise<string> {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const rows = await Promise.all(
    Object.entries(verbs).map(
      async ([name, load]) => `  ${name.padEnd(width)}  ${render((await load()).summary, t)}`,
    ),
  );
  return `${t('Usage')}: baton VERB [OPTIONS]

${rows.join('\n')}

${t('Options of every verb')}:
  --json     ${t('Print one JSON document and nothing else')}
  --cwd DIR  ${t('Work on the project of that folder')}
  --help     ${t('Show what the verb takes')}

${t('Exit code: 0 done, 1 not done, 2 wrong usage.')}
`;
}

function usageOf(name: string, { summary, options = {} }: Verb, t: Translate): string {
  const rows = Object.entries(options).map(([flag, { short, value, summary: help }]) => [
    `${short ? `-${short}, ` : ''}--${flag}${value ? ` ${value}` : ''}`,
    render(help, t),
  ]);
  const width = Math.max(...rows.map(([flag = '']) => flag.length));
  const table = rows.map(([flag = '', help = '']) => `  ${flag.padEnd(width)}  ${help}\n`).join('');
  return `${t('Usage')}: baton ${name}${table && ' [OPTIONS]'} [--json] [--cwd DIR]\n\n${render(summary, t)}\n${table && `\n${table}`}`;
}

// A reader that went away (`baton status | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exit.done : exit.notDone);
});
void main(process.argv.slice(2)).then((code) => {
  // Not by itself: what a git hook left in the background may hold our pipes for long.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
});
