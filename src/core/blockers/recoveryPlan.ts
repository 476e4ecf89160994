// What recovery would run for a blocker, for a person or a host to look at first. Runs nothing.

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isTracked } from '../git/trackedFiles';
import { relativePath } from '../projectPaths';
import { stays, suggestions } from '../protocol/blockerMessages';
import { namesRun } from '../protocol/namesRun';
import { recoveryAttempts } from '../protocol/recoveryAttempts';
import type { Blocker } from '../schemas/blocker';
import { type ConfiguredStep, recoverySteps } from '../settings';
import { realPathWithin } from '../stores/regularFile';
import { type Message, msg } from '../support/message';
import { plainText } from '../support/plainText';
import type { QuietPlace } from '../workplace';
import { cameWithRepository, currentBlockers } from './blockersFile';
import { isKnownRun } from './journal';
import { recoveryPrompt } from './recoveryPrompt';
import type { RecoveryStep } from './recoveryStep';
import { longestCommand } from './safeBlocker';
import { blockerNamed } from './solveBlocker';

export interface RecoveryPlan {
  readonly blocker: Blocker;
  /** Where the steps run: where the failed command did. */
  readonly cwd: string;
  readonly steps: readonly RecoveryStep[];
  /** The failed command, where the blocker has one. */
  readonly rerun?: Rerun | undefined;
  readonly suggestions: readonly Message[];
  /** What is not as the settings say. */
  readonly notes?: readonly Message[] | undefined;
  /** Why recovery runs nothing; a person may still run the command again. */
  readonly refusal?: Message | undefined;
}

export interface Rerun {
  readonly command: string;
  readonly cwd: string;
  /** Baton saw it run on this machine; else a person has to say that it may. */
  readonly isKnown: boolean;
}

export async function recoveryPlan(place: QuietPlace, id: string): Promise<RecoveryPlan> {
  const blocker = blockerNamed(await currentBlockers(place), id);
  const cwd = folderOf(place, blocker);
  const found = {
    blocker,
    cwd: cwd ?? place.root,
    steps: [],
    suggestions: suggestions(blocker),
  };
  const foreign = await foreignFile(place);
  if (foreign) {
    return { ...found, suggestions: [], refusal: cameWithRepository(foreign) };
  }
  const rerun = cwd === undefined ? undefined : await rerunOf(place, blocker, cwd);
  const refusal = refusalOf(blocker);
  if (refusal) {
    return { ...found, rerun, refusal };
  }
  const configured = await recoverySteps(place, blocker.type ?? 'other');
  const steps = distinct(configured.map((step) => toStep(place, step, blocker)));
  return steps.length === 0 && !rerun
    ? { ...found, refusal: nothingConfigured(blocker) }
    : { ...found, steps, rerun, notes: undefinedAgents(place, configured) };
}

/** Local state that git tracks was written by somebody else. */
export async function foreignFile(place: QuietPlace): Promise<string | undefined> {
  const { git, repository, root, paths } = place;
  for (const file of [paths.blockers, paths.sessionState]) {
    const name = relativePath(root, file);
    if (await isTracked(git, repository, name)) {
      return name;
    }
  }
  return undefined;
}

function refusalOf(blocker: Blocker): Message | undefined {
  if (blocker.auto_detected !== true) {
    return stays(blocker);
  }
  const { used, most } = recoveryAttempts(blocker);
  return used >= most ? noAttemptsLeft(used) : undefined;
}

export function noAttemptsLeft(attempts: number): Message {
  return msg(
    'Recovery was tried {0} times without success, so it is not tried again: solve the cause, then run the command again or close the blocker.',
    attempts,
  );
}

function nothingConfigured({ type = 'other' }: Blocker): Message {
  return msg(
    'Nothing is configured that recovers from {0} (setting baton.recovery), and there is no command to run again.',
    type,
  );
}

/** Absolute; undefined where the file names a folder outside of the project, or one that is gone. */
function folderOf({ root }: QuietPlace, { evidence }: Blocker): string | undefined {
  try {
    const folder = realPathWithin(root, path.resolve(root, evidence?.cwd ?? ''));
    return folder !== undefined && lstatSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

async function rerunOf(
  place: QuietPlace,
  blocker: Blocker,
  cwd: string,
): Promise<Rerun | undefined> {
  const command = blocker.evidence?.command ?? '';
  const isWhole =
    command.length < longestCommand &&
    !command.includes('[secret: ') &&
    plainText(command) === command;
  if (!namesRun(blocker) || !isWhole) {
    return undefined;
  }
  const isKnown = await isKnownRun(place, command, relativePath(place.root, cwd));
  // Nobody can be asked about what hides its end below many lines.
  return isKnown || !command.includes('\n') ? { command, cwd, isKnown } : undefined;
}

/** An agent that is not defined here would only be a name for asking without one. */
function toStep(place: QuietPlace, step: ConfiguredStep, blocker: Blocker): RecoveryStep {
  if (typeof step !== 'string') {
    return { kind: 'command', command: step.command };
  }
  const prompt = recoveryPrompt(blocker);
  return isDefined(place, step)
    ? { kind: 'agent', agent: step, argv: [program, '--agent', step, prompt] }
    : { kind: 'agent', agent: program, argv: [program, prompt] };
}

const program = 'claude';

/** The same twice would try again what has just not helped. */
function distinct(steps: readonly RecoveryStep[]): RecoveryStep[] {
  return [...new Map(steps.map((step) => [JSON.stringify(step), step])).values()];
}

function undefinedAgents(place: QuietPlace, steps: readonly ConfiguredStep[]): Message[] {
  const names = steps.flatMap((step) =>
    typeof step === 'string' && !isDefined(place, step) ? [step] : [],
  );
  return names.length === 0
    ? []
    : [
        msg(
          'Not defined in .claude/agents: {0}. {1} is asked without it.',
          [...new Set(names)].join(', '),
          program,
        ),
      ];
}

/** As Claude Code finds its agents. */
function isDefined({ root, home }: QuietPlace, agent: string): boolean {
  return [root, home].some((folder) => {
    const file = path.join(folder, '.claude', 'agents', `${agent}.md`);
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  });
}
