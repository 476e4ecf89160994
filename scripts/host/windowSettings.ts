// Settings of the windows that tests open: nothing in them but the workbench and Baton.

export const testWindowSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  // Tests choose dark, light or high contrast as a system does: the names of themes change.
  'window.autoDetectColorScheme': true,
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  // The host has no server for these languages, and says so loudly when a file of them is opened.
  'files.associations': { '*.js': 'plaintext', '*.ts': 'plaintext' },
  // A window that is not trusted is in Restricted Mode at once.
  'security.workspace.trust.startupPrompt': 'never',
};
