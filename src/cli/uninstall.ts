// `baton uninstall`: takes out what `baton install` put in, and nothing else.

import type { InstallReport } from '../core/install/install';
import { msg } from '../core/support/message';
import { changesText, installOptions, installPlaceOf, reportJson } from './installOptions';
import type { Verb, VerbInput } from './verb';

export const uninstall: Verb = {
  summary: msg('Take out of an agent what "baton install" put in'),
  options: installOptions,
  run: async (input) => {
    const place = await installPlaceOf(input);
    const isDryRun = input.values['dry-run'] === true;
    const { uninstall: run } = await import('../core/install/install');
    const report = await run(place, { isDryRun });
    return { json: reportJson(place.scope, report), text: () => toText(report, isDryRun, input) };
  },
};

function toText(report: InstallReport, isDryRun: boolean, input: VerbInput): string {
  const { t } = input;
  const end = isDryRun
    ? t('Nothing was changed: this only shows what "baton uninstall" would do.')
    : !report.hasEffect
      ? t('There was nothing of Baton to take out.')
      : t('Baton is taken out. What it saved is still there.');
  return `${changesText(report, input)}${end}\n`;
}
