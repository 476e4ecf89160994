// Installs a packaged extension into a folder, with the host's own installer, as users get it.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../../src/core/support/errors';
import { msg } from '../../src/core/support/message';
import { runCommand, tailOf } from '../process/command';
import { cleanEnvironment } from '../process/environment';
import type { Host } from './hosts';

export async function installExtension(
  host: Host,
  vsix: string,
  extensionsDirectory: string,
): Promise<void> {
  const data = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'baton-install-'));
  try {
    const result = await runCommand(
      host.node,
      [
        path.join(host.vscode, 'out', 'server-main.js'),
        ...['--install-extension', vsix],
        ...['--extensions-dir', extensionsDirectory],
        ...['--server-data-dir', data],
        '--accept-server-license-terms',
      ],
      { env: cleanEnvironment(process.env), timeoutMs: 2 * 60_000 },
    );
    if (!result.ok || !result.output.includes('was successfully installed')) {
      throw new UserError(
        'extension-install',
        msg(
          'VS Code did not install {0}: {1}\n{2}',
          vsix,
          result.reason || 'it reported no success',
          tailOf(result.output),
        ),
      );
    }
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}
