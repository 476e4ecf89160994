import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A person enabled Baton in the repository, without anything installed in an agent. */
export function enableProject(root: string, dataFolder: string): void {
  const id = '0b1e2d3c-4a5b-4c6d-8e7f-901234567890';
  writeFileSync(path.join(root, '.git', 'baton-id'), `${id}\n`);
  mkdirSync(dataFolder, { recursive: true });
  const enabled = JSON.stringify({ version: 1, projects: [{ id }] });
  writeFileSync(path.join(dataFolder, 'enabled.json'), enabled);
}
