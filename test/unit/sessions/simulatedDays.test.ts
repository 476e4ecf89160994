import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SessionMeta } from '../../../src/core/schemas/liveSession';
import { beat } from '../../../src/core/sessions/heartbeat';
import { liveSessions } from '../../../src/core/sessions/liveSessions';
import { endSession, openSession } from '../../../src/core/sessions/openSession';
import { answerQuestion, askQuestion } from '../../../src/core/sessions/questions';
import { sweepSessions } from '../../../src/core/sessions/sweepSessions';
import { blockingFileSystem } from '../../../src/core/stores/atomicFile';
import { livePlace, processes } from '../../support/livePlace';
import { useScratchFolder } from '../../support/scratchFolder';

const minute = 60_000;
const start = Date.UTC(2026, 10, 18);
const sessions = 1_000;
const days = 2;

type Agent = keyof typeof processes;

/** What happened to a session, and what follows from it by the rules of the product page. */
class Modelled {
  private readonly beats: number[] = [];
  private acts: number;
  private ends: number | undefined;
  private gone: number | undefined;
  private noticed: number | undefined;
  question: string | undefined;
  readonly id: string;
  agent: Agent;
  private now: number;

  constructor(id: string, agent: Agent, now: number) {
    this.id = id;
    this.agent = agent;
    this.now = now;
    this.acts = now;
    this.beats.push(now);
  }

  get isRunning(): boolean {
    return this.ends === undefined && !this.isCrashed;
  }
  isCrashed = false;

  beat(at: number, isActive: boolean): void {
    this.beats.push(at);
    this.noticed = undefined;
    this.gone = undefined;
    this.acts = isActive ? at : this.acts;
  }
  end(at: number): void {
    this.ends = at;
  }
  crash(): void {
    this.isCrashed = true;
    this.agent = this.agent === 'alive' ? 'dead' : this.agent;
  }
  return(at: number, agent: Agent): void {
    this.isCrashed = false;
    this.ends = undefined;
    this.agent = agent;
    this.beat(at, true);
  }

  /** Somebody looks at it now. */
  seen(now: number): void {
    this.now = now;
    const silence = now - (this.beats.at(-1) ?? 0);
    if (this.ends !== undefined || this.agent === 'alive' || silence < 5 * minute) {
      return;
    }
    if (this.agent === 'dead') {
      this.gone ??= (this.beats.at(-1) ?? 0) + 5 * minute;
    } else if (this.noticed === undefined) {
      this.noticed = now;
    } else if (now >= this.noticed + minute) {
      this.gone ??= this.noticed + minute;
    }
  }
  get terminatedAt(): number | undefined {
    return this.ends ?? this.gone;
  }
  get isRemoved(): boolean {
    return this.terminatedAt !== undefined && this.now >= this.terminatedAt + 60 * minute;
  }
  get status(): string {
    if (this.terminatedAt !== undefined) {
      return 'terminated';
    }
    return this.question ? 'waiting' : this.now - this.acts >= 2 * minute ? 'idle' : 'active';
  }
}

