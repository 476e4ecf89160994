// `baton context keep`: transcripts that Claude Code will delete, and copies of them.

import type { Project } from '../../core/project';
import type { ForgetReport } from '../../core/retention/forgetTranscript';
import type { KeepReport } from '../../core/retention/keepTranscripts';
import type { RestoreReport } from '../../core/retention/restoreTranscript';
import type { Retention } from '../../core/retention/retention';
import { periodSentence } from '../../core/retention/retentionPeriod';
import { UserError } from '../../core/support/errors';
import { type Message, msg, render } from '../../core/support/message';
import { relativeTime } from '../../core/support/relativeTime';
import { sizeText } from '../../core/support/sizeText';
import { expiringJson } from '../expiryLines';
import { openProject } from '../openProject';
import { stoppable } from '../stoppable';
import type { Verb, VerbInput, VerbResult } from '../verb';

export const keep: Verb = {
  summary: msg('Keep copies of transcripts that Claude Code will delete'),
  options: {
    list: { type: 'boolean', summary: msg('Show what will be deleted and what is kept') },
    now: { type: 'boolean', summary: msg("Keep copies of this project's transcripts now") },
    restore: {
      type: 'string',
      value: 'ID',
      summary: msg('Put the transcript of a session back where it was'),
    },
    forget: {
      type: 'string',
      value: 'ID',
      summary: msg('Remove the copies of a session; its transcript is not touched'),
    },
  },
  run: async (input) => {
    const { list, now, restore, forget } = input.values;
    if ([list, now, restore, forget].filter((each) => each !== undefined).length > 1) {
      throw new UserError('usage', msg('Use one of --list, --now, --restore and --forget.'));
    }
    const project = openProject(input);
    try {
      if (typeof restore === 'string') {
        return restored(await project.restoreTranscript(restore), input);
      }
      if (typeof forget === 'string') {
        return forgotten(await project.forgetTranscript(forget), input);
      }
      return now === true
        ? await keptNow(project, input)
        : listed(await project.retention(), input);
    } finally {
      project.dispose();
    }
  },
};

async function keptNow(project: Project, input: VerbInput): Promise<VerbResult> {
  const report = await stoppable(({ signal }) => project.keepTranscripts({ signal }));
  const { kept, unchanged, failed, isCancelled } = report;
  const known = await project.retention();
  return {
    json: { kept, unchanged, failed, cancelled: isCancelled, total: totalOf(known) },
    text: () =>
      `${input.t('Newly kept: {0}. As they were: {1}.', kept, unchanged)}\n${totalLine(known, input)}\n`,
    notDone: notDone(report),
  };
}

function notDone({ failed, isCancelled }: KeepReport): Message | undefined {
  const [first] = failed;
  if (isCancelled) {
    return msg('It was stopped before all transcripts were kept. Run it again to go on.');
  }
  return first && msg('{0} could not be kept: {1}. Run it again.', first.session, first.reason);
}

function restored({ session, files, resume }: RestoreReport, { t }: VerbInput): VerbResult {
  return {
    json: { session, files, resume },
    text: () =>
      `${t('Restored {0}.', files[0] ?? '')}\n${t('Go on with it:')} ${resume.join(' ')}\n`,
  };
}

function forgotten({ session, files, bytes }: ForgetReport, input: VerbInput): VerbResult {
  const { t, language } = input;
  return {
    json: { session, files, bytes },
    text: () =>
      `${t('Removed what was kept of {0}: {1} ({2}).', session, files.length === 1 ? t('1 file') : t('{0} files', files.length), sizeText(bytes, language))}\n${t('A transcript that Claude Code has is still there, and can be kept again.')}\n`,
  };
}

function listed(known: Retention, input: VerbInput): VerbResult {
  return {
    json: {
      keeping: known.isKeeping,
      period: { days: known.period.days ?? null, file: known.period.file ?? null },
      transcripts: known.transcripts,
      expiring: expiringJson(known),
      kept: known.kept.map(({ id, keptAt, size, stored }) => ({
        session: id,
        kept_at: keptAt.toISOString(),
        bytes: size,
        stored_bytes: stored,
      })),
      total: totalOf(known),
    },
    text: () => listText(known, input),
  };
}

function totalOf({ kept, stored }: Retention) {
  return { count: kept.length, stored_bytes: stored };
}

function listText(known: Retention, input: VerbInput): string {
  const { t, language } = input;
  const { period, expiring, kept, isKeeping } = known;
  const now = new Date();
  const ago = (time: Date) => relativeTime(time.toISOString(), now, language);
  const lines = [
    render(periodSentence(period), t),
    expiring.length === 0
      ? t('None of the {0} transcripts of this project will be deleted soon.', known.transcripts)
      : t('Will be deleted soon:'),
    ...expiring.map(({ transcript, at, isKept }) =>
      [
        `  ${transcript.id}`,
        at <= now ? t('with the next start of Claude Code') : ago(at),
        sizeText(transcript.main.size, language),
        isKept ? t('kept') : t('not kept'),
      ].join(' · '),
    ),
    totalLine(known, input),
    ...kept.map(
      ({ id, keptAt, stored }) => `  ${id} · ${ago(keptAt)} · ${sizeText(stored, language)}`,
    ),
    isKeeping
      ? t(
          'Copies are kept by themselves while VS Code is open (baton.keepTranscripts); in a terminal, run this with --now.',
        )
      : t(
          'Nothing is kept by itself: turn on baton.keepTranscripts, which keeps copies while VS Code is open, or run this with --now.',
        ),
  ];
  return `${lines.join('\n')}\n`;
}

function totalLine({ kept, stored }: Retention, { t, language }: VerbInput): string {
  return kept.length === 0
    ? t('No transcripts are kept.')
    : t('Transcripts kept: {0}, {1}.', kept.length, sizeText(stored, language));
}
