import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder with what it is: content and time. */
export function listing(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) {
      const { mtimeMs } = lstatSync(file);
      found.set(path.relative(root, file), `${mtimeMs} ${readFileSync(file, 'latin1')}`);
    }
  }
  return found;
}
