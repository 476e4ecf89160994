// The handover form of one project: collects, follows what is typed, writes. What it shows goes to
// its page as a value; handoverForms.ts owns the panel.

import path from 'node:path';
import type { HandoverReport } from '../../core/handover/handoverReports';
import type { Project } from '../../core/project';
import { relativePath } from '../../core/projectPaths';
import { UserError } from '../../core/support/errors';
import { type Message, msg } from '../../core/support/message';
import { elementId, type FormEdit, type OpenableFile } from '../../webview/handover/protocol';
import type { FileTarget } from '../views/treeNode';
import { emptyDraft, newKey } from './formDraft';
import type { FormDrafts } from './formDrafts';
import { answersOf, edited, expectedIds, openForm, problemsOf, withPlan } from './formModel';
import type { FormNotice, FormSituation } from './pageState';

export interface HandoverForm {
  readonly situation: FormSituation;
  collect(): Promise<void>;
  cancel(): void;
  edit(edit: FormEdit): void;
  /** Forgets what was typed, and collects anew. */
  startOver(): Promise<void>;
  write(): Promise<void>;
  dismiss(): void;
  /** Something in the project has changed. */
  look(): Promise<void>;
  preview(): Promise<string | undefined>;
  fileOf(file: OpenableFile): FileTarget | undefined;
}

export interface FormParts {
  readonly root: string;
  /** As it is open now; fails where it is not. */
  readonly project: () => Promise<Project>;
  readonly drafts: FormDrafts;
  readonly isTrusted: () => boolean;
  readonly onChange: (situation: FormSituation) => void;
  readonly onBug: (error: unknown) => void;
}

