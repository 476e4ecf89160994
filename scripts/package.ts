// npm run package: makes baton-<version>.vsix at the root of the checkout.

import { statSync } from 'node:fs';
import { createVsix, vsixPath } from './packaging/vsix';
import { runScript } from './process/lifetime';

void runScript(async () => {
  const target = vsixPath();
  await createVsix(target);
  console.log(`${target} (${Math.round(statSync(target).size / 1024)} kB)`);
  return 0;
});
