// Puts Baton into an agent or takes it out, after showing what changes; and the doctor.

import * as vscode from 'vscode';
import { dataFolder } from '../../core/dataFolder';
import type { AgentPlan } from '../../core/install/agentPlan';
import { agentPlans } from '../../core/install/agentPlans';
import type { InstallScope } from '../../core/install/hookEntries';
import type { InstallReport } from '../../core/install/install';
import { agentsInUse, hooksByScope, type UsedFacts } from '../../core/install/installedScopes';
import {
  type InstallFacts,
  type InstallPlace,
  installPlace,
} from '../../core/install/installPlace';
import type { Project } from '../../core/project';
import { render } from '../../core/support/message';
import { programsOnPath } from '../../core/support/programOnPath';
import { commands } from '../contributions';
import { showInformation, showWarning, withProgress } from '../messages';
import type { Projects } from '../projects';
import type { ReportDocuments } from '../reportDocuments';
import { t } from '../translate';
import {
  doctorMarkdown,
  doctorSummary,
  installHelps,
  installMarkdown,
} from '../views/installReport';
import { noIcons } from '../views/noIcons';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

export interface InstallParts {
  readonly reports: ReportDocuments;
  readonly facts: InstallFacts;
  readonly log: vscode.LogOutputChannel;
}

export function registerInstallCommands(
  projects: Projects,
  parts: InstallParts,
): vscode.Disposable {
  return registerCommands(parts.log, {
    [commands.installHooks]: async (row?: ProjectRow) =>
      change(await chooseProject(projects, row), 'install', parts),
    [commands.uninstallHooks]: async (row?: ProjectRow) =>
      change(await chooseProject(projects, row), 'uninstall', parts),
    [commands.doctor]: async (row?: ProjectRow) =>
      runDoctor(await chooseProject(projects, row), parts),
  });
}

type Kind = 'install' | 'uninstall';

/** Nothing is changed before its lines were shown. */
async function change({ root }: Project, kind: Kind, parts: InstallParts): Promise<void> {
  const title = kind === 'install' ? t('Install Agent Hooks') : t('Uninstall Agent Hooks');
  const facts = usedFacts(root, parts.facts);
  const plan = await askForAgent(facts, kind, title);
  const scope = plan && (await askForScope(facts, plan, title));
  if (!scope) {
    return;
  }
  const place = await installPlace(parts.facts, root, scope, plan.name);
  const planned = await run(place, kind, true);
  if (!planned.hasEffect) {
    const done =
      kind === 'install'
        ? t('Everything was in place already.')
        : t('There was nothing of Baton to take out.');
    void showInformation(sentences([done, ...notesOf(planned)]));
    return;
  }
  if (planned.changes.length > 0 && !(await confirm(root, title, planned, parts))) {
    return;
  }
  const report = await withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    run(place, kind, false),
  );
  await tell(place, root, kind, report);
}

async function run(place: InstallPlace, kind: Kind, isDryRun: boolean): Promise<InstallReport> {
  const { install, uninstall } = await import('../../core/install/install');
  return kind === 'install' ? install(place, { isDryRun }) : uninstall(place, { isDryRun });
}

function usedFacts(root: string, { env, home, platform }: InstallFacts): UsedFacts {
  const data = dataFolder({ env, home, platform });
  return { env, home, root, dataFolder: data, mainRoot: undefined };
}

/** Those that are on this machine first; to take it out, those that have it. */
async function askForAgent(
  facts: UsedFacts,
  kind: Kind,
  title: string,
): Promise<AgentPlan | undefined> {
  const used = agentsInUse(facts);
  const items = Object.values(agentPlans).map((plan) => {
    const [program] = programsOnPath(plan.name, facts.env);
    const isUsed = used.includes(plan.name);
    const isFirst = kind === 'install' ? program !== undefined : isUsed;
    return {
      label: plan.title,
      description: isUsed ? t('installed') : program === undefined ? t('not on the PATH') : '',
      plan,
      isFirst,
    };
  });
  const chosen = await vscode.window.showQuickPick(
    items.toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst)),
    { title, placeHolder: t('Which agent') },
  );
  return chosen?.plan;
}

async function askForScope(
  facts: UsedFacts,
  plan: AgentPlan,
  title: string,
): Promise<InstallScope | undefined> {
  const labels: Readonly<Record<InstallScope, string>> = {
    local: t('For me, in this project'),
    shared: t('For all who share the repository'),
    user: t('For me, in all projects'),
  };
  const chosen = await vscode.window.showQuickPick(
    hooksByScope(facts, plan).map(({ scope, file, hooks }) => ({
      label: labels[scope],
      description: hooks.length > 0 ? t('installed') : '',
      detail: noIcons(file),
      scope,
    })),
    { title, placeHolder: t('Where {0} shall find the hooks', plan.title) },
  );
  return chosen?.scope;
}

/** The changes are in a document, which stays readable behind the question. */
async function confirm(
  root: string,
  title: string,
  planned: InstallReport,
  { reports }: InstallParts,
): Promise<boolean> {
  const markdown = installMarkdown(title, planned, t);
  await reports.show(reports.keep({ root, title, markdown }));
  const files = planned.changes.map(({ file }) => file);
  const choice = await showWarning(
    t('{0}: change {1} files?', title, files.length),
    { modal: true, detail: [...files, ...notesOf(planned)].join('\n') },
    t('Continue'),
  );
  return choice === t('Continue');
}

async function tell(
  { plan }: InstallPlace,
  root: string,
  kind: Kind,
  report: InstallReport,
): Promise<void> {
  if (kind === 'uninstall') {
    const done = t('Baton is taken out. What it saved is still there.');
    void showInformation(sentences([done, ...notesOf(report)]));
    return;
  }
  const check = t('Run Doctor');
  const done = t('Baton is set up in {0}.', plan.title);
  const choice = await showInformation(sentences([done, ...notesOf(report)]), check);
  if (choice === check) {
    await vscode.commands.executeCommand(commands.doctor, { root });
  }
}

function notesOf({ kept, notes }: InstallReport): string[] {
  return [
    ...kept.map((file) => t('{0} is not as Baton wrote it, so it was left as it is.', file)),
    ...notes.map((note) => render(note, t)),
  ];
}

function sentences(all: readonly string[]): string {
  return all.join(' ');
}

async function runDoctor({ root }: Project, { reports, facts }: InstallParts): Promise<void> {
  const title = t('Doctor');
  const report = await withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_tell, cancelled) => {
      const stop = new AbortController();
      cancelled.onCancellationRequested(() => {
        stop.abort();
      });
      const { runDoctor: look } = await import('../../core/doctor/doctor');
      const place = await installPlace(facts, root, 'user');
      return look({ ...place, signal: stop.signal, language: vscode.env.language }).catch(
        (error: unknown) => {
          if (stop.signal.aborted) {
            return undefined;
          }
          throw error;
        },
      );
    },
  );
  if (!report) {
    return;
  }
  await reports.show(reports.keep({ root, title, markdown: doctorMarkdown(title, report, t) }));
  const summary = doctorSummary(report.checks, t);
  if (report.ok) {
    void showInformation(summary);
    return;
  }
  const mend = t('Install Agent Hooks');
  void showWarning(summary, ...(installHelps(report.checks) ? [mend] : [])).then((choice) =>
    choice === mend ? vscode.commands.executeCommand(commands.installHooks, { root }) : undefined,
  );
}