/** The same at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('live sessions over simulated days', function () {
  this.timeout(600_000);
  const scratch = useScratchFolder({ inMemory: true });

  it('are at every minute what the rules say, and go an hour after their end', async () => {
    const random = numbers(8);
    let now = start;
    const place = { ...livePlace(scratch(), () => new Date(now)), fs: blockingFileSystem };
    const folder = (id: string) => path.join(place.paths.sessions, id);
    const known = new Map<string, Modelled>();
    let begun = 0;
    const seenStatuses = new Map<string, number>();
    let returns = 0;
    let asleepUntil = 0;

    const begin = async () => {
      const agent = (['alive', 'dead', 'unknown'] as const)[Math.floor(random() * 3)] ?? 'alive';
      const opened = await openSession(place, {
        agent: 'claude',
        agentSession: uuid(++begun),
        process: processes[agent](),
      });
      assert.equal(opened?.isNew, true);
      known.set(opened.id, new Modelled(opened.id, agent, now));
    };
    const setProcess = (id: string, agent: Agent) => {
      const file = path.join(folder(id), 'meta.json');
      const meta = JSON.parse(readFileSync(file, 'utf8')) as SessionMeta;
      writeFileSync(file, JSON.stringify({ ...meta, agentProcess: processes[agent]() }));
    };
    const stayAlive = (each: Modelled) => {
      if (each.isRunning) {
        const isActive = random() < 0.4;
        beat(folder(each.id), new Date(now), isActive);
        each.beat(now, isActive);
      }
    };
    const live = async (each: Modelled) => {
      const chance = random();
      if (each.isRunning) {
        if (chance < 0.012) {
          await endSession(place, each.id);
          each.end(now);
        } else if (chance < 0.035) {
          each.crash();
          setProcess(each.id, each.agent);
        } else if (chance < 0.06 && !each.question) {
          const timeout = 20 * 60;
          const asked = { question: 'Which one?', timeout };
          each.question = (await askQuestion(place, each.id, asked)).questionId;
          expiries.set(each.question, now + timeout * 1_000);
        } else if (chance < 0.15 && each.question && now < (expiries.get(each.question) ?? 0)) {
          await answerQuestion(place, each.question, { answer: 'This', source: 'cli' });
          each.question = undefined;
        }
        stayAlive(each);
      } else if (chance < 0.005) {
        // Resumed in a new process.
        const agent = each.agent === 'unknown' ? 'unknown' : 'alive';
        const request = { agent: 'claude', agentSession: each.id, process: processes[agent]() };
        assert.equal((await openSession(place, request))?.isNew, false);
        each.return(now, agent);
        returns++;
      }
    };
    const expiries = new Map<string, number>();

    for (let step = 0; step < days * 24 * 60; step++) {
      now = start + step * minute;
      if (now < asleepUntil) {
        continue;
      }
      // At wake-up a sweep may well come before the first heartbeat.
      const { removed } = await sweepSessions(place);
      for (const each of known.values()) {
        each.seen(now);
        if (each.question && now >= (expiries.get(each.question) ?? Infinity)) {
          each.question = undefined;
        }
      }
      const gone = [...known.values()].filter(({ isRemoved }) => isRemoved).map(({ id }) => id);
      assert.deepEqual([...removed].sort(), gone.sort(), `removed at minute ${step}`);
      gone.forEach((id) => known.delete(id));
      const shown = liveSessions(place.paths, new Date(now));
      const expected = [...known.values()].map(({ id, status }) => [id, status]);
      assert.deepEqual(
        shown.map(({ id, status }) => [id, status]).sort(),
        expected.sort(),
        `statuses at minute ${step}`,
      );
      assert.deepEqual(
        shown.map(({ id, meta }) => [id, meta.status]).sort(),
        expected.sort(),
        `what is written at minute ${step}`,
      );
      expected.forEach(([, status = '']) => {
        seenStatuses.set(status, (seenStatuses.get(status) ?? 0) + 1);
      });
      now += 1_000;
      for (const each of known.values()) {
        await live(each);
      }
      const due = Math.ceil((sessions * (step + 1)) / ((days * 24 - 6) * 60));
      while (begun < Math.min(due, sessions) && random() < 0.9) {
        await begin();
      }
      if (random() < 0.002) {
        asleepUntil = now + Math.floor(random() * 10 * 60) * minute;
      }
    }
    assert.equal(begun, sessions);
    assert.ok(returns > 20, `${returns} returns`);
    for (const status of ['active', 'waiting', 'idle', 'terminated']) {
      assert.ok((seenStatuses.get(status) ?? 0) > 1_000, `${status}: ${seenStatuses.get(status)}`);
    }
    const lines = readFileSync(place.paths.history, 'utf8').trim().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { sessionId: string }).sessionId);
    assert.deepEqual(
      ids.filter((id) => existsSync(folder(id))).filter((id) => !known.has(id)),
      [],
    );
    assert.ok(ids.length >= sessions - known.size);
  });
});

function uuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
