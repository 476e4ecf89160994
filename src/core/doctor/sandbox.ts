// A project that is not the user's, with a home folder and a data folder of its own, in which hooks can
// do all they do without touching anything that matters.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { enableProject } from '../enabledProjects';
import { projectPaths } from '../projectPaths';
import type { DoctorPlace } from './doctorPlace';
import { plainEnvironment } from './probe';

export interface Sandbox {
  readonly project: string;
  readonly session: string;
  readonly transcript: string;
  /** What hooks log there, should they fail. */
  readonly log: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the user of the sandbox asked for, which has to come back. */
export const doctorRequest = 'See whether the hooks work.';

const session = '00000000-0000-4000-8000-000000000000';

export async function withSandbox<T>(
  place: DoctorPlace,
  body: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'baton-doctor-')));
  try {
    return await body(await prepare(place, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function prepare(place: DoctorPlace, folder: string): Promise<Sandbox> {
  const project = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  const data = path.join(folder, 'data');
  const transcript = path.join(home, '.claude', 'projects', 'doctor', `${session}.jsonl`);
  mkdirSync(project);
  mkdirSync(path.dirname(transcript), { recursive: true });
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(transcript, transcriptLines(project));
  await enableProject({
    root: project,
    repository: undefined,
    paths: projectPaths(project, ''),
    dataFolder: data,
    logger: place.logger,
    now: place.now,
  });
  return {
    project,
    session,
    transcript,
    log: path.join(data, 'logs', 'hooks.log'),
    env: {
      ...plainEnvironment(place.env),
      HOME: home,
      USERPROFILE: home,
      BATON_HOME: data,
      CLAUDE_PROJECT_DIR: project,
    },
  };
}

/** As short as a conversation can be. */
function transcriptLines(cwd: string): string {
  const common = { isSidechain: false, sessionId: session, cwd, version: '2.1.325' };
  const timestamp = '2026-01-15T10:00:00.000Z';
  const lines = [
    {
      ...common,
      parentUuid: null,
      type: 'user',
      uuid: '00000000-0000-4000-8000-000000000001',
      timestamp,
      message: { role: 'user', content: doctorRequest },
    },
    {
      ...common,
      parentUuid: '00000000-0000-4000-8000-000000000001',
      type: 'assistant',
      uuid: '00000000-0000-4000-8000-000000000002',
      timestamp,
      message: {
        id: 'msg_doctor',
        role: 'assistant',
        content: [{ type: 'text', text: 'They do.' }],
      },
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
