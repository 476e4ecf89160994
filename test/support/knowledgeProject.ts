import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProject, type Project } from '../../src/core/project';
import { silentLogger } from '../../src/core/support/logger';

/** A project without a repository, for what only needs its folder. */
export function knowledgeProject(root: string): Project {
  return createProject({
    root,
    home: path.join(root, 'home'),
    sddDirectory: '.sdd',
    env: { PATH: process.env.PATH, BATON_HOME: path.join(root, 'data') },
    host: 'test',
    logger: silentLogger,
    now: () => new Date(),
  });
}

/** Entries and candidates of all files of knowledge, by file. */
export function keptKnowledge(root: string): Record<string, string[]> {
  const folder = path.join(root, '.sdd', 'project', 'knowledge');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      readFileSync(path.join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    ]),
  );
}
