// `baton install`: puts Baton into an agent's settings.

import type { InstallReport } from '../core/install/install';
import { msg } from '../core/support/message';
import { changesText, installOptions, installPlaceOf, reportJson } from './installOptions';
import type { Verb, VerbInput } from './verb';

export const install: Verb = {
  summary: msg(
    'Set Baton up in an agent: hooks and MCP server, in Claude Code commands and a skill, too',
  ),
  options: installOptions,
  run: async (input) => {
    const place = await installPlaceOf(input);
    const isDryRun = input.values['dry-run'] === true;
    const { install: run } = await import('../core/install/install');
    const report = await run(place, { isDryRun });
    return { json: reportJson(place.scope, report), text: () => toText(report, isDryRun, input) };
  },
};

function toText(report: InstallReport, isDryRun: boolean, input: VerbInput): string {
  const { t } = input;
  const { hasEffect, launcher } = report;
  const end = isDryRun
    ? t('Nothing was changed: this only shows what "baton install" would do.')
    : !hasEffect
      ? t('Everything was in place already.')
      : t(
          'Baton is set up. Agents start it by {0}. "baton doctor" proves that it works.',
          launcher,
        );
  return `${changesText(report, input)}${end}\n`;
}
