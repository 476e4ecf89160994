// `baton blocker detect`: what a finished command says, from its output on stdin, however long.

import { createRunScan } from '../../core/detection/blockers/runScan';
import { blockerSources, type RunVerdict } from '../../core/detection/blockers/runVerdict';
import type { RunRecord } from '../../core/blockers/recordRun';
import { UserError } from '../../core/support/errors';
import { msg, type Translate } from '../../core/support/message';
import { readInput } from '../readInput';
import type { Verb, VerbInput } from '../verb';
import { lineOf, oneOf, shownId, textOf, withProject } from './options';

export const detect: Verb = {
  summary: msg('Say from a command, its exit code and its output (stdin) what blocks the work'),
  options: {
    command: { type: 'string', value: 'C', summary: msg('The command line that was run') },
    'exit-code': { type: 'string', value: 'N', summary: msg('How it ended, where that is known') },
    source: { type: 'string', value: 'S', summary: msg('One of {0}', blockerSources.join(', ')) },
    record: { type: 'boolean', summary: msg('Open the blocker, or close those that are over') },
  },
  run: async (input) => {
    const command = textOf(input, 'command')?.trim();
    if (!command) {
      throw new UserError('usage', msg('Say with --command which command was run.'));
    }
    const exitCode = exitCodeOf(textOf(input, 'exit-code'));
    const source = oneOf(blockerSources, textOf(input, 'source'), 'source') ?? 'cli';
    const scan = createRunScan(command, source);
    await readInput((bytes) => {
      scan.push(bytes);
    });
    const verdict = scan.end(exitCode);
    const record = input.values.record
      ? await withProject(input, (project) =>
          project.recordRun({ verdict, command, cwd: input.cwd, source, isHearsay: true }),
        )
      : undefined;
    return {
      json: {
        blocker: await detected(verdict),
        ...(record && {
          opened: record.opened ?? null,
          counted: record.counted ?? null,
          closed: record.closed,
        }),
      },
      text: () => `${toLines(verdict, record, input).join('\n')}\n`,
    };
  },
};

function exitCodeOf(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  if (!/^-?\d{1,10}$/.test(text)) {
    throw new UserError('usage', msg('--exit-code {0}: it has to be a whole number.', text));
  }
  return Number(text);
}

async function detected(verdict: RunVerdict) {
  if (verdict.kind !== 'failed') {
    return null;
  }
  const { safeBlocker } = await import('../../core/blockers/safeBlocker');
  return safeBlocker({ ...verdict.blocker, command_key: verdict.command.key });
}

function toLines(verdict: RunVerdict, record: RunRecord | undefined, { t }: VerbInput): string[] {
  const seen =
    verdict.kind === 'failed' ? lineOf(verdict.blocker, t) : t('Nothing here blocks the work.');
  return [seen, ...(record ? recordLines(record, t) : [])];
}

function recordLines({ opened, counted, closed }: RunRecord, t: Translate): string[] {
  return [
    ...(opened ? [t('Opened the blocker {0}.', shownId(opened))] : []),
    ...(counted ? [t('It stood already: {0}.', shownId(counted))] : []),
    ...closed.map((each) => t('Closed the blocker: {0}', lineOf(each, t))),
  ];
}
