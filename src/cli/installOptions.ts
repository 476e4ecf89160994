// What `install` and `uninstall` have in common: their options, and how they show what changes.

import { homedir } from 'node:os';
import path from 'node:path';
import { redactSecrets } from '../core/detection/secrets/redact';
import type { InstallScope } from '../core/install/hookEntries';
import type { InstallReport } from '../core/install/install';
import { installPlace, type InstallPlace } from '../core/install/installPlace';
import { lineDiff } from '../core/install/lineDiff';
import { UserError } from '../core/support/errors';
import { silentLogger } from '../core/support/logger';
import { msg, render } from '../core/support/message';
import { agentNames } from '../core/transcript/transcriptEvent';
import { version } from '../../package.json';
import type { Verb, VerbInput } from './verb';

export const installOptions: NonNullable<Verb['options']> = {
  shared: {
    type: 'boolean',
    summary: msg('For all who share the repository: in files that are committed with it'),
  },
  user: {
    type: 'boolean',
    summary: msg('For all your projects: the settings in your home folder'),
  },
  agent: {
    type: 'string',
    value: 'NAME',
    summary: msg('Which agent: {0}; claude unless told', agentNames.join(', ')),
  },
  'dry-run': { type: 'boolean', summary: msg('Only show what would change') },
};

export function installPlaceOf({ cwd, env, values }: VerbInput): Promise<InstallPlace> {
  const { agent = 'claude' } = values;
  const known = agentNames.find((each) => each === agent);
  if (known === undefined) {
    throw new UserError(
      'unknown-agent',
      msg(
        'Baton cannot be installed into {0}. It knows: {1}.',
        JSON.stringify(agent),
        agentNames.join(', '),
      ),
    );
  }
  return installPlace(installFacts(env), cwd, scopeOf(values), known);
}

export function installFacts(env: VerbInput['env']) {
  return {
    env,
    home: homedir(),
    platform: process.platform,
    execPath: process.execPath,
    isElectron: 'electron' in process.versions,
    version,
    cli: path.join(__dirname, 'cli.js'),
    logger: silentLogger,
    now: () => new Date(),
  };
}

function scopeOf({ shared, user }: VerbInput['values']): InstallScope {
  if (shared && user) {
    throw new UserError('usage', msg('Give one of --shared and --user, not both.'));
  }
  return shared ? 'shared' : user ? 'user' : 'local';
}

/** Settings may hold keys of the user: what is shown is without them. */
export function reportJson(scope: InstallScope, { changes, kept, notes, launcher }: InstallReport) {
  return {
    scope,
    launcher,
    changes: changes.map(({ file, at, before, after }) => ({
      file,
      ...(at && { at }),
      before: before === null ? null : redactSecrets(before),
      after: after === null ? null : redactSecrets(after),
    })),
    kept,
    notes: notes.map((note) => render(note)),
  };
}

/** Each file with the lines that go and come. */
export function changesText({ changes, kept, notes }: InstallReport, { t }: VerbInput): string {
  const shown = changes.map(({ file, at, before, after, isOwn }) => {
    const what = before === null ? t('new') : after === null ? t('removed') : t('changed');
    const title = `${[file, ...(at ?? [])].join(' › ')} (${what})`;
    if (isOwn) {
      return `${title}\n\n`;
    }
    const lines = lineDiff(redactSecrets(before ?? ''), redactSecrets(after ?? ''));
    return `${title}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
  });
  const left = kept.map(
    (file) => `${t('{0} is not as Baton wrote it, so it was left as it is.', file)}\n`,
  );
  return [...shown, ...left, ...notes.map((note) => `${render(note, t)}\n`)].join('');
}
