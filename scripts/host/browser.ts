// The browser that shows the workbench in tests: one that is there, or Debian's.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { findOnPath, isExecutable, runCommand } from '../process/command';
import type { Progress } from '../process/progress';
import { aptCommand, installSystemPackages } from './systemPackages';

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
/** The fonts are for screenshots of Korean and Japanese text. */
const packages = ['chromium', 'fonts-noto-cjk'];

/** Quiet, and able to run as root in a container. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A container's /dev/shm is often too small, and the page crashes.
  '--disable-dev-shm-usage',
];

export async function ensureBrowser(progress: Progress): Promise<string> {
  const wanted = process.env.BATON_BROWSER;
  if (wanted !== undefined && wanted !== '') {
    if (await starts(wanted)) {
      return wanted;
    }
    throw new UserError(
      'browser-missing',
      msg('BATON_BROWSER is {0}, but that does not start. Name a Chromium, or unset it.', wanted),
    );
  }
  const found = await findBrowser();
  if (found !== undefined) {
    return found;
  }
  const why = await installSystemPackages(packages, progress);
  const installed = why === undefined ? await findBrowser() : undefined;
  if (installed !== undefined) {
    return installed;
  }
  throw new UserError(
    'browser-missing',
    msg(
      'No browser for the tests was found, and none was installed: {0}.\nDo one of these, then try again:\n- {1}\n- npx playwright-core install chromium\n- BATON_BROWSER=/path/to/chromium',
      why ?? 'it does not start',
      aptCommand(packages),
    ),
  );
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: flags,
    // Signals are for the script that started it, which closes everything in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function findBrowser(): Promise<string | undefined> {
  const candidates = [
    ...programs.map((program) => findOnPath(program)),
    ...(process.platform === 'darwin' ? macApplications.filter(existsSync) : []),
    chromium.executablePath(),
  ];
  for (const candidate of candidates) {
    if (candidate !== undefined && (await starts(candidate))) {
      return candidate;
    }
  }
  return undefined;
}

/** Some systems have a stub on PATH that only tells what to install. */
async function starts(file: string): Promise<boolean> {
  if (!isExecutable(file)) {
    return false;
  }
  return (await runCommand(file, ['--version'], { timeoutMs: 30_000 })).ok;
}
