import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git, initRepository } from './git';

/** A repository with a commit and an identity, as a person works in. */
export interface WorkRepository {
  readonly root: string;
  git(...args: string[]): string;
  write(file: string, content?: string): void;
  remove(file: string): void;
  /** A hook that this shell script is. */
  hook(name: string, script: string): void;
  /** A bare repository, known as origin. */
  addRemote(): string;
  head(): string;
  subjects(): string[];
  /** The files of the last commit. */
  committed(): string[];
  /** What `git status` shows, without Baton's files. */
  status(): string[];
}

export function workRepository(root: string, branch = 'feature/login'): WorkRepository {
  mkdirSync(root, { recursive: true });
  const run = (...args: string[]) => git(root, ...args);
  const repository: WorkRepository = {
    root,
    git: run,
    write: (file, content = `${file}\n`) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), content);
    },
    remove: (file) => {
      rmSync(path.join(root, file));
    },
    hook: (name, script) => {
      const file = path.join(root, '.git', 'hooks', name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    addRemote: () => {
      const remote = `${root}-origin.git`;
      git(path.dirname(root), 'init', '-q', '--bare', '-b', 'main', remote);
      run('remote', 'add', 'origin', remote);
      return remote;
    },
    head: () => run('rev-parse', 'HEAD'),
    subjects: () => run('log', '--format=%s').split('\n'),
    committed: () =>
      run('-c', 'core.quotePath=false', 'show', '--format=', '--name-status', 'HEAD').split('\n'),
    status: () =>
      run('-c', 'core.quotePath=false', 'status', '--porcelain').split('\n').filter(Boolean),
  };
  initRepository(root, branch);
  run('config', 'user.name', 'Someone');
  run('config', 'user.email', 'someone@example.com');
  repository.write('src/login.ts', 'export const login = 1;\n');
  repository.write('README.md', '# Project\n');
  run('add', '-A');
  run('commit', '-q', '-m', 'first');
  return repository;
}
