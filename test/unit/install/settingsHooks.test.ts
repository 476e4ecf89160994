import assert from 'node:assert/strict';
import { type HookEvent, hookEvents, hookGroup } from '../../../src/core/install/hookEntries';
import type { SettingsRecord } from '../../../src/core/install/installRecord';
import { editToInstall, editToUninstall } from '../../../src/core/install/settingsEdit';
import { addHooks, findHooks, removeHooks } from '../../../src/core/install/settingsHooks';
import { createRandom, randomlyWritten, randomObject } from '../../support/generatedJson';

describe('hooks in settings', function () {
  this.timeout(30_000);
  const file = 'settings.json';
  const call = { launcher: '/home/dev/data/bin/baton', scope: 'local', platform: 'linux' } as const;
  const wantedBy = (events: readonly HookEvent[], how: Parameters<typeof hookGroup>[1] = call) =>
    events.map((event) => ({ ...event, group: hookGroup(event, how) }));
  const nothing: SettingsRecord = { made: [], inside: [] };

  function add(text: string | null, known?: SettingsRecord, wanted = wantedBy(hookEvents)) {
    const hasOurs = !!text?.trim() && findHooks(text, file).length > 0;
    return editToInstall(text, known, hasOurs, (now) => addHooks(now, file, wanted));
  }
  function remove(text: string | null, known: SettingsRecord | undefined): string | null {
    return editToUninstall(
      text,
      { file, known, otherwise: nothing, isOursLeft: () => false },
      (now) => removeHooks(now, file),
    ).text;
  }

  const theirs = '{"matcher": "Edit", "hooks": [{"type": "command", "command": "lint"}]}';
  const files: Record<string, string | null> = {
    'no file': null,
    'an empty file': '',
    'white space': ' \r\n',
    'an empty object': '{}',
    'an empty object with a line end': '{}\n',
    'an empty object with spaces in it': '{ \n }\n',
    'hooks that are empty': '{"hooks":{}}',
    'hooks that are empty, over lines': '{\n  "hooks": {\n  }\n}\n',
    'an event that is empty': '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
    'one line': '{"model":"opus"}',
    'one line with spaces': '{ "model": "opus", "hooks": { "Stop": [ ] } }\n',
    tabs: '{\n\t"model": "opus"\n}\n',
    'four spaces': '{\n    "model": "opus",\n    "env": {}\n}\n',
    'no indentation': '{\n"model": "opus"\n}',
    'Windows line ends': '{\r\n  "model": "opus"\r\n}\r\n',
    'a byte order mark': '\uFEFF{\n  "model": "opus"\n}\n',
    'no line end': '{\n  "model": "opus"\n}',
    'commas first': '{\n    "model": "opus"\n  , "env": {}\n}\n',
    'hooks of others': `{"hooks": {"Stop": [${theirs}, ${theirs}], "PreToolUse": [${theirs}]}}`,
    'hooks of others over lines': `{\n  "hooks": {\n    "Stop": [\n      ${theirs}\n    ],\n    "SessionEnd": [${theirs}]\n  },\n  "model": "opus"\n}\n`,
    'a list that is no list': '{"hooks": {"TaskCreated": 5}}\n',
  };
  for (const [name, before] of Object.entries(files)) {
    it(`leaves ${name} as it was`, () => {
      const { text, record } = add(before);
      assert.ok(text);
      assert.equal(findHooks(text, file).length, hookEvents.length);
      assert.equal(remove(text, record), before);
    });
  }

  it('leaves generated files as they were', () => {
    const random = createRandom(3);
    for (let round = 0; round < 400; round++) {
      const value: Record<string, unknown> = { ...randomObject(random, 3) };
      if (random(2) === 0) {
        const lists = hookEvents
          .filter(() => random(3) === 0)
          .map((event) => [
            event.name,
            Array.from({ length: random(3) }, () => JSON.parse(theirs) as unknown),
          ]);
        value.hooks = Object.fromEntries(lists);
      }
      const before = randomlyWritten(value, random);
      const { text, record } = add(before);
      assert.ok(text);
      assert.deepEqual(add(text, record), { text, record });
      const parsed = JSON.parse(text.replace('\uFEFF', '')) as { hooks: Record<string, unknown[]> };
      for (const { name } of hookEvents) {
        assert.ok(parsed.hooks[name]?.length);
      }
      assert.equal(remove(text, record), before);
    }
  });

  it('is written in the style of the file', () => {
    const { text } = add(
      '{\r\n\t"model": "opus"\r\n}\r\n',
      undefined,
      wantedBy(hookEvents.slice(-1)),
    );
    assert.equal(
      text,
      [
        '{',
        '\t"model": "opus",',
        '\t"hooks": {',
        '\t\t"SessionEnd": [',
        '\t\t\t{',
        '\t\t\t\t"hooks": [',
        '\t\t\t\t\t{',
        '\t\t\t\t\t\t"type": "command",',
        '\t\t\t\t\t\t"command": "/home/dev/data/bin/baton",',
        '\t\t\t\t\t\t"args": [',
        '\t\t\t\t\t\t\t"hook",',
        '\t\t\t\t\t\t\t"SessionEnd"',
        '\t\t\t\t\t\t],',
        '\t\t\t\t\t\t"timeout": 10',
        '\t\t\t\t\t}',
        '\t\t\t\t]',
        '\t\t\t}',
        '\t\t]',
        '\t}',
        '}',
        '',
      ].join('\r\n'),
    );
  });

  it('takes out ours alone when the user edited the file meanwhile', () => {
    const { text, record } = add('{\n  "hooks": {}\n}\n');
    const edited = JSON.parse(text ?? '') as { hooks: Record<string, unknown[]>; model?: string };
    edited.model = 'opus';
    edited.hooks.Stop?.push(JSON.parse(theirs));
    edited.hooks.SessionEnd?.unshift(JSON.parse(theirs));
    edited.hooks.PreToolUse = [JSON.parse(theirs)];
    (edited.hooks.Notification?.[0] as { hooks: unknown[] }).hooks.push({
      type: 'command',
      command: 'say hi',
    });
    const after = remove(JSON.stringify(edited, null, 4), record);
    assert.deepEqual(JSON.parse(after ?? ''), {
      hooks: {
        Stop: [JSON.parse(theirs)],
        Notification: [{ hooks: [{ type: 'command', command: 'say hi' }] }],
        SessionEnd: [JSON.parse(theirs)],
        PreToolUse: [JSON.parse(theirs)],
      },
      model: 'opus',
    });
  });

  it('keeps a file it made once the user wrote into it', () => {
    const { text, record } = add(null);
    const edited = (text ?? '').replace('{', '{\n  "model": "opus",');
    assert.equal(remove(edited, record), '{\n  "model": "opus"\n}\n');
  });

  it('replaces hooks of an earlier launcher, wherever they are, and doubles nothing', () => {
    const old = { ...call, launcher: '/old place/bin/baton' };
    const shared = { ...call, scope: 'shared' } as const;
    const windows = { ...call, launcher: 'C:\\d\\bin\\baton.cmd', platform: 'win32' } as const;
    for (const before of [old, shared, windows]) {
      const first = add('{"model":1}', undefined, [
        ...wantedBy(hookEvents, before),
        ...wantedBy([{ name: 'PreToolUse', timeout: 5 }], before),
      ]);
      const second = add(first.text, first.record);
      const fresh = JSON.parse(add('{"model":1}').text ?? '') as unknown;
      assert.deepEqual(JSON.parse(second.text ?? ''), fresh);
      assert.equal(remove(second.text, second.record), '{"model":1}');
    }
  });

  it('makes one of several', () => {
    const { text, record } = add('{}');
    const doubled = JSON.parse(text ?? '') as { hooks: Record<string, unknown[]> };
    doubled.hooks.Stop?.push(doubled.hooks.Stop[0]);
    assert.deepEqual(
      JSON.parse(add(JSON.stringify(doubled), record).text ?? ''),
      JSON.parse(text ?? ''),
    );
  });

  it('does not take hooks of others for its own', () => {
    const others = [
      { type: 'command', command: 'baton hook Stop' },
      { type: 'command', command: '/opt/relay/bin/baton', args: ['pass', 'Stop'] },
      { type: 'command', command: 'echo /bin/baton hook Stop' },
      { type: 'prompt', command: '/home/dev/data/bin/baton', args: ['hook', 'Stop'] },
      'baton',
      null,
    ];
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: others }] } });
    assert.deepEqual(findHooks(text, file), []);
  });

  const refused: [text: string, reason: string, says: RegExp][] = [
    ['{"model": }', 'not-json', /line 1, column 11/],
    ['[]', 'unexpected-shape', /line 1/],
    ['{\n"hooks": []}', 'unexpected-shape', /line 2/],
    ['{\n"hooks": {\n"Stop": {}}}', 'unexpected-shape', /line 3/],
    ['{"hooks": {},\n"hooks": {}}', 'twice', /"hooks" twice \(line 2\)/],
    ['{"hooks": {"Stop": [],\n\n"Stop": []}}', 'twice', /"Stop" twice \(line 3\)/],
  ];
  for (const [text, reason, says] of refused) {
    it(`leaves ${JSON.stringify(text)} alone`, () => {
      assert.throws(
        () => add(text),
        (error: unknown) =>
          (error as { reason: string }).reason === reason && says.test((error as Error).message),
      );
    });
  }
});
