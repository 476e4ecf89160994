// npm run install:code: installs Baton into the editors found on PATH.

import { createVsix, vsixPath } from './packaging/vsix';
import { findOnPath, runCommand, tailOf } from './process/command';
import { cleanEnvironment } from './process/environment';
import { runScript } from './process/lifetime';

const editors = ['code', 'codium', 'cursor'];

void runScript(async () => {
  const found = editors.flatMap((name) => {
    const file = findOnPath(name);
    return file === undefined ? [] : [{ name, file }];
  });
  const target = vsixPath();
  await createVsix(target);
  if (found.length === 0) {
    console.error(
      `None of ${editors.join(', ')} is on PATH, so Baton was not installed.\n` +
        'In VS Code run "Shell Command: Install \'code\' command in PATH" and try again, or run\n' +
        `"Extensions: Install from VSIX…" there and choose ${target}`,
    );
    return 1;
  }
  let failures = 0;
  for (const { name, file } of found) {
    const result = await runCommand(file, ['--install-extension', target, '--force'], {
      env: cleanEnvironment(process.env),
      timeoutMs: 3 * 60_000,
    });
    console.log(
      result.ok
        ? `${name}: installed. Reload its windows to use it.`
        : `${name}: not installed, ${result.reason}\n${tailOf(result.output)}`,
    );
    failures += result.ok ? 0 : 1;
  }
  return failures === 0 ? 0 : 1;
});
