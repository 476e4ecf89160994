// npm start [-- DIR]: VS Code in the browser with Baton installed, on a project or on a sample.

import { spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../src/core/support/errors';
import { msg } from '../src/core/support/message';
import { ensureHost } from './host/ensureHost';
import { installExtension } from './host/installExtension';
import { type Server, startServer } from './host/server';
import { createVsix } from './packaging/vsix';
import { findOnPath, tailOf } from './process/command';
import { cleanEnvironment } from './process/environment';
import { type Lifetime, runScript } from './process/lifetime';
import { timed } from './process/progress';
import { createSampleProject } from './sample/sampleProject';

const say = (line: string): void => {
  console.log(line);
};

void runScript(async (lifetime) => {
  const named = namedProject(process.argv[2]);
  const host = await ensureHost('current', say);
  const work = lifetime.temporaryDirectory('start');
  const extensionsDirectory = path.join(work, 'extensions');
  await timed(say, 'Baton, packaged and installed', async () => {
    const vsix = path.join(work, 'baton.vsix');
    await createVsix(vsix);
    await installExtension(host, vsix, extensionsDirectory);
  });
  const project = named ?? (await sampleIn(work));
  // The sample is ours; whether a project of the user is trusted, VS Code asks.
  const server = await timed(say, 'VS Code, started', () =>
    startServer({
      host,
      token: true,
      extensionsDirectory,
      trusted: named === undefined,
      testDriver: false,
    }),
  );
  lifetime.defer(() => server.stop());
  show(server.address(project), named ?? `${project} (a sample, gone when you stop)`);
  return ended(server, lifetime);
});

function namedProject(name: string | undefined): string | undefined {
  if (name === undefined) {
    return undefined;
  }
  // npm runs scripts at the root of the project; the path was typed elsewhere.
  const directory = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) {
    const what = stat === undefined ? 'There is no folder' : 'This is not a folder:';
    throw new UserError(
      'no-folder',
      msg('{0} {1}. Name the folder of a project.', what, directory),
    );
  }
  return directory;
}

async function sampleIn(work: string): Promise<string> {
  const directory = path.join(work, 'harbor');
  mkdirSync(directory);
  await createSampleProject(directory);
  return directory;
}

function show(address: string, project: string): void {
  console.log(`\nProject: ${project}`);
  console.log('Baton is in VS Code at this address (whoever has it can use your files):\n');
  console.log(address);
  console.log('\nCtrl-C ends it.');
  if (hasDesktop(process.env)) {
    openInBrowser(address);
  }
}

function hasDesktop(env: NodeJS.ProcessEnv): boolean {
  if (env.CI !== undefined || env.SSH_CONNECTION !== undefined) {
    return false;
  }
  return process.platform === 'darwin' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/** Through a shell that ends at once: the user's browser is not ours to end. */
function openInBrowser(address: string): void {
  const opener = findOnPath(process.platform === 'darwin' ? 'open' : 'xdg-open');
  if (opener === undefined) {
    return;
  }
  const command = '"$0" "$1" >/dev/null 2>&1 &';
  spawn('/bin/sh', ['-c', command, opener, address], {
    detached: true,
    stdio: 'ignore',
    env: cleanEnvironment(process.env),
  })
    .on('error', () => undefined)
    .unref();
}

async function ended(server: Server, lifetime: Lifetime): Promise<number> {
  const how = await server.exited;
  if (!lifetime.signal.aborted) {
    console.error(`\nVS Code's server ended by itself: ${how}\n${tailOf(server.output())}`);
  }
  return 1;
}
