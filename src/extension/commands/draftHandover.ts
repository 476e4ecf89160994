// Renews session.md when a person asks for it, and tells what was carried and what was kept.

import * as vscode from 'vscode';
import type { DraftRequest, DraftTrigger } from '../../core/handover/handoverReports';
import type { Project } from '../../core/project';
import { commands } from '../contributions';
import { showInformation, showWarning, withProgress } from '../messages';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import { shownDraft } from '../views/draftReport';
import { askForText, askInSteps, back, pickOne, type Step } from './askInSteps';

export async function draftHandover(project: Project, reports: ReportDocuments): Promise<void> {
  const request = await askForRequest();
  if (!request) {
    return;
  }
  const draft = await withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Drafting the handover') },
    () => project.draft(request),
  );
  const { summary, warns, markdown } = shownDraft(draft, t);
  const report = reports.keep({ root: project.root, title: t('Draft Report'), markdown });
  // Not awaited: a message may stay for long, and the draft is there.
  void offerToShow(project, {
    tell: (...buttons) => (warns ? showWarning : showInformation)(summary, ...buttons),
    showReport: () => reports.show(report),
  });
}

interface Told {
  readonly tell: (...buttons: string[]) => Thenable<string | undefined>;
  readonly showReport: () => Promise<void>;
}

async function offerToShow({ snapshot }: Project, { tell, showReport }: Told): Promise<void> {
  const open = t('Open');
  const show = t('Show Report');
  const choice = await tell(open, show);
  if (choice === open) {
    const file = snapshot?.paths.sessionMarkdown;
    await vscode.commands.executeCommand(commands.openFile, { file });
  } else if (choice === show) {
    await showReport();
  }
}

interface Answers {
  readonly trigger: DraftTrigger;
  readonly accomplished: string;
  readonly next: string;
}

async function askForRequest(): Promise<DraftRequest | undefined> {
  const answers = await askInSteps<Answers>(t('Draft Handover'), [
    {
      ask: async ({ trigger }, frame) => {
        const choice = await pickOne(frame, {
          placeholder: t('What was done?'),
          items: triggers(),
          chosen: (item) => item.trigger === trigger,
        });
        return choice === back || choice === undefined ? choice : { trigger: choice.trigger };
      },
    },
    textStep('accomplished', t('What was accomplished? May be left empty.')),
    textStep('next', t('What comes next? Left empty, it is what the specs and the session say.')),
  ]);
  const { trigger, accomplished, next } = answers ?? {};
  return (
    trigger && {
      trigger,
      next: next === '' ? undefined : next,
      accomplished: accomplished ? [accomplished] : [],
    }
  );
}

function textStep(key: 'accomplished' | 'next', prompt: string): Step<Answers> {
  return {
    ask: async (answers, frame) => {
      const text = await askForText(frame, { prompt, value: answers[key] ?? '' });
      return text === back || text === undefined ? text : { [key]: text };
    },
  };
}

function triggers(): (vscode.QuickPickItem & { trigger: DraftTrigger })[] {
  return [
    { trigger: 'stop', label: `$(debug-pause) ${t('The work stops here')}` },
    { trigger: 'design', label: `$(symbol-ruler) ${t('A design is done')}` },
    { trigger: 'impl', label: `$(code) ${t('An implementation is done')}` },
    { trigger: 'review', label: `$(checklist) ${t('A review is done')}` },
    { trigger: 'roadmap', label: `$(map) ${t('The roadmap has changed')}` },
    { trigger: 'steering', label: `$(compass) ${t('Steering has changed')}` },
  ];
}
