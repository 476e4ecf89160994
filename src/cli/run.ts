// Finds the verb, parses its options, prints its result. Nothing else prints.

import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { describeError, hasCode, UserError } from '../core/support/errors';
import { type Message, msg, render, type Translate } from '../core/support/message';
import { plainText } from '../core/support/plainText';
import { version } from '../../package.json';
import { createOutput, standardError } from './output';
import { languageOf, translateInto } from './translation';
import { usage, usageOf, usageOfGroup } from './usage';
import type { Verb, VerbGroup, VerbResult, Verbs } from './verb';

const commonOptions = {
  json: { type: 'boolean' },
  cwd: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

const exit = { done: 0, notDone: 1, usage: 2 } as const;

/** A reader that went away (`baton status | head -1`) is no failure. */
const standardOutput = createOutput(1, (error) =>
  process.exit(hasCode(error, 'EPIPE') ? exit.done : exit.notDone),
);

async function main(verbs: Verbs<Verb | VerbGroup>, args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = verbFirst(args);
  // Before parsing, so that wrong usage too is answered in the form that was asked for.
  const json = args.includes('--json');
  const language = languageOf(process.env);
  const t = translateInto(language);
  if (['', 'help', '--help', '-h'].includes(name)) {
    standardOutput.write(await usage(verbs, t));
    return name === '' ? exit.usage : exit.done;
  }
  if (['--version', '-v'].includes(name)) {
    standardOutput.write(`${version}\n`);
    return exit.done;
  }
  try {
    const found = await verbNamed(verbs, name);
    const isGroup = 'verbs' in found;
    const [second = '', ...others] = isGroup ? verbFirst(rest) : [];
    if (isGroup && second === '' && json) {
      throw new UserError('usage', msg('Say what to do. See "baton {0} --help".', name));
    }
    if (isGroup && ['', 'help', '--help', '-h'].includes(second)) {
      standardOutput.write(await usageOfGroup(name, found, t));
      return second === '' ? exit.usage : exit.done;
    }
    const full = isGroup ? `${name} ${second}` : name;
    const verb = isGroup ? await verbNamed(found.verbs, second, name) : found;
    const { values, positionals } = parse(full, verb, isGroup ? others : rest);
    if (values.help) {
      standardOutput.write(usageOf(full, verb, t));
      return exit.done;
    }
    const result = await verb.run({
      cwd: path.resolve(typeof values.cwd === 'string' ? values.cwd : '.'),
      values,
      words: positionals,
      env: process.env,
      t,
      language,
    });
    standardOutput.write(json ? document(toJson(result)) : plainText(result.text()));
    if (result.notDone) {
      complain(result.notDone, result.detail, t);
      return exit.notDone;
    }
    return exit.done;
  } catch (error) {
    return fail(error, json, t);
  }
}

async function verbNamed<V>(from: Verbs<V>, name: string, of = ''): Promise<V> {
  const load = Object.hasOwn(from, name) ? from[name] : undefined;
  if (!load) {
    const asked = [of, name].filter(Boolean).join(' ');
    throw new UserError(
      'usage',
      of
        ? msg('There is no "baton {0}". See "baton {1} --help".', asked, of)
        : msg('There is no "baton {0}". See "baton --help".', asked),
    );
  }
  return load();
}

/** `baton --json status` is `baton status --json`. */
function verbFirst(args: readonly string[]): string[] {
  let start = 0;
  while (args[start] === '--json' || args[start] === '--cwd' || args[start]?.startsWith('--cwd=')) {
    start += args[start] === '--cwd' ? 2 : 1;
  }
  return [...args.slice(start), ...args.slice(0, start)];
}

function parse(name: string, { options, words = [] }: Verb, args: string[]) {
  const wrong = (why: Message | string) =>
    new UserError('usage', msg('{0} See "baton {1} --help".', why, name));
  try {
    const parsed = parseArgs({
      args,
      options: { ...options, ...commonOptions },
      strict: true,
      allowPositionals: words.length > 0,
    });
    const values: Record<string, unknown> = parsed.values;
    const extra = parsed.positionals[words.length];
    if (extra !== undefined && !words.at(-1)?.endsWith('...')) {
      throw wrong(tooMany(extra));
    }
    return { values, positionals: parsed.positionals };
  } catch (error) {
    throw UserError.is(error) ? error : wrong(usageError(error));
  }
}

function tooMany(word: string): Message {
  return msg('"{0}" is one word too many.', word);
}

/** Node's own words are English only, and long. */
function usageError(error: unknown): Message | string {
  const named = /'([^' ]+)/.exec(describeError(error))?.[1] ?? '';
  if (hasCode(error, 'ERR_PARSE_ARGS_UNKNOWN_OPTION')) {
    return msg('There is no option {0}.', named);
  }
  if (hasCode(error, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')) {
    return tooMany(named);
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
    standardError.write(`${error.stack ?? ''}\n`);
  }
  if (json) {
    standardOutput.write(
      document({ error: { reason, message: render(text), ...(detail && { detail }) } }),
    );
  }
  return reason === 'usage' ? exit.usage : exit.notDone;
}

/** What was not done is an error, too, beside what is known. */
function toJson({ json, notDone }: VerbResult): unknown {
  return notDone && typeof json === 'object'
    ? { ...json, error: { reason: 'not-done', message: render(notDone) } }
    : json;
}

/** What files say may hold what a terminal obeys; JSON itself escapes only some of it. */
function document(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const escaped = text.replace(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped}\n`;
}

/** One sentence, and below it what another program said, if one did. */
function complain(text: Message, detail: string | undefined, t: Translate): void {
  const said = `baton: ${render(text, t)}\n${detail ? `\n${detail}\n` : ''}`;
  standardError.write(plainText(said));
}

/** What this process was started for; it ends with it. */
export function runBaton(verbs: Verbs<Verb | VerbGroup>): void {
  void main(verbs, process.argv.slice(2)).then(async (code) => {
    await Promise.all([standardOutput.written(), standardError.written()]);
    // Not by itself: what a git hook left in the background may hold our pipes for long.
    process.exit(code);
  });
}
