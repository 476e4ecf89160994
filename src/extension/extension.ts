// The VS Code host: a parts list. Activation does no I/O; projects open in the background.

import * as vscode from 'vscode';
import { createAgentLists } from './agents/agentLists';
import { createAgentTerminals } from './agents/agentTerminals';
import { createAgentsSetting } from './agentsSetting';
import { registerBlockerNotices } from './blockerNotices';
import { registerAgentCommands } from './commands/agentCommands';
import { registerBlockerCommands } from './commands/blockerCommands';
import { registerDecisionCommands } from './commands/decisionCommands';
import { registerHandoverCommands } from './commands/handoverCommands';
import { registerInstallCommands } from './commands/installCommands';
import { registerInterruptedCommands } from './commands/interruptedCommands';
import { registerLiveSessionCommands } from './commands/liveSessionCommands';
import { registerLoadCommands } from './commands/loadCommands';
import { registerRetentionCommands } from './commands/retentionCommands';
import { registerSaveCommands } from './commands/saveCommands';
import { registerSearchCommands } from './commands/searchCommands';
import { registerSessionCommands } from './commands/sessionCommands';
import { registerStartAgent } from './commands/startAgent';
import { registerTaskCommands } from './commands/taskCommands';
import { registerWindowCommands } from './commands/windowCommands';
import { registerCheckpoints } from './checkpoints';
import { registerContextKeys } from './contextKeys';
import type { views } from './contributions';
import { createDraftSetting } from './draftSetting';
import { createSddSetting } from './sddSetting';
import { registerHandoverOffers } from './handoverOffers';
import { registerHandoverLinks } from './handoverLinks';
import { type HandoverForms, registerHandoverForms } from './handover/handoverForms';
import { registerHandoverTo } from './handover/handoverTo';
import { installFacts, registerLauncher } from './launcher';
import { createLoads, type Loads } from './loads';
import { type McpServers, registerMcpServers } from './mcpServers';
import { createNotices, type Notices } from './notices';
import { registerOpening } from './opening';
import { createProjects, type Projects } from './projects';
import { createRecoverySetting } from './recovery/recoverySetting';
import { settleRecoveries } from './recovery/settleRecoveries';
import { createVisibleRuns } from './recovery/visibleRuns';
import { createReportDocuments } from './reportDocuments';
import { createKeepSetting } from './retention/keepSetting';
import { createRetentions } from './retention/retentions';
import { registerTranscriptGuard } from './retention/transcriptGuard';
import { registerSessionEnds } from './sessionEnds';
import { createMutedSessions } from './sessions/mutedSessions';
import { registerSessionKeeper } from './sessions/sessionKeeper';
import { registerSessionNotices } from './sessions/sessionNotices';
import { createShownDecisions } from './shownDecisions';
import { registerSources } from './sources/sources';
import { registerStatusBar, type StatusBar } from './statusBar';
import { createTranscriptDocuments } from './transcripts/transcriptDocuments';
import { registerViews } from './views/registerViews';
import type { ModelView } from './views/treeView';

/** Read-only: what the window shows now, for other extensions and for tests. */
export interface BatonApi {
  readonly projects: Pick<Projects, 'all' | 'onDidChange'>;
  readonly loads: Pick<Loads, 'reportOf' | 'onDidChange'>;
  /** What Baton said without being asked. */
  readonly notices: Pick<Notices, 'shown'>;
  readonly statusBar: Pick<StatusBar, 'shown'>;
  readonly handoverForms: Pick<HandoverForms, 'shown'>;
  /** What is offered to the agents of VS Code. */
  readonly mcpServers: Pick<McpServers, 'all'>;
  readonly views: Readonly<Record<keyof typeof views, Pick<ModelView, 'nodes' | 'badge'>>>;
}

export function activate(context: vscode.ExtensionContext): BatonApi {
  const { subscriptions, workspaceState, extensionUri } = context;
  const register = <T extends vscode.Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const log = register(vscode.window.createOutputChannel('Baton', { log: true }));
  const projects = register(createProjects(log));
  const loads = register(createLoads(projects, log));
  const notices = createNotices();
  const reports = register(createReportDocuments());
  register(registerContextKeys(projects));
  register(registerLoadCommands(projects, loads, reports, log));
  register(registerInterruptedCommands(projects, loads, log));
  register(registerOpening({ projects, loads, notices, memento: workspaceState, log }));
  register(registerCheckpoints(projects, notices, log));
  register(registerSessionEnds(projects, notices, log));
  const muted = createMutedSessions(workspaceState);
  register(registerSessionNotices(projects, { notices, muted }, log));
  register(registerSessionKeeper(projects, log));
  register(registerLiveSessionCommands(projects, muted, log));
  register(registerSessionCommands(projects, log));
  register(registerSaveCommands(projects, reports, log));
  register(registerTaskCommands(projects, log));
  const runs = register(createVisibleRuns());
  const setting = register(createRecoverySetting(projects, log));
  register(registerBlockerCommands(projects, { reports, setting, runs, notices, log }));
  const lists = register(createAgentLists(projects, log));
  register(registerWindowCommands(projects, lists, log));
  const terminals = register(createAgentTerminals(log));
  const transcripts = register(createTranscriptDocuments(log));
  const agentParts = { lists, terminals, transcripts, log };
  register(registerAgentCommands(projects, agentParts));
  register(registerStartAgent(projects, agentParts));
  register(registerSearchCommands(projects, log));
  const facts = installFacts(context, log);
  register(registerInstallCommands(projects, { reports, facts, log }));
  register(registerLauncher(facts, log));
  register(registerSources(projects, log));
  register(settleRecoveries(projects, log));
  register(createDraftSetting(projects, log));
  register(createSddSetting(projects, log));
  register(createAgentsSetting(projects, log));
  register(registerHandoverOffers(projects, notices, log));
  const retentions = register(createRetentions());
  const keeping = register(createKeepSetting(projects, log));
  const guard = { projects, retentions, setting: keeping, notices, log };
  register(registerTranscriptGuard({ ...guard, memento: workspaceState }));
  register(registerRetentionCommands(projects, { retentions, reports, log }));
  const decisions = register(createShownDecisions());
  register(registerDecisionCommands(projects, decisions, log));
  register(registerHandoverCommands(projects, reports, log));
  register(registerHandoverLinks(projects));
  const { shown } = register(
    registerViews(projects, { loads, recovery: setting, retentions, decisions, lists, terminals }),
  );
  register(registerHandoverTo(projects, agentParts));
  const formParts = { extension: extensionUri, memento: workspaceState, log };
  register(registerBlockerNotices(projects, { notices, view: shown.blockers }, log));
  return {
    projects,
    loads,
    notices,
    statusBar: register(registerStatusBar(projects)),
    handoverForms: register(registerHandoverForms(projects, formParts)),
    mcpServers: register(registerMcpServers(projects, facts)),
    views: shown,
  };
}
