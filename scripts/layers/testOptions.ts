// The command line of the test run.

import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { type HostName, toHostName } from '../host/hosts';
import { type LayerName, layerNames } from './layer';

export interface TestOptions {
  host: HostName | 'electron';
  layers: readonly LayerName[];
  /** One layer was asked for by name: work in progress, where `.only` is welcome. */
  partial: boolean;
  /** Fetches what a layer needs that is else left out where that is missing. */
  complete: boolean;
}

export function parseTestOptions(argv: readonly string[]): TestOptions {
  let host: TestOptions['host'] = 'current';
  let only: LayerName | undefined;
  const complete = argv.includes('--complete');
  const pairs = argv.filter((arg) => arg !== '--complete');
  for (let index = 0; index < pairs.length; index += 2) {
    const [option, value = ''] = pairs.slice(index, index + 2);
    if (option === '--host') {
      host = oneOf(option, value, value === 'electron' ? value : toHostName(value));
    } else if (option === '--only') {
      only = oneOf(
        option,
        value,
        layerNames.find((name) => name === value),
      );
    } else {
      throw usage(`unknown option ${option ?? ''}`);
    }
  }
  // The source is the same on every host: it is looked at once, with the current one.
  const all = host === 'current' ? layerNames : (['integration', 'e2e'] as const);
  const partial = only !== undefined;
  return { host, layers: only ? [only] : all, partial, complete: complete || partial };
}

function oneOf<T>(option: string, value: string, found: T | undefined): T {
  if (found === undefined) {
    throw usage(`${option} cannot be "${value}"`);
  }
  return found;
}

function usage(problem: string): UserError {
  return new UserError(
    'usage',
    msg(
      '{0}. Usage: npm test -- [--host current|oldest|electron] [--only {1}] [--complete]',
      problem,
      layerNames.join('|'),
    ),
  );
}
