import assert from 'node:assert/strict';
import { injectionText } from '../../../src/core/context/injection';
import { contextParts } from '../../../src/core/context/injectionSections';
import type { SessionContext } from '../../../src/core/schemas/sessionContext';
import { english } from '../../../src/core/support/message';
import { shares } from '../../../src/core/transcript/digest';
import { toContext } from '../../../src/core/transcript/sessionContextOf';
import { claudeLines } from '../../support/claudeLines';
import { useScratchFolder } from '../../support/scratchFolder';
import { generated } from '../../support/secretSamples';
import { demoFacts, digestOf } from '../../support/transcripts';

const fence = '```';
const log = (count: number) => 'ERROR something at line\n'.repeat(count);

describe('a long prompt', () => {
  const scratch = useScratchFolder();
  const contextOf = (...prompts: string[]) => {
    const lines = claudeLines();
    prompts.forEach((prompt) => lines.prompt(prompt).says('ok'));
    return toContext(digestOf(scratch('t'), lines), demoFacts);
  };
  const requestOf = (prompt: string) => contextOf(prompt).goal?.original_request ?? '';
  const toldOf = (...prompts: string[]) => told(contextOf(...prompts));
  const told = (context: SessionContext) => {
    const { goal } = contextParts(context, 'c.json', english);
    return injectionText({ id: 'a', about: 'x', sections: [goal], verdict: [] }, english).text;
  };

  const asked = 'Please find out why the import fails and fix it.';
  const cases: [name: string, prompt: string, request: RegExp][] = [
    [
      'words after a log in a fence',
      `${fence}\n${log(300)}${fence}\n\n${asked}`,
      /^Please find .* fix it\.\n\n```\nERROR something.* … .*line\n```$/s,
    ],
    ['words after a log', `${log(300)}\n${asked}`, /^ERROR .* … .*line\n\nPlease .* fix it\.$/s],
    ['words before a log', `${asked}\n${log(300)}`, /^Please .* fix it\.\nERROR .* … .*line$/s],
    [
      'words between two logs in fences',
      `${fence}\n${log(200)}${fence}\n${asked}\n~~~\n${log(200)}~~~`,
      /^```\nERROR.* … .*\n```\nPlease .* fix it\.\n~~~\nERROR .* … .*\n~~~$/s,
    ],
    [
      'what is old before what is new',
      `${fence}\nOLD ${log(200)}${fence}\nshould become, Please:\n${fence}\nNEW ${log(200)}${fence}`,
      /^```\nOLD .*\n```\nshould become, Please:\n```\nNEW .*\n```$/s,
    ],
    [
      'words after a log that is looked at only in part',
      `${fence}\n${log(9000)}${fence}\n\n${asked}`,
      /^Please .* fix it\.\n\n```\nERROR.* … .*\n```$/s,
    ],
    [
      'words after many logs',
      `${`${fence}\n${log(900)}${fence}\n`.repeat(9)}\n${asked}`,
      /^Please .* fix it\.\n\n```\nERROR.* … .*\n```$/s,
    ],
    [
      'words around a log in a fence',
      `Look:\n${fence}\n${log(300)}${fence}\n${asked}`,
      /^Look:\n```\nERROR.* … .*line\n```\nPlease .* fix it\.$/s,
    ],
    ['a log without words', `${fence}\n${log(300)}${fence}`, /^```\nERROR.* … .*line\n```$/s],
    [
      'words around what was pasted and not closed',
      `Look:\n${fence}\n${log(3000)}\n${asked}`,
      /^Look:\n```\nERROR.* … .*\nPlease .* fix it\.$/s,
    ],
    [
      'the task after its background',
      `Hello!\n\nContext: we have a shop.\n\n${'Background. '.repeat(300)}\n\nTASK: add vouchers.`,
      /^Hello!\n\nContext: we have a shop\..* … .*\n\nTASK: add vouchers\.$/s,
    ],
    [
      'Korean',
      `${'배경 설명입니다. '.repeat(300)}\n\n쿠폰 입력란을 추가해줘`,
      /^배경 설명.* … .*\n\n쿠폰 입력란을 추가해줘$/s,
    ],
    ['pictures of two halves', `${'😀'.repeat(2000)} ${asked}`, /^😀+ … 😀+ Please .* fix it\.$/u],
  ];
  for (const [name, prompt, request] of cases) {
    it(`has ${name}`, () => {
      const text = requestOf(prompt);
      assert.match(text, request);
      assert.ok(Buffer.byteLength(JSON.stringify(text)) - 2 <= shares.first);
      assert.ok(Buffer.from(text).toString() === text);
      const shown = toldOf(prompt);
      const first = request.source.includes('쿠폰') ? '쿠폰' : /Please|TASK/.exec(prompt)?.[0];
      assert.ok(shown.includes(first ?? ''), shown);
    });
  }

  it('is kept whole where it fits', () => {
    const prompt = `${fence}\n${log(50)}${fence}\n\n${asked}`;
    assert.equal(requestOf(prompt), prompt);
  });

  it('is told once, and leaves room for what came later', () => {
    const long = `${'One\ntwo\n'.repeat(900)}${asked}`;
    assert.doesNotMatch(toldOf(long), /Objective/);
    const both = toldOf(long, `Then ${long.replace('Please', 'Now')}`);
    assert.match(both, /^Request: One ⏎ .* … .* Please find .* fix it\.$/m);
    assert.match(both, /^Objective: Then One ⏎ .* … .* Now find .* fix it\.$/m);
  });

  it('shows no half of a secret, though others wrote more than is looked at', () => {
    const token = `ghp_${generated(36)}`;
    for (let visible = 1; visible < 40; visible += 3) {
      const request = `${'a '.repeat(10_000).slice(0, 20_000 - visible)}${token}${' b'.repeat(99)}`;
      assert.ok(!told({ goal: { original_request: request } }).includes('ghp_'));
    }
  });
});
