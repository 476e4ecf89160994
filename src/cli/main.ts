// The `baton` command: finds the verb, parses its options, prints its result. Nothing else prints.

import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { describeError, UserError } from '../core/support/errors';
import { msg, render } from '../core/support/message';
import { version } from '../../package.json';
import { languageOf, translateInto } from './translation';
import type { Verb } from './verb';

/** Loaded when asked for: agents run this on every turn, and each verb brings its own weight. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
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
  const [name = '', ...rest] = args;
  if (['', 'help', '--help', '-h'].includes(name)) {
    process.stdout.write(await usage());
    return name === '' ? exit.usage : exit.done;
  }
  if (['--version', '-v'].includes(name)) {
    process.stdout.write(`${version}\n`);
    return exit.done;
  }
  // Before parsing, so that wrong usage too is answered in the form that was asked for.
  const json = args.includes('--json');
  const language = languageOf(process.env);
  const t = translateInto(language);
  try {
    const verb = Object.hasOwn(verbs, name) ? await verbs[name]?.() : undefined;
    if (!verb) {
      throw wrongUsage(msg('There is no "baton {0}". See "baton --help".', name));
    }
    const values = parse(name, verb, rest);
    if (values.help) {
      process.stdout.write(usageOf(name, verb));
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
    return result.done === false ? exit.notDone : exit.done;
  } catch (error) {
    return fail(error, json, t);
  }
}

function parse(name: string, verb: Verb, args: string[]): Record<string, unknown> {
  try {
    return parseArgs({ args, options: { ...verb.options, ...commonOptions }, strict: true }).values;
  } catch (error) {
    throw wrongUsage(msg('{0} See "baton {1} --help".', firstSentence(error), name));
  }
}

function wrongUsage(text: ReturnType<typeof msg>): UserError {
  return new UserError('usage', text);
}

function firstSentence(error: unknown): string {
  return `${describeError(error).split('. ')[0]?.replace(/\.$/, '') ?? ''}.`;
}

function fail(error: unknown, json: boolean, t: ReturnType<typeof translateInto>): number {
  const known = UserError.is(error);
  const reason = known ? error.reason : 'bug';
  const text = known
    ? error.text
    : msg(
        'Baton failed unexpectedly: {0}. Run again with BATON_DEBUG=1 to see where.',
        describeError(error),
      );
  process.stderr.write(`baton: ${render(text, t)}\n`);
  if (!known && process.env.BATON_DEBUG && error instanceof Error) {
    process.stderr.write(`${error.stack ?? ''}\n`);
  }
  if (json) {
    const document = { error: { reason, message: render(text) } };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  return reason === 'usage' ? exit.usage : exit.notDone;
}

async function usage(): Promise<string> {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const rows = await Promise.all(
    Object.entries(verbs).map(
      async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`,
    ),
  );
  return `Usage: baton <verb> [options]

${rows.join('\n')}

Options of every verb:
  --json     print one JSON document, nothing else
  --cwd DIR  work on the project of that folder
  --help     what the verb takes

Exit code: 0 done, 1 not done, 2 wrong usage.
`;
}

function usageOf(name: string, { summary, options = {} }: Verb): string {
  const flags = Object.entries(options).map(
    ([flag, { type }]) => ` [--${flag}${type === 'string' ? ' VALUE' : ''}]`,
  );
  return `Usage: baton ${name}${flags.join('')} [--json] [--cwd DIR]\n\n${summary}\n`;
}

// A reader that went away (`baton status | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exit.done : exit.notDone);
});
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
