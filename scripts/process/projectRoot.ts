// Where this checkout is. Scripts and tests are bundled to different depths of out/, so the path
// is found from the file that runs, not from the working directory, which may be anywhere.

import { existsSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = rootAbove(__dirname);

function rootAbove(directory: string): string {
  const parent = path.dirname(directory);
  if (existsSync(path.join(directory, 'package.json')) || parent === directory) {
    return directory;
  }
  return rootAbove(parent);
}
