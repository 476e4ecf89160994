import assert from 'node:assert/strict';
import { type KnownStart, startRule } from '../../../src/core/handover/sessionRule';

const now = new Date(2026, 0, 15, 14, 0);
const at = (hour: number, day = 15) => new Date(2026, 0, day, hour).toISOString();
const began = (hour: number, day?: number) => ({ type: 'SESSION_START', at: at(hour, day) });
const ended = (hour: number, day?: number) => ({ type: 'SESSION_END', at: at(hour, day) });
const other = (hour: number) => ({ type: 'USER_DECISION', at: at(hour) });
const person = (hour: number, more: Partial<KnownStart> = {}, day?: number): KnownStart => ({
  session: null,
  at: at(hour, day),
  ...more,
});
const agent = (session: string, hour: number, more: Partial<KnownStart> = {}): KnownStart => ({
  session,
  at: at(hour),
  ...more,
});

type Case = [
  what: string,
  asks: string | undefined,
  known: KnownStart[],
  log: ReturnType<typeof began>[],
  rule: string,
];

describe('Whether a session begins', () => {
  const cases: Case[] = [
    ['the first of a person', undefined, [], [], 'append'],
    ['the first of an agent', 'a', [], [], 'append'],
    ['an agent twice', 'a', [agent('a', 9)], [began(9)], 'nothing'],
    [
      'an agent that ended its session and loads',
      'a',
      [agent('a', 9)],
      [began(9), ended(10)],
      'nothing',
    ],
    ['another agent', 'b', [agent('a', 9)], [began(9)], 'append'],
    ['a person while an agent works', undefined, [agent('a', 9)], [began(9)], 'nothing'],
    ['a person twice on a day', undefined, [person(9)], [began(9), other(10)], 'nothing'],
    ['a person twice at once, before the entry is there', undefined, [person(14)], [], 'nothing'],
    ['a person after a handover', undefined, [person(9)], [began(9), ended(10)], 'append'],
    ['a person on the next day', undefined, [person(9, {}, 14)], [began(9, 14)], 'append'],
    ['a person, where another tool began it', undefined, [], [began(9)], 'nothing'],
    ['a person, where another tool began it yesterday', undefined, [], [began(9, 14)], 'append'],
    ['an agent that a person starts after a load', 'a', [person(9)], [began(9)], 'take'],
    ['a second agent after that', 'b', [person(9, { isTaken: true })], [began(9)], 'append'],
    ['an agent after a load of yesterday', 'a', [person(9, {}, 14)], [began(9, 14)], 'append'],
    ['an agent after a load and a handover', 'a', [person(9)], [began(9), ended(10)], 'append'],
    ['an agent, where another tool began a session', 'a', [], [began(9)], 'append'],
    [
      'a person after an agent that only came back',
      undefined,
      [agent('a', 9, { isOnlyNoted: true })],
      [],
      'append',
    ],
  ];
  for (const [what, session, known, log, rule] of cases) {
    it(`${what}: ${rule}`, () => {
      assert.equal(startRule({ session, begins: true, now }, known, log).do, rule);
    });
  }

  it('is never so for one that comes back', () => {
    const back = { session: 'a', begins: false, now };
    assert.equal(startRule(back, [], []).do, 'note');
    assert.equal(startRule(back, [agent('a', 9)], []).do, 'nothing');
    const noted = [agent('a', 9, { isOnlyNoted: true })];
    assert.equal(startRule({ ...back, begins: true }, noted, []).do, 'nothing');
  });
});
