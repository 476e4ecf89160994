// A headless window of VS Code with the packaged Baton installed as users have it, for end-to-end
// tests: the page, what is needed to find one's way in it, and the errors in it that are ours.

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ensureBrowser, launchBrowser } from '../../scripts/host/browser';
import { ensureHost } from '../../scripts/host/ensureHost';
import { type HostName, toHostName } from '../../scripts/host/hosts';
import { installExtension } from '../../scripts/host/installExtension';
import { ownErrors, wasActivated } from '../../scripts/host/ownErrors';
import { startServer } from '../../scripts/host/server';
import { testWindowSettings } from '../../scripts/host/windowSettings';
import { createVsix } from '../../scripts/packaging/vsix';
import { projectRoot } from '../../scripts/process/projectRoot';
import { type Workbench, createWorkbench } from './workbench';

export interface WindowOptions {
  /** The folder or .code-workspace file to open first; none opens an empty window. */
  workspace?: string;
  host?: HostName;
  /** False opens it in Restricted Mode (a window under test does not ask first). */
  trusted?: boolean;
  extension: 'packaged';
  /** Settings of the user, added to those that keep the window quiet. */
  settings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the window and its terminals. */
  env?: NodeJS.ProcessEnv;
}

export interface Window {
  readonly page: Page;
  readonly workbench: Workbench;
  /** Shows another folder or workspace in the same window. */
  open(workspace: string | undefined): Promise<void>;
  /** Saves test-results/<name>.png (of another host, in a folder of its name); returns its path. */
  screenshot(name: string): Promise<string>;
  /** Waits until VS Code has activated Baton, which it does some time after the window is there. */
  activated(): Promise<void>;
  /** Errors so far in the extension host's log and in Baton's own. */
  extensionHostErrors(): string[];
  close(): Promise<void>;
}

const mostLoads = 5;

export async function openWindow(options: WindowOptions): Promise<Window> {
  const host = await ensureHost(options.host ?? hostOfRun(), console.log);
  // Pictures of another host than the current one do not replace its.
  const pictures = path.join(projectRoot, 'test-results', host.name === 'current' ? '' : host.name);
  const executablePath = await ensureBrowser(console.log);
  const work = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-window-'));
  const ends: (() => Promise<void> | void)[] = [
    () => {
      rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    },
  ];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  };
  try {
    const extensionsDirectory = path.join(work, 'extensions');
    await installExtension(host, await packagedExtension(), extensionsDirectory);
    const server = await startServer({
      host,
      token: false,
      extensionsDirectory,
      trusted: options.trusted ?? true,
      // It keeps notifications silent, which users see.
      testDriver: false,
      settings: { ...testWindowSettings, ...options.settings },
      env: { BATON_HOME: path.join(work, 'data'), ...options.env },
    });
    ends.push(() => server.stop());
    const browser = await launchBrowser(executablePath);
    ends.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // A busy machine is slow, not broken.
    page.setDefaultTimeout(60_000);
    const workbench = createWorkbench(page);
    const open = async (workspace: string | undefined): Promise<void> => {
      for (let attempt = 1; ; attempt++) {
        await page.goto(server.address(workspace));
        await workbench.ready();
        // A workspace file that it has not seen before, VS Code may read too early: it then stays
        // without folders, for all extensions alike, until the window is loaded again.
        const isFile = workspace?.endsWith('.code-workspace') === true;
        if (!isFile || attempt === mostLoads || (await workbench.hasFolders())) {
          return;
        }
      }
    };
    await open(options.workspace);
    return {
      page,
      workbench,
      open,
      screenshot: (name) => screenshot(page, path.join(pictures, `${name}.png`)),
      activated: () => activated(server.logs),
      extensionHostErrors: () => ownErrors(server.logs),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function activated(logs: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!wasActivated(logs)) {
    if (Date.now() > deadline) {
      throw new Error("The extension host's log does not say that Baton was activated");
    }
    await delay(100);
  }
}

function hostOfRun(): HostName {
  return toHostName(process.env.BATON_HOST ?? '') ?? 'current';
}

/** The test run makes it once for all; a single test that is run by hand makes its own. */
async function packagedExtension(): Promise<string> {
  const made = process.env.BATON_VSIX;
  if (made !== undefined) {
    return made;
  }
  const target = path.join(projectRoot, 'test-results', 'baton.vsix');
  mkdirSync(path.dirname(target), { recursive: true });
  await createVsix(target);
  return target;
}

async function screenshot(page: Page, file: string): Promise<string> {
  mkdirSync(path.dirname(file), { recursive: true });
  // Away from anything that answers with a tooltip, and past the one that is shown.
  // It only goes when the mouse moves, and it may be there already.
  await page.mouse.move(780, 380);
  await page.mouse.move(800, 400);
  await page
    .locator('.monaco-hover:visible, .workbench-hover:visible')
    .waitFor({ state: 'hidden' });
  // Finishes what fades in or slides.
  await page.screenshot({ path: file, animations: 'disabled' });
  return file;
}