export function createHandoverForm(parts: FormParts): HandoverForm {
  const { root, drafts, onChange } = parts;
  let situation: FormSituation = { phase: 'collecting', model: undefined, target: '', seq: 0 };
  /** What is under way ends without a word when this has moved on. */
  let round = 0;
  let seen: string | undefined;
  let report: HandoverReport | undefined;

  const update = (change: Partial<FormSituation>) => {
    situation = { ...situation, ...change };
    onChange(situation);
    situation = { ...situation, focus: undefined };
  };

  const open = async (): Promise<Project> => {
    if (!parts.isTrusted()) {
      throw new UserError(
        'untrusted',
        msg('In Restricted Mode Baton only reads. Trust the workspace first.'),
      );
    }
    return parts.project();
  };

  async function collect(): Promise<void> {
    const mine = ++round;
    update({ phase: 'collecting', status: collecting, notice: undefined });
    try {
      const project = await open();
      const plan = await project.planHandover();
      if (mine !== round) {
        return;
      }
      seen = handoverFilesOf(project);
      const model = situation.model
        ? withPlan(situation.model, plan)
        : openForm(plan, drafts.of(root));
      const target = targetOf(project);
      update({ phase: 'editing', status: undefined, model, target });
    } catch (error) {
      if (mine === round) {
        update({ phase: 'stopped', status: sentenceOf(error, notCollected), model: undefined });
      }
    }
  }

  /** Whether it is another one than the form was filled in from. */
  async function planAnew(project: Project): Promise<boolean> {
    const { model } = situation;
    const mine = round;
    const plan = await project.planHandover();
    if (!model || !situation.model || mine !== round) {
      return false;
    }
    const hasChanged = plan.current !== situation.model.plan.current;
    situation = { ...situation, model: withPlan(situation.model, plan) };
    seen = handoverFilesOf(project);
    return hasChanged;
  }

  async function write(): Promise<void> {
    if (situation.phase !== 'editing' || !situation.model) {
      return;
    }
    const tried = { ...situation.model, wasTried: true };
    const problems = problemsOf(tried);
    if (problems[0]) {
      const status =
        problems.length === 1
          ? msg('One answer is missing.')
          : msg('{0} answers are missing.', problems.length);
      update({ model: tried, status, focus: problems[0].at });
      return;
    }
    const mine = ++round;
    update({ phase: 'checking', status: checking, notice: undefined, model: tried });
    try {
      const project = await open();
      const hasChanged = await planAnew(project);
      if (mine !== round) {
        return;
      }
      if (hasChanged) {
        update({ phase: 'editing', status: undefined, notice: changedNotice });
        return;
      }
      update({ phase: 'writing', status: writing });
      report = await project.handover(situation.model.plan, answersOf(situation.model));
      await drafts.keep(root, emptyDraft);
      update({ phase: 'written', status: undefined, model: undefined, report });
    } catch (error) {
      if (mine === round) {
        update({ phase: 'editing', status: undefined, notice: failureNotice(error) });
      }
    }
  }

  function sentenceOf(error: unknown, otherwise: Message): Message {
    if (UserError.is(error)) {
      return error.text;
    }
    parts.onBug(error);
    return otherwise;
  }

  function failureNotice(error: unknown): FormNotice {
    const text = sentenceOf(error, notWritten);
    return { kind: 'error', text, actions: UserError.is(error) ? ['dismiss'] : ['showLog'] };
  }

  return {
    get situation() {
      return situation;
    },
    collect,
    cancel: () => {
      // What is being written is not taken back half-way.
      if (situation.phase === 'collecting' || situation.phase === 'checking') {
        round += 1;
        const isOpen = situation.model !== undefined;
        update({ phase: isOpen ? 'editing' : 'stopped', status: msg('Cancelled.') });
      }
    },
    edit: (edit) => {
      const { model } = situation;
      if (!model || situation.phase === 'written') {
        return;
      }
      const next = edited(model, edit);
      void drafts.keep(root, next.draft);
      const focus =
        edit.type === 'addRow' ? elementId(edit.list, newKey(model.draft), 'summary') : undefined;
      update({ model: next, seq: edit.seq, status: undefined, focus });
    },
    startOver: async () => {
      await drafts.keep(root, emptyDraft);
      situation = { ...situation, model: undefined };
      await collect();
    },
    write,
    dismiss: () => {
      update({ notice: undefined });
    },
    look: async () => {
      if (situation.phase !== 'editing' || !parts.isTrusted()) {
        return;
      }
      const project = await parts.project();
      if (seen === handoverFilesOf(project)) {
        return;
      }
      seen = handoverFilesOf(project);
      try {
        const hasChanged = await planAnew(project);
        update(hasChanged ? { notice: changedNotice } : {});
      } catch (error) {
        // Nobody asked; writing looks again and says what is wrong.
        sentenceOf(error, notCollected);
      }
    },
    preview: async () => {
      const { model } = situation;
      if (!model) {
        return undefined;
      }
      const { renderHandover } = await import('../../core/handover/polish');
      const answers = answersOf(model);
      const log = (await parts.project()).snapshot?.decisions ?? [];
      return renderHandover(model.plan, answers, expectedIds(answers, log));
    },
    fileOf: (file) => {
      const relative = {
        session: report?.path ?? situation.target,
        archive: report?.archive,
        decisions: path.posix.join(path.posix.dirname(report?.path ?? ''), 'decisions.md'),
      }[file];
      return relative ? { file: path.join(root, relative), within: root } : undefined;
    },
  };
}

/** What it shows of the files that a handover is about. */
function handoverFilesOf({ snapshot }: Project): string {
  return JSON.stringify([snapshot?.handover, snapshot?.decisions.at(-1)?.line]);
}

function targetOf({ root, snapshot }: Project): string {
  return snapshot ? relativePath(root, snapshot.paths.sessionMarkdown) : '';
}

const collecting = msg('Collecting git, specs, tests, steering and the transcript…');
const checking = msg('Looking whether session.md has changed…');
const writing = msg('Writing the handover…');
const notCollected = msg('What is known could not be collected. The log says why.');
const notWritten = msg('The handover was not written. What you typed is kept; the log says why.');
const changedNotice: FormNotice = {
  kind: 'warning',
  text: msg(
    'session.md has changed since the form was filled in. What you typed is kept, the preview is new, and the file as it is now will be archived.',
  ),
  actions: ['open', 'dismiss'],
};
