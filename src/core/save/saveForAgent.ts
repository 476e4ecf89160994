// A save that an agent asks for: a checkpoint on this machine, with its words cleaned. It never goes
// past a secret and never pushes: both are for a person to decide.

import { quotedLine } from '../handover/quotedWords';
import { UserError } from '../support/errors';
import { msg } from '../support/message';
import type { Workplace } from '../workplace';
import { type SaveReport, saveSession } from './save';
import type { FoundSecret, SecretsFound } from './secretsInFiles';

export interface AgentSave {
  /** Words for the commit. */
  readonly context?: string | undefined;
  readonly workingOn?: string | undefined;
  readonly nextSteps?: readonly string[] | undefined;
  readonly progress?: { readonly completed: number; readonly total: number } | undefined;
  readonly openspec?: string | undefined;
  readonly untracked?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function saveForAgent(place: Workplace, asked: AgentSave): Promise<SaveReport> {
  const { progress, untracked, signal } = asked;
  const words = (text: string | undefined) => quotedLine(text ?? '') || undefined;
  const given = {
    workingOn: words(asked.workingOn),
    openspec: words(asked.openspec),
    nextSteps: asked.nextSteps?.flatMap((step) => words(step) ?? []),
    progress,
  };
  const report = await saveSession(place, {
    mode: 'quick',
    context: words(asked.context),
    untracked,
    given,
    signal,
  }).catch((error: unknown) => {
    throw UserError.is(error, 'secrets') ? notPastSecrets(error as SecretsFound) : error;
  });
  const [obstacle] = report.warnings;
  if (!report.done && obstacle) {
    throw new UserError('not-committed', obstacle.message);
  }
  return report;
}

function notPastSecrets({ found, detail }: SecretsFound): UserError {
  const place = ({ file, line }: FoundSecret) => `${file}:${line}`;
  const [first] = found;
  return new UserError(
    'secrets',
    msg(
      'Nothing was committed: {0} looks like it holds a secret ({1}), places in all: {2}. Take it out, or list the file in .gitignore. Whether to commit it all the same is for the user to decide, not for you.',
      first ? place(first) : '',
      first?.kind ?? '',
      found.length,
    ),
    detail,
  );
}
