// Stands in for VS Code's executable: takes the arguments that @vscode/test-electron gives it,
// runs the suite in a browser-hosted VS Code, and exits with the suite's code.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../src/core/support/errors';
import { msg } from '../src/core/support/message';
import { ensureBrowser } from './host/browser';
import { ensureHost } from './host/ensureHost';
import { toHostName } from './host/hosts';
import { parseLauncherArguments } from './host/launcherArguments';
import { startServer } from './host/server';
import { isOurs } from './host/ownErrors';
import { markVariable } from './host/suiteConsole';
import { runInTestWindow } from './host/testWindow';
import { testWindowSettings } from './host/windowSettings';
import { runScript } from './process/lifetime';
import { projectRoot } from './process/projectRoot';

void runScript(async (lifetime) => {
  const args = parseLauncherArguments(process.argv.slice(2));
  const wanted = process.env.BATON_HOST ?? 'current';
  const name = toHostName(wanted);
  if (name === undefined) {
    throw new UserError('usage', msg('There is no host named {0}.', wanted));
  }
  const log = path.join(projectRoot, 'test-results', `integration-${name}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  writeFileSync(log, '');
  const say = (line: string): void => {
    console.log(line);
  };
  const host = await ensureHost(name, say);
  const browser = await ensureBrowser(say);
  const server = await startServer({
    host,
    token: false,
    trusted: args.trusted,
    testDriver: true,
    settings: testWindowSettings,
    env: { [markVariable]: '1' },
  });
  lifetime.defer(() => server.stop());
  return runInTestWindow({
    ...args,
    server,
    browser,
    workspace: args.workspace ?? lifetime.temporaryDirectory('workspace'),
    timeoutMs: Number(process.env.BATON_SUITE_MS ?? 5 * 60_000),
    print: say,
    onWorkbenchLine: (line) => {
      appendFileSync(log, `${line}\n`);
      if (/^(error|warn) /.test(line) && isOurs(line) && !isGalleryNoise(line)) {
        say(line);
      }
    },
  });
});

/** A development extension is looked up in the gallery too, which a machine may not reach. */
function isGalleryNoise(line: string): boolean {
  return line.includes('the latest version for the extension');
}
