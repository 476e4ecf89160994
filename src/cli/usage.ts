// The help of the command line: of all verbs, of a group of them, and of one.

import { render, type Translate } from '../core/support/message';
import type { Verb, VerbGroup, Verbs } from './verb';

export async function usage(verbs: Verbs<Verb | VerbGroup>, t: Translate): Promise<string> {
  return `${t('Usage')}: baton VERB [OPTIONS]

${await summaries(verbs, t)}

${t('Options of every verb')}:
  --json     ${t('Print one JSON document and nothing else')}
  --cwd DIR  ${t('Work on the project of that folder')}
  --help     ${t('Show what the verb takes')}

${t('Exit code: 0 done, 1 not done, 2 wrong usage.')}
`;
}

export async function usageOfGroup(
  name: string,
  { summary, verbs }: VerbGroup,
  t: Translate,
): Promise<string> {
  return `${t('Usage')}: baton ${name} VERB [OPTIONS] [--json] [--cwd DIR]

${render(summary, t)}

${await summaries(verbs, t)}
`;
}

export function usageOf(name: string, verb: Verb, t: Translate): string {
  const { summary, options = {}, words = [] } = verb;
  const rows = Object.entries(options).map(([flag, { short, value, summary: help }]) => [
    `${short ? `-${short}, ` : ''}--${flag}${value ? ` ${value}` : ''}`,
    render(help, t),
  ]);
  const line = [name, ...words, ...(rows.length > 0 ? ['[OPTIONS]'] : [])].join(' ');
  const list = rows.length > 0 ? `\n${table(rows)}\n` : '';
  return `${t('Usage')}: baton ${line} [--json] [--cwd DIR]\n\n${render(summary, t)}\n${list}`;
}

async function summaries(verbs: Verbs<Verb | VerbGroup>, t: Translate): Promise<string> {
  const rows = Object.entries(verbs).map(async ([name, load]) => [
    name,
    render((await load()).summary, t),
  ]);
  return table(await Promise.all(rows));
}

function table(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', help = '']) => `  ${name.padEnd(width)}  ${help}`).join('\n');
}
