import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve('test/fixtures/handover');

export const handoverKinds = [
  'decisions',
  'session',
  'buffer',
  'spec',
  'verdicts',
  'roadmap',
] as const;

/** Documents as people, models and merges leave them, by the name of their file. */
export function handoverFixtures(kind: (typeof handoverKinds)[number]): Record<string, Buffer> {
  const names = readdirSync(path.join(folder, kind));
  return Object.fromEntries(
    names.map((name) => [path.parse(name).name, readFileSync(path.join(folder, kind, name))]),
  );
}
