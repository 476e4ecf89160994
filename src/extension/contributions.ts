// Every id that package.json and the code share, declared once. A test compares the two.

export const views = {
  session: 'baton.session',
  decisions: 'baton.decisions',
  blockers: 'baton.blockers',
} as const;

export const commands = {
  startSession: 'baton.startSession',
  restoreBackup: 'baton.restoreBackup',
  openFile: 'baton.openFile',
  refresh: 'baton.refresh',
  showLog: 'baton.showLog',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

export const contextKeys = {
  /** Which welcome text fits: a Situation. */
  situation: 'baton.situation',
  /** A broken file has a backup that can be put back. */
  canRestore: 'baton.canRestore',
} as const;

export const settings = {
  section: 'baton',
  sddDirectory: 'sddDir',
} as const;
