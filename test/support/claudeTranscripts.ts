// Transcripts as Claude Code leaves them in its own folder, and a project to keep copies of them.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProject, type Project } from '../../src/core/project';
import { silentLogger } from '../../src/core/support/logger';

/** The moment at which the tests take place: now, because hooks and git have no other clock. */
export const today = new Date(Math.floor(Date.now() / 1_000) * 1_000);

export function daysAgo(days: number): Date {
  return new Date(today.getTime() - days * 86_400_000);
}

export interface TranscriptFolder {
  readonly home: string;
  readonly root: string;
  readonly project: Project;
  /** Below the folder of all transcripts. */
  readonly transcripts: (...parts: string[]) => string;
  /** Of this project, unless another folder is given; with a line that names `cwd`. */
  readonly write: (id: string, daysOld: number, more?: Partial<Wanted>) => string;
  readonly writeSubagent: (id: string, agent: string, daysOld: number) => string;
  readonly kept: (...parts: string[]) => string;
}

interface Wanted {
  readonly cwd: string;
  /** After the first line. */
  readonly text: string;
  readonly slug: string;
}

export function transcriptFolder(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): TranscriptFolder {
  const home = path.join(folder, 'home');
  const root = path.join(folder, 'my.app');
  const data = path.join(folder, 'data');
  mkdirSync(root, { recursive: true });
  const slug = root.replace(/[^A-Za-z0-9]/g, '-');
  const transcripts = (...parts: string[]) => path.join(home, '.claude', 'projects', ...parts);
  const put = (file: string, text: string, daysOld: number) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, daysAgo(daysOld), daysAgo(daysOld));
    return file;
  };
  const project = createProject({
    root,
    home,
    env: { BATON_HOME: data, ...env },
    host: 'test',
    logger: silentLogger,
    now: () => today,
  });
  return {
    home,
    root,
    project,
    transcripts,
    write: (id, daysOld, { cwd = root, text = '', slug: name = slug } = {}) =>
      put(transcripts(name, `${id}.jsonl`), `${lineOf(cwd)}\n${text}`, daysOld),
    writeSubagent: (id, agent, daysOld) =>
      put(transcripts(slug, id, 'subagents', `agent-${agent}.jsonl`), `${lineOf(root)}\n`, daysOld),
    kept: (...parts) => path.join(data, 'projects', ...parts),
  };
}

function lineOf(cwd: string): string {
  return JSON.stringify({ type: 'user', cwd, message: { role: 'user', content: 'Hello' } });
}
