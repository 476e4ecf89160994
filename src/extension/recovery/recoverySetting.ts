// What the user set as `baton.recovery`, for rows and for core.

import type * as vscode from 'vscode';
import { type BlockerType, type ConfiguredStep, shownSteps } from '../../core/settings';
import { settings } from '../contributions';
import { createMirroredSetting, type MirroredSetting } from '../mirroredSetting';
import type { Projects } from '../projects';

export interface RecoverySetting extends Omit<MirroredSetting, 'value'> {
  /** What would run now, for a row. */
  shownSteps(type: BlockerType): readonly ConfiguredStep[] | undefined;
}

export function createRecoverySetting(
  projects: Projects,
  log: vscode.LogOutputChannel,
): RecoverySetting {
  const setting = createMirroredSetting(
    projects,
    {
      name: settings.recovery,
      write: (project, value) => project.mirrorRecoverySetting(value),
    },
    log,
  );
  const { mirror, onDidChange } = setting;
  return {
    mirror,
    onDidChange,
    shownSteps: (type) => shownSteps(process.env, setting.value, type),
    dispose: () => void setting.dispose(),
  };
}
