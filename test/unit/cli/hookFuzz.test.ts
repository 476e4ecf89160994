import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { runHook } from '../../../src/cli/hooks/hook';
import { meaningOf } from '../../../src/core/install/agentEvents';
import type { AgentName } from '../../../src/core/transcript/transcriptEvent';
import { agentFields } from '../../support/hookFuzz/agentFields';
import {
  asSeenBy,
  copyPlace,
  createTemplate,
  type FuzzPlace,
  pipeBeside,
  placeKinds,
} from '../../support/hookFuzz/fuzzPlace';
import { checkFiles, checkPrinted } from '../../support/hookFuzz/hookInvariants';
import { type Listing, listing } from '../../support/hookFuzz/listing';
import { fuzzedEvents, fuzzedInput } from '../../support/hookFuzz/mutatedInput';
import { mutateProject } from '../../support/hookFuzz/mutatedProject';
import { addTraps, mutateTranscript } from '../../support/hookFuzz/mutatedTranscript';
import type { Random } from '../../support/hookFuzz/oddValues';
import { createRandom } from '../../support/generatedJson';
import { useScratchFolder } from '../../support/scratchFolder';

/** Another one finds other things: `BATON_FUZZ_SEED=7 npm run test:unit`. */
const seed = Number(process.env.BATON_FUZZ_SEED ?? 1);
const inProcess = 4_800;
const spawned = 200;
const byOthers = 600;
const spawnedByOthers = 30;
const callsOfAPlace = 10;
const otherAgents = ['codex', 'gemini', 'qwen'] as const;

describe('hooks, whatever they are given', function () {
  this.timeout(600_000);
  const scratch = useScratchFolder();
  const home = process.env.HOME;
  let templates: Listing[] = [];
  beforeEach(() => {
    execFileSync('mkfifo', [pipeBeside(scratch('any'))]);
    templates = placeKinds.map((kind) => createTemplate(scratch(kind), kind));
  });
  afterEach(() => {
    process.env.HOME = home;
  });

  type Call = (event: string, bytes: Buffer, place: FuzzPlace, agent: AgentName) => Promise<string>;

  /** One place, with a hook after each thing that happens to it. */
  async function callMany(
    round: number,
    events: readonly string[],
    call: Call,
    agent: AgentName = 'claude',
  ): Promise<void> {
    const random = randomOf(round);
    const kind = random(placeKinds.length);
    const place = asSeenBy(
      agent,
      copyPlace(templates[kind] ?? new Map(), scratch(`place-${round}`)),
    );
    addTraps(place);
    const story = [agent, placeKinds[kind] ?? ''];
    const fields = agent === 'claude' ? undefined : agentFields[agent];
    for (let index = 0; index < callsOfAPlace; index++) {
      const event = events[(round * callsOfAPlace + index) % events.length] ?? '';
      story.push(...happenings(place, random));
      const { bytes, note } = fuzzedInput(event, place, random, fields);
      story.push(`${event} (${note})`);
      const before = listing(place.folder);
      try {
        const printed = contextIn(agent, event, await call(event, bytes, place, agent));
        // Without git's own files nobody can tell what it tracks.
        const mayQuoteOthers = story.some((each) => each.includes('.git/'));
        checkPrinted(meaningOf(agent, event), printed, { mayQuoteOthers });
        checkFiles(before, listing(place.folder));
      } catch (error) {
        const told = story.join('\n  ');
        throw new Error(`seed ${seed}, round ${round}:\n  ${told}\n${String(error)}`, {
          cause: error,
        });
      }
    }
    rmSync(place.folder, { recursive: true, force: true });
  }

  const runHere: Call = async (event, bytes, { env }, agent) => {
    process.env.HOME = env.HOME;
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    await runHook({ event, agent, isShared: false }, env, print, () => Promise.resolve(bytes));
    return printed;
  };

  it(`end well and harm nothing: ${inProcess} mutated inputs, transcripts and files`, async () => {
    for (let round = 0; round < inProcess / callsOfAPlace; round++) {
      await callMany(round, mostlyQuick, runHere);
    }
  });

  for (const agent of otherAgents) {
    it(`end well and harm nothing, told by ${agent}: ${byOthers} and ${spawnedByOthers}`, async () => {
      const events = Object.keys(agentFields[agent]);
      const quick = [...events, ...events.filter((event) => event !== 'SessionStart')];
      for (let round = 0; round < byOthers / callsOfAPlace; round++) {
        await callMany(20_000 + round, quick, runHere, agent);
      }
      for (let round = 0; round < spawnedByOthers / callsOfAPlace; round++) {
        await callMany(30_000 + round, events, runProcess, agent);
      }
    });
  }

  it(`end well and harm nothing: ${spawned} more, each in a process of its own`, async () => {
    const rounds = Array.from({ length: spawned / callsOfAPlace }, (_, index) => 10_000 + index);
    const work = async () => {
      for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
        await callMany(round, fuzzedEvents, runProcess);
      }
    };
    await Promise.all([work(), work()]);
  });
});

/** A start of a session runs git several times. */
const mostlyQuick = [...fuzzedEvents, ...fuzzedEvents.filter((event) => event !== 'SessionStart')];

function randomOf(round: number): Random {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b));
  random(2);
  return random;
}

function happenings(place: FuzzPlace, random: Random): string[] {
  return [
    ...(random(10) < 8 ? [mutateTranscript(place, random)] : []),
    ...(random(10) < 2 ? [mutateProject(place, random)] : []),
  ];
}

/** Gemini CLI takes JSON only. */
function contextIn(agent: AgentName, event: string, printed: string): string {
  if (agent !== 'gemini' || printed === '') {
    return printed;
  }
  const { hookSpecificOutput: told } = JSON.parse(printed) as {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
  };
  assert.equal(told.hookEventName, event);
  return told.additionalContext;
}

async function runProcess(
  event: string,
  bytes: Buffer,
  { env, folder }: FuzzPlace,
  agent: AgentName,
) {
  const bundle = path.resolve('dist/cli.js');
  const flags = agent === 'claude' ? [] : ['--agent', agent];
  const child = spawn(process.execPath, [bundle, 'hook', event, ...flags], {
    cwd: folder,
    env,
    timeout: 60_000,
  });
  // One that does not read to the end closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [printed, complained, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  if (code !== 0 || complained !== '') {
    throw new Error(`exit code ${String(code)}, ${complained}`);
  }
  return printed;
}
