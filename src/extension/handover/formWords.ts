// The words of the handover form, in the language of the window: the page has no dictionary.

import type { CollectedFrom } from '../../core/handover/handoverReports';
import type { Translate } from '../../core/support/message';
import type { Words } from '../../webview/handover/protocol';

export function formWords(t: Translate, project: string, writeKeys: string): Words {
  return {
    title: t('Handover'),
    project,
    goal: t('Session goal'),
    goalHint: t('What this session was meant to achieve, in one line.'),
    accomplished: t('1. What was accomplished?'),
    accomplishedHint: t('One result per line, as a list.'),
    nextAction: t('2. What is the immediate next action?'),
    nextActionHint: t('A command or a step that the next session can begin with.'),
    decisionsQuestion: t('3. Which decisions and warnings must be known?'),
    decisions: t('Decisions of this session'),
    noDecisions: t('None in decisions.md since the session began.'),
    addDecision: t('Add Decision'),
    newDecision: t('New decision'),
    warnings: t('Warnings'),
    warningsHint: t('Constraints, risks and caveats for whoever goes on.'),
    tone: t('4. Which tone and nuance should be kept?'),
    toneHint: t('How it was meant: what was stressed, what is a preference, what is open.'),
    steeringExceptions: t('5. Were there intentional exceptions from steering?'),
    steeringExceptionsHint: t(
      'Where the work departs from the steering documents on purpose, and why.',
    ),
    noSteeringExceptions: t('None in decisions.md.'),
    addException: t('Add Exception'),
    newException: t('New exception'),
    summary: t('Summary'),
    reason: t('Reason'),
    impact: t('Impact'),
    steeringRef: t('Steering document'),
    remove: t('Remove'),
    revert: t('Use Suggestion'),
    write: t('Write Handover'),
    writeKeys,
    startOver: t('Start Over'),
    cancel: t('Cancel'),
    collect: t('Try Again'),
    openSession: t('Open session.md'),
    showLog: t('Show Log'),
    dismiss: t('Dismiss'),
    preview: t('Preview of session.md'),
    missing: t('Not collected'),
    required: t('required'),
    reportTitle: t('The handover is written'),
    reportFile: t('File'),
    reportArchive: t('Archive'),
    reportNoArchive: t('There was no session.md before.'),
    reportCaptured: t('Captured'),
    reportNext: t('Next session'),
    handoverTo: t('Handover to…'),
    close: t('Close'),
  };
}

export function sourceWords(t: Translate): Readonly<Record<CollectedFrom, string>> {
  return {
    git: t('from git'),
    specs: t('from the specs'),
    roadmap: t('from the roadmap'),
    tests: t('from tests'),
    steering: t('from steering'),
    transcript: t('from the transcript'),
    state: t('from the saved session'),
    handover: t('from the last handover'),
    decisions: t('from decisions.md'),
  };
}
