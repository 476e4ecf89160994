// `baton save`: checkpoint, push, checks; also taking the last one back, and folding them into one.

import type { SaveReport, SaveRequest } from '../core/save/save';
import type { SquashReport } from '../core/save/squash';
import type { UndoReport } from '../core/save/undo';
import { UserError } from '../core/support/errors';
import { type Message, msg, render, type Translate } from '../core/support/message';
import { openProject } from './openProject';
import type { Verb, VerbInput, VerbResult } from './verb';

export const save: Verb = {
  summary: msg('Commit a checkpoint and save where the work stands'),
  options: {
    quick: {
      type: 'boolean',
      summary: msg('Push nothing and allow no secrets, whatever else is said'),
    },
    sync: { type: 'boolean', summary: msg('Push it, too') },
    full: { type: 'boolean', summary: msg('Push it and check CHANGELOG, ROADMAP and CI') },
    context: {
      type: 'string',
      short: 'm',
      value: 'TEXT',
      summary: msg('Words for the commit; else what is worked on'),
    },
    untracked: { type: 'boolean', summary: msg('Include new files') },
    'allow-secrets': {
      type: 'boolean',
      summary: msg('Commit although something looks like a secret'),
    },
    yes: { type: 'boolean', summary: msg('Push to the default branch as well') },
    'working-on': { type: 'string', value: 'TEXT', summary: msg('Say what is worked on') },
    'next-step': {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      summary: msg('Set the next steps; may be given several times'),
    },
    progress: {
      type: 'string',
      value: 'N/M',
      summary: msg('Say that N of M tasks are done, where no OpenSpec does'),
    },
    openspec: { type: 'string', value: 'ID', summary: msg('Say which OpenSpec change it is') },
    undo: { type: 'boolean', summary: msg('Take the last checkpoint back, files untouched') },
    squash: {
      type: 'string',
      value: 'MESSAGE',
      summary: msg('Fold the checkpoints that are not pushed into one commit'),
    },
  },
  run: async (input) => {
    const { undo, squash } = input.values;
    if (undo || squash !== undefined) {
      assertAlone(input);
    }
    assertQuick(input);
    const project = openProject(input);
    try {
      if (undo) {
        return undoResult(await project.undoSave(), input);
      }
      return typeof squash === 'string'
        ? squashResult(await project.squashCheckpoints(squash), input)
        : saveResult(await project.save(toRequest(input)), input);
    } finally {
      project.dispose();
    }
  },
};

/** Taking back and folding are no saves, so what is said about a save would be lost. */
function assertAlone({ values }: VerbInput): void {
  const mode = values.undo ? 'undo' : 'squash';
  const other = Object.keys(values).find((name) => !['json', 'cwd', mode].includes(name));
  if (other !== undefined) {
    throw new UserError(
      'usage',
      msg('--{0} and --{1} do not go together. See "baton save --help".', mode, other),
    );
  }
  if (values.squash === '') {
    throw new UserError('usage', msg('Say in a few words what the one commit holds.'));
  }
}

/** Agents may run what begins with `save --quick` unasked, so nothing after it may do more. */
function assertQuick({ values }: VerbInput): void {
  const more = ['sync', 'full', 'yes', 'allow-secrets'].find((name) => values[name] === true);
  if (values.quick === true && more !== undefined) {
    throw new UserError(
      'usage',
      msg('--{0} and --{1} do not go together. See "baton save --help".', 'quick', more),
    );
  }
}

function toRequest({ values }: VerbInput): SaveRequest {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    mode: values.full ? 'full' : values.sync ? 'sync' : 'quick',
    context: text('context'),
    untracked: values.untracked === true,
    allowSecrets: values['allow-secrets'] === true,
    pushDefaultBranch: values.yes === true,
    given: {
      workingOn: text('working-on'),
      openspec: text('openspec'),
      nextSteps: (values['next-step'] as string[] | undefined)?.filter(
        (step) => step.trim() !== '',
      ),
      progress: toProgress(text('progress')),
    },
  };
}

function toProgress(text: string | undefined) {
  if (text === undefined) {
    return undefined;
  }
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const completed = Number(match?.[1]);
  const total = Number(match?.[2]);
  if (!match || completed > total) {
    throw new UserError(
      'usage',
      msg('--progress takes done/all, such as 5/12, not "{0}". See "baton save --help".', text),
    );
  }
  return { completed, total };
}

function saveResult(report: SaveReport, { t }: VerbInput): VerbResult {
  const { mode, commit, pushed, state, checks } = report;
  const warnings = report.warnings.map(withOption);
  const [reason, ...notes] = report.done ? [undefined, ...warnings] : warnings;
  return {
    json: {
      mode,
      commit,
      pushed,
      state,
      checks: checks.map(({ detail, ...check }) => ({ ...check, detail: render(detail) })),
      warnings: warnings.map((warning) => render(warning)),
    },
    text: () => {
      const lines = [
        ...summary(report, t),
        ...checks.map(
          ({ name, status, detail }) => `  ${marks[status]} ${name}: ${render(detail, t)}`,
        ),
        ...notes.flatMap((note) => (note ? [`  ${t('Note')}: ${render(note, t)}`] : [])),
      ];
      return `${lines.join('\n')}\n`;
    },
    notDone: reason,
    detail: report.detail,
  };
}

function withOption({ message, option }: SaveReport['warnings'][number]): Message {
  return option === undefined ? message : msg('{0} (baton save {1})', message, option);
}

const marks = { pass: '✓', fail: '✗', skip: '–' } as const;

function summary(
  { commit, subject, fileCount, pushed, state }: SaveReport,
  t: Translate,
): string[] {
  const where = [
    state.git_commit,
    state.git_branch,
    commit && (fileCount === 1 ? t('1 file') : t('{0} files', fileCount)),
    state.git_branch && (pushed ? t('pushed') : t('not pushed')),
  ].filter(Boolean);
  return [subject ?? t('The state is saved; no commit was made.'), `  ${where.join(' · ')}`];
}

function undoResult({ undone, subject, commit, state }: UndoReport, { t }: VerbInput): VerbResult {
  return {
    json: { undone, commit, state },
    text: () =>
      `${t('Taken back: {0} ({1}). Your files are untouched, and the index is as it was before the save.', subject, undone.slice(0, 7))}\n`,
  };
}

function squashResult(
  { commit, squashed, backup, state }: SquashReport,
  { t }: VerbInput,
): VerbResult {
  return {
    json: { commit, squashed: squashed.map(({ id }) => id), backup, state },
    text: () =>
      `${t('Checkpoints folded into {1}: {0}. The old ones are kept in {2}.', squashed.length, commit.slice(0, 7), backup)}\n`,
  };
}
