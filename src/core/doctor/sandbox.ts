// A project that is not the user's, with a home folder and a data folder of its own, in which hooks can
// do all they do without touching anything that matters.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allowAgent, enableProject } from '../enabledProjects';
import { projectPaths } from '../projectPaths';
import type { DoctorPlace } from './doctorPlace';
import { plainEnvironment } from './probe';
import { doctorRequest, sampleTranscript } from './sampleTranscripts';

export interface Sandbox {
  readonly project: string;
  readonly session: string;
  readonly transcript: string;
  /** What hooks log there, should they fail. */
  readonly log: string;
  readonly env: NodeJS.ProcessEnv;
}

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
  const agent = place.plan.name;
  const sample = sampleTranscript(agent, { session, cwd: project });
  const transcript = path.join(home, sample.name);
  mkdirSync(project);
  mkdirSync(path.dirname(transcript), { recursive: true });
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(transcript, sample.text);
  const { logger, now } = place;
  const enabled = {
    root: project,
    repository: undefined,
    paths: projectPaths(project, ''),
    dataFolder: data,
    logger,
    now,
  };
  await enableProject(enabled);
  if (agent !== 'claude') {
    await allowAgent(enabled, agent, enabled);
  }
  // As an earlier session left it, for agents whose sessions only start anew.
  mkdirSync(enabled.paths.claude);
  const context = { goal: { original_request: doctorRequest }, meta: { project } };
  writeFileSync(enabled.paths.sessionContext, `${JSON.stringify(context)}\n`);
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
      ...(agent === 'claude' && { CLAUDE_PROJECT_DIR: project }),
    },
  };
}
