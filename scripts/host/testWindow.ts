// A headless window of VS Code that runs a test suite in its extension host, and the exit code
// that the suite comes to. A page or server that goes away is an error, never a silence.

import { format } from 'node:util';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { tailOf } from '../process/command';
import { launchBrowser } from './browser';
import type { Server } from './server';
import { suiteLine } from './suiteConsole';

export interface TestWindowOptions {
  server: Server;
  browser: string;
  workspace: string;
  extensionDevelopmentPath: string;
  extensionTestsPath: string;
  timeoutMs: number;
  /** Gets what the suite prints. */
  print: (line: string) => void;
  /** Gets everything else on the window's console. */
  onWorkbenchLine: (line: string) => void;
}

export async function runInTestWindow(options: TestWindowOptions): Promise<number> {
  const browser = await launchBrowser(options.browser);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    let finish: (code: number) => void = () => undefined;
    let fail: (text: string) => void = () => undefined;
    const finished = new Promise<number>((resolve, reject) => {
      finish = resolve;
      fail = (text) => {
        reject(new UserError('test-window', msg('{0}', text)));
      };
    });
    // Whoever waits for it may not have come to that yet.
    finished.catch(() => undefined);
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const line = suiteLine(args);
      if (line === undefined) {
        options.onWorkbenchLine(`${type} ${format(...args)}`);
      } else {
        options.print(line);
      }
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => {
      finish(code);
    });
    page.on('crash', () => {
      fail('The page of the workbench crashed.');
    });
    browser.on('disconnected', () => {
      fail('The browser went away.');
    });
    void options.server.exited.then((how) => {
      fail(`VS Code's server ended: ${how}\n${tailOf(options.server.output())}`);
    });
    const timer = setTimeout(() => {
      fail(
        `The suite did not end within ${options.timeoutMs / 1000} s. The server says:\n` +
          tailOf(options.server.output()),
      );
    }, options.timeoutMs);
    try {
      await Promise.race([
        page.goto(windowAddress(options), { timeout: options.timeoutMs }),
        finished,
      ]);
      return await finished;
    } finally {
      clearTimeout(timer);
    }
  } finally {
    await browser.close();
  }
}

function windowAddress(options: TestWindowOptions): string {
  const remote = (file: string): string =>
    `vscode-remote://127.0.0.1:${options.server.port}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(options.extensionDevelopmentPath)],
    ['extensionTestsPath', remote(options.extensionTestsPath)],
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  return `${options.server.address(options.workspace)}&${query.toString()}`;
}
