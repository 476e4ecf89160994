// Every id that package.json and the code share, declared once. A test compares the two.

export const views = {
  session: 'baton.session',
  decisions: 'baton.decisions',
  handovers: 'baton.handovers',
  blockers: 'baton.blockers',
  agents: 'baton.agents',
} as const;

export const commands = {
  startSession: 'baton.startSession',
  restoreBackup: 'baton.restoreBackup',
  save: 'baton.save',
  saveAndPush: 'baton.saveAndPush',
  saveAndVerify: 'baton.saveAndVerify',
  undoSave: 'baton.undoSave',
  squashCheckpoints: 'baton.squashCheckpoints',
  addStep: 'baton.addStep',
  completeStep: 'baton.completeStep',
  editNextSteps: 'baton.editNextSteps',
  addTask: 'baton.addTask',
  completeTask: 'baton.completeTask',
  checkTask: 'baton.checkTask',
  uncheckTask: 'baton.uncheckTask',
  editItem: 'baton.editItem',
  removeItem: 'baton.removeItem',
  moveUp: 'baton.moveUp',
  moveDown: 'baton.moveDown',
  moveItem: 'baton.moveItem',
  openFile: 'baton.openFile',
  refresh: 'baton.refresh',
  showLog: 'baton.showLog',
  load: 'baton.load',
  resume: 'baton.resume',
  openRoadmap: 'baton.openRoadmap',
  findInterrupted: 'baton.findInterrupted',
  applyAction: 'baton.applyAction',
  switchToSavedBranch: 'baton.switchToSavedBranch',
  continueHere: 'baton.continueHere',
  commitChanges: 'baton.commitChanges',
  stashChanges: 'baton.stashChanges',
  solveBlocker: 'baton.solveBlocker',
  startNewInstead: 'baton.startNewInstead',
  addBlocker: 'baton.addBlocker',
  recoverBlocker: 'baton.recoverBlocker',
  rerunBlocker: 'baton.rerunBlocker',
  markSolved: 'baton.markSolved',
  editBlocker: 'baton.editBlocker',
  copyBlocker: 'baton.copyBlocker',
  openContext: 'baton.openContext',
  copySessionId: 'baton.copySessionId',
  startAgent: 'baton.startAgent',
  resumeAgent: 'baton.resumeAgent',
  forkAgent: 'baton.forkAgent',
  renameSession: 'baton.renameSession',
  handOverSession: 'baton.handOverSession',
  confirmAgent: 'baton.confirmAgent',
  answerQuestion: 'baton.answerQuestion',
  sendWork: 'baton.sendWork',
  revealTerminal: 'baton.revealTerminal',
  endLiveSession: 'baton.endLiveSession',
  muteSession: 'baton.muteSession',
  cleanUpSessions: 'baton.cleanUpSessions',
  openTranscript: 'baton.openTranscript',
  search: 'baton.search',
  previousPage: 'baton.previousPage',
  nextPage: 'baton.nextPage',
  installHooks: 'baton.installHooks',
  uninstallHooks: 'baton.uninstallHooks',
  doctor: 'baton.doctor',
  keepTranscripts: 'baton.keepTranscripts',
  restoreTranscript: 'baton.restoreTranscript',
  forgetTranscript: 'baton.forgetTranscript',
  showTranscripts: 'baton.showTranscripts',
  addDecision: 'baton.addDecision',
  openDecision: 'baton.openDecision',
  filterDecisions: 'baton.filterDecisions',
  clearDecisionFilter: 'baton.clearDecisionFilter',
  draftHandover: 'baton.draftHandover',
  compareHandovers: 'baton.compareHandovers',
  compareWithCurrent: 'baton.compareWithCurrent',
  flushKnowledge: 'baton.flushKnowledge',
  handover: 'baton.handover',
  handoverTo: 'baton.handoverTo',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

export const contextKeys = {
  /** Which welcome text fits: a Situation. */
  situation: 'baton.situation',
  /** A project has no session yet. */
  canBegin: 'baton.canBegin',
  hasRoadmap: 'baton.hasRoadmap',
  /** A broken file has a backup that can be put back. */
  canRestore: 'baton.canRestore',
  /** There is a session whose tasks and next steps can be changed. */
  hasSession: 'baton.hasSession',
  /** Something stands in the way. */
  hasBlockers: 'baton.hasBlockers',
  hasDecisions: 'baton.hasDecisions',
  /** Only some decisions are shown. */
  hasDecisionFilter: 'baton.hasDecisionFilter',
  /** Something was learned and waits to be kept. */
  hasKnowledge: 'baton.hasKnowledge',
  /** There are handovers before the current one. */
  hasArchives: 'baton.hasArchives',
} as const;

/** Read-only documents with what a command did. */
export const reportScheme = 'baton-report';

/** Read-only documents with a page of an agent's transcript. */
export const transcriptScheme = 'baton-transcript';

/** Under which VS Code knows the MCP servers that Baton offers. */
export const mcpProvider = 'baton.mcp';

/** The panel with the handover form, by which VS Code brings it back after a reload. */
export const handoverPanel = 'baton.handoverForm';

export const settings = {
  section: 'baton',
  sddDirectory: 'sddDir',
  showOnOpen: 'showOnOpen',
  checkpoint: 'checkpoint',
  blockerNotifications: 'blockerNotifications',
  sessionNotifications: 'sessionNotifications',
  quietHours: 'quietHours',
  recovery: 'recovery',
  keepTranscripts: 'keepTranscripts',
  draftOnStop: 'draftOnStop',
  agents: 'agents',
} as const;
