// `baton load`: proves that the repository still matches what was saved, and runs what a finding
// offers.

import type { ResumeReport } from '../core/handover/handoverReports';
import { resumeHead, resumeNext, resumeParts } from '../core/handover/resumeText';
import { commandFor, renderBanner } from '../core/load/banner';
import type { ActionOptions } from '../core/load/applyAction';
import {
  type ActionId,
  actionIds,
  type ActionReport,
  type Finding,
  type LoadReport,
} from '../core/load/loadReport';
import type { Project } from '../core/project';
import { UserError } from '../core/support/errors';
import { type Message, msg, render, type Translate } from '../core/support/message';
import { openProject } from './openProject';
import { stoppable } from './stoppable';
import type { Verb, VerbInput, VerbResult } from './verb';

export const load: Verb = {
  summary: msg('Check that the repository still matches what was saved, and go on from there'),
  options: {
    resume: {
      type: 'boolean',
      summary: msg('Ask nothing: recover what is safe, and say what to do'),
    },
    apply: { type: 'string', value: 'ID', summary: msg('Do what a finding offers') },
    'working-on': {
      type: 'string',
      value: 'TEXT',
      summary: msg('With --apply start-new: what the new session is about'),
    },
    untracked: { type: 'boolean', summary: msg('With --apply commit: include new files') },
    'allow-secrets': {
      type: 'boolean',
      summary: msg('With --apply commit: although something looks like a secret'),
    },
  },
  run: async (input) => {
    const action = toAction(input);
    const project = openProject(input);
    try {
      if (action) {
        return await applied(project, action, input);
      }
      const report =
        input.values.resume === true
          ? await stoppable((recovers) => project.load({ resume: true, recovers }))
          : await project.load();
      return loadResult(report, input.t, await project.resume('baton load'));
    } finally {
      project.dispose();
    }
  },
};

interface AskedAction {
  readonly id: ActionId;
  readonly options: ActionOptions;
}

function toAction({ values }: VerbInput): AskedAction | undefined {
  const { apply, resume } = values;
  if (typeof apply !== 'string') {
    return undefined;
  }
  const id = actionIds.find((each) => each === apply);
  if (!id) {
    throw new UserError(
      'usage',
      msg('There is no action "{0}". The actions are {1}.', apply, actionIds.join(', ')),
    );
  }
  if (resume) {
    throw new UserError(
      'usage',
      msg('--resume and --apply do not go together. See "baton load --help".'),
    );
  }
  const workingOn = values['working-on'];
  const words = typeof workingOn === 'string' ? workingOn.trim() : '';
  if (id === 'start-new' && words === '') {
    throw new UserError(
      'usage',
      msg('start-new needs --working-on TEXT: a few words about the work.'),
    );
  }
  return {
    id,
    options: {
      workingOn: words,
      untracked: values.untracked === true,
      allowSecrets: values['allow-secrets'] === true,
    },
  };
}

/** The action, and how things stand after it. */
async function applied(
  project: Project,
  { id, options }: AskedAction,
  { t }: VerbInput,
): Promise<VerbResult> {
  const report: ActionReport = await project.applyAction(id, options);
  const after = loadResult(await project.load(), t);
  return {
    json: {
      action: report.action,
      message: render(report.message),
      warnings: inEnglish(report.warnings),
      load: after.json,
    },
    text: () =>
      [
        render(report.message, t),
        ...report.warnings.map((warning) => `  ${t('Note')}: ${render(warning, t)}`),
        '',
        after.text(),
      ].join('\n'),
  };
}

function loadResult(report: LoadReport, t: Translate, handover?: ResumeReport): VerbResult {
  const { status, findings, state, warnings, did, interrupted } = report;
  const failure = findings.find(({ severity }) => severity === 'error');
  return {
    json: {
      status,
      findings: findings.map(({ code, severity, detail, points = [], actions }) => ({
        code,
        severity,
        detail: render(detail),
        points: inEnglish(points),
        actions: actions.map(({ id, title }) => ({ id, title: render(title) })),
      })),
      state,
      banner: renderBanner(report),
      warnings: inEnglish(warnings),
      did: inEnglish(did),
      interrupted: interrupted.map((work) => ({ ...work, detail: render(work.detail) })),
      ...(handover && { handover: handoverJson(handover) }),
    },
    text: () => {
      const below = [
        ...findings.flatMap((finding) => findingLines(finding, t)),
        ...warnings.map((warning) => `${t('Note')}: ${render(warning, t)}`),
        ...did.map((each) => `→ ${render(each, t)}`),
        ...(handover ? handoverLines(handover, t) : []),
      ];
      return `${[renderBanner(report, t), '', ...below].join('\n').trimEnd()}\n`;
    },
    notDone: failure && msg('The session was not restored. {0}', failure.detail),
  };
}

/** Below the verdict: what the session starts from, and where it goes on. */
function handoverLines(report: ResumeReport, t: Translate): string[] {
  const next = resumeNext(report, t);
  return [
    '',
    ...resumeHead(report, t),
    ...resumeParts(report, t).flatMap(({ title, lines }) => [
      '',
      `${title}:`,
      ...lines.map((line) => `  ${line}`),
    ]),
    ...(next === undefined ? [] : ['', next]),
  ];
}

/** What is not there is null, so that it can be told from what is not known. */
function handoverJson({ problems, warnings, ...report }: ResumeReport) {
  const { session = null, pipeline = null, nextAction = null, sessionStart } = report;
  return {
    ...report,
    session,
    pipeline,
    nextAction,
    sessionStart: { ...sessionStart, decision: sessionStart.decision ?? null },
    problems: problems.map((problem) => ({ ...problem, message: render(problem.message) })),
    warnings: inEnglish(warnings),
  };
}

function inEnglish(messages: readonly Message[]): string[] {
  return messages.map((message) => render(message));
}

const marks = { error: '✗', warning: '!', info: '✓' } as const;

function findingLines(finding: Finding, t: Translate): string[] {
  const { code, severity, detail, points = [], actions } = finding;
  const width = Math.max(...actions.map(({ id }) => commandFor(id).length));
  return [
    `${marks[severity]} ${code}: ${render(detail, t)}`,
    // The banner has said those of an error.
    ...(severity === 'error' ? [] : points.map((point) => `  ${render(point, t)}`)),
    ...actions.map(({ id, title }) => `    ${commandFor(id).padEnd(width)}  ${render(title, t)}`),
  ];
}
