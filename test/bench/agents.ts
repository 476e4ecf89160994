import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as nextTick } from 'node:timers/promises';
import { createProject, type Project } from '../../src/core/project';
import { silentLogger } from '../../src/core/support/logger';
import { agentNames } from '../../src/core/transcript/transcriptEvent';
import { storeSession } from '../support/agentStores';
import { compare, medianOf } from './measure';
import type { Row } from './row';

const transcripts = 2_000;
const mostStall = 50;

/** What it costs to know all sessions of a project, beside a look at the same files; and how long a window waits. */
export async function benchAgents(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const root = at('project');
  const data = at('data');
  mkdirSync(root);
  const files = Array.from({ length: transcripts }, (_, number) =>
    storeSession(agentNames[number % agentNames.length] ?? 'claude', at('home'), {
      id: `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`,
      cwd: root,
      // About 130 KB, as a short session of Claude Code has.
      prompts: [`Session ${number}`, ...Array.from({ length: 60 }, () => 'word '.repeat(400))],
      at: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
    }),
  );
  const project = createProject({
    root,
    home: at('home'),
    env: { PATH: process.env.PATH, BATON_HOME: data },
    host: 'bench',
    logger: silentLogger,
    now: () => new Date(),
  });
  const stat = () => files.reduce((size, file) => size + statSync(file).size, 0);
  const forget = () => {
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const cold = await compare(
      5,
      `sessions in ${transcripts} transcripts (${Math.round(stat() / 1e6)} MB), first look`,
      () => readAll(project),
      'stat of the same files',
      stat,
      forget,
    );
    const warm = await compare(
      15,
      `sessions in ${transcripts} transcripts, known ones`,
      () => readAll(project),
      'stat of the same files',
      stat,
    );
    return [cold, warm, await stall('first look', project, forget), await stall('known', project)];
  } finally {
    project.dispose();
    rmSync(folder, { recursive: true });
  }
}

/** As the window does it: a little at a time. */
async function readAll(project: Project): Promise<void> {
  let list = await project.agentSessions();
  for (let part = 0; list.pending > 0 && part < 1_000; part++) {
    list = await project.agentSessions();
  }
  if (list.sessions.length !== transcripts) {
    throw new Error(`${list.sessions.length} of ${transcripts} sessions were found.`);
  }
}

/** The longest that whatever else the process has to do waits, meanwhile. */
async function stall(what: string, project: Project, prepare?: () => void): Promise<Row> {
  const longest: number[] = [];
  for (let run = 0; run < 3; run++) {
    prepare?.();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await readAll(project);
    // What was held up last counts, too.
    await nextTick(5);
    delay.disable();
    longest.push(delay.max / 1e6);
  }
  const median = medianOf(longest);
  return {
    name: `longest wait of others meanwhile, ${what}`,
    median,
    unit: 'ms',
    baseline: `at most ${mostStall} ms`,
    ratio: median / mostStall,
  };
}
