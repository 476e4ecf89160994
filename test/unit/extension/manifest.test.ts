import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { addedAgentSchema, addedAgentsSchema } from '../../../src/core/agents/addedAgent';
import manifest from '../../../package.json';
import { actionIds } from '../../../src/core/load/loadReport';
import { blockerTypes } from '../../../src/core/schemas/blocker';
import { checkpointSettings } from '../../../src/core/protocol/checkpointDue';
import { agentNames } from '../../../src/core/transcript/transcriptEvent';
import {
  commands,
  contextKeys,
  handoverPanel,
  mcpProvider,
  settings,
  transcriptScheme,
  views,
} from '../../../src/extension/contributions';

const languages = ['', '.ko', '.ja'];
const texts = (language: string) =>
  JSON.parse(readFileSync(`package.nls${language}.json`, 'utf8')) as Record<string, string>;
const { contributes } = manifest;
const sorted = (values: readonly string[]) => [...values].sort();

describe('manifest', () => {
  it('declares the commands of contributions.ts, no more and no fewer', () => {
    assert.deepEqual(
      sorted(contributes.commands.map(({ command }) => command)),
      sorted(Object.values(commands)),
    );
  });

  it('gives every command a category, a title to translate and a palette entry with a condition', () => {
    for (const { command, category, title } of contributes.commands) {
      assert.equal(category, 'Baton');
      assert.match(title, /^%command\.\w+%$/);
      const entries = contributes.menus.commandPalette.filter((entry) => entry.command === command);
      assert.equal(entries.length, 1, command);
      assert.ok(entries[0]?.when, command);
    }
  });

  it('names only commands that exist in its menus', () => {
    const known: readonly string[] = Object.values(commands);
    for (const { command } of Object.values(contributes.menus).flat()) {
      assert.ok(known.includes(command), command);
    }
  });

  it('declares the views of contributions.ts, each with a welcome text', () => {
    assert.deepEqual(
      sorted(contributes.views.baton.map(({ id }) => id)),
      sorted(Object.values(views)),
    );
    for (const view of Object.values(views)) {
      assert.ok(
        contributes.viewsWelcome.some((welcome) => welcome.view === view),
        view,
      );
    }
  });

  it('uses only context keys of contributions.ts', () => {
    const conditions = JSON.stringify(contributes).matchAll(
      /baton\.(situation|(?:can|has)[A-Z]\w+)/g,
    );
    const known: readonly string[] = Object.values(contextKeys);
    for (const [key] of conditions) {
      assert.ok(known.includes(key), key);
    }
  });

  it('is started when a panel of its own comes back with the window', () => {
    assert.ok(manifest.activationEvents.includes(`onWebviewPanel:${handoverPanel}`));
  });

  it('declares the settings of contributions.ts', () => {
    const { section, ...names } = settings;
    assert.deepEqual(
      sorted(Object.keys(contributes.configuration.properties)),
      sorted(Object.values(names).map((name) => `${section}.${name}`)),
    );
  });

  it('offers the ways to make checkpoints that core knows', () => {
    const { enum: values, enumDescriptions } =
      contributes.configuration.properties['baton.checkpoint'];
    assert.deepEqual(values, checkpointSettings);
    assert.equal(enumDescriptions.length, values.length);
  });

  it('gives a finding a button for each action that it may offer', () => {
    const buttons = contributes.menus['view/item/context'].filter(({ group }) =>
      group.startsWith('inline'),
    );
    for (const id of actionIds) {
      const pattern = (when: string) => /viewItem =~ \/(.+?)\/ &&/.exec(when)?.[1] ?? '^never$';
      const kind = `finding ${id} other`;
      const fitting = buttons.filter(({ when }) => new RegExp(pattern(when)).test(kind));
      assert.equal(fitting.length, 1, id);
    }
  });

  it('lets each of several projects be saved, loaded and begun on its row', () => {
    const onRow = contributes.menus['view/item/context'].filter(
      ({ when, group }) => /viewItem == project\b/.test(when) && group.startsWith('inline'),
    );
    assert.deepEqual(
      onRow.map(({ command }) => command),
      [
        commands.save,
        commands.startSession,
        commands.load,
        commands.addBlocker,
        commands.startAgent,
        commands.installHooks,
        commands.addDecision,
        commands.draftHandover,
      ],
    );
  });

  it('offers on the row of a blocker what can be done about it', () => {
    const offered = (kind: string, group: string) =>
      contributes.menus['view/item/context']
        .filter((entry) => entry.when.includes('baton.blockers') && entry.group.startsWith(group))
        .filter(({ when }) => {
          const pattern = /viewItem =~ \/(.+?)\//.exec(when)?.[1];
          return pattern !== undefined && new RegExp(pattern).test(kind);
        })
        .map(({ command }) => command);
    const { recoverBlocker, rerunBlocker, markSolved, editBlocker, copyBlocker } = commands;
    assert.deepEqual(offered('blocker rerun', 'inline'), [
      recoverBlocker,
      rerunBlocker,
      markSolved,
    ]);
    assert.deepEqual(offered('blocker', 'inline'), [recoverBlocker, markSolved]);
    for (const kind of ['blocker', 'blocker rerun']) {
      assert.deepEqual(
        offered(kind, '').filter((command) => !offered(kind, '1_').includes(command)),
        [editBlocker, copyBlocker],
      );
    }
    assert.deepEqual(offered('closedBlocker', ''), []);
  });

  it('offers on the row of a session to open what it knew, and the doctor where that did not arrive', () => {
    const offered = (view: string, kind: string) => {
      const fitting = contributes.menus['view/item/context'].filter(({ when }) => {
        const shown = /^view (?:== |=~ \/)(.+?)\/? &&/.exec(when)?.[1] ?? '^never$';
        const item = /viewItem =~ \/(.+?)\//.exec(when)?.[1] ?? '^never$';
        return new RegExp(shown).test(view) && new RegExp(item).test(kind);
      });
      return [...new Set(fitting.map(({ command }) => command))];
    };
    const { openContext, openTranscript, copySessionId, handOverSession, doctor } = commands;
    const { resumeAgent, forkAgent, renameSession } = commands;
    assert.deepEqual(offered(views.agents, 'agentSession context'), [
      handOverSession,
      openContext,
      copySessionId,
    ]);
    assert.deepEqual(offered(views.agents, 'agentSession'), [handOverSession, copySessionId]);
    assert.deepEqual(offered(views.agents, 'agentSession context transcript resumable'), [
      resumeAgent,
      forkAgent,
      handOverSession,
      openTranscript,
      openContext,
      renameSession,
      copySessionId,
    ]);
    for (const view of [views.agents, views.session]) {
      assert.deepEqual(offered(view, 'delivery failed'), [doctor]);
      assert.deepEqual(offered(view, 'delivery'), []);
    }
  });

  it('shows in Restricted Mode, and starts nothing there', () => {
    const { startAgent, resumeAgent, forkAgent, handOverSession, confirmAgent } = commands;
    const { openTranscript, copySessionId, previousPage, nextPage } = commands;
    const isTrusted = (id: string) =>
      contributes.commands.find(({ command }) => command === id)?.enablement ===
        'isWorkspaceTrusted' &&
      contributes.menus.commandPalette.every(
        ({ command, when }) => command !== id || when.includes('isWorkspaceTrusted'),
      );
    for (const id of [startAgent, resumeAgent, forkAgent, handOverSession, confirmAgent]) {
      assert.ok(isTrusted(id), id);
    }
    for (const id of [openTranscript, copySessionId, previousPage, nextPage]) {
      assert.ok(!isTrusted(id), id);
    }
  });

  it('takes agents that the user adds from the user alone, and none with the name of another', () => {
    const agents = contributes.configuration.properties['baton.agents'];
    assert.equal(agents.scope, 'application');
    const fits = new RegExp(agents.propertyNames.pattern);
    assert.deepEqual(
      ['aider', 'my-agent_2', ...agentNames, 'Aider', '-x', ''].filter((name) => fits.test(name)),
      ['aider', 'my-agent_2'],
    );
  });

  it('offers its MCP server under the id that is registered', () => {
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [mcpProvider],
    );
  });

  it('turns pages only in transcripts', () => {
    const { previousPage, nextPage } = commands;
    const conditions = [...contributes.menus['editor/title'], ...contributes.keybindings]
      .filter(({ command }) => command === previousPage || command === nextPage)
      .map(({ when }) => when);
    assert.equal(conditions.length, 4);
    assert.ok(conditions.every((when) => when.startsWith(`resourceScheme == ${transcriptScheme}`)));
  });

  it('offers on the row of an archive to compare it, and to keep what was learned', () => {
    const offered = (kind: string) =>
      contributes.menus['view/item/context']
        .filter(({ when }) => when.includes('baton.handovers'))
        .filter(({ when }) => {
          const [, operator, pattern = ''] = /viewItem (==|=~) \/?([^ /]+)/.exec(when) ?? [];
          return operator === '==' ? pattern === kind : new RegExp(pattern).test(kind);
        })
        .map(({ command, group }) => `${command} ${group.split(/[@_]/)[0] ?? ''}`);
    const { compareWithCurrent, compareHandovers } = commands;
    assert.deepEqual(offered('archive'), [
      `${compareWithCurrent} inline`,
      `${compareWithCurrent} 1`,
      `${compareHandovers} 1`,
    ]);
    assert.deepEqual(offered('handover'), [`${compareHandovers} 1`]);
    assert.deepEqual(offered('knowledge'), [
      `${commands.flushKnowledge} inline`,
      `${commands.flushKnowledge} 1`,
    ]);
    assert.deepEqual(offered('section'), []);
  });

  it('takes what starts a program from the user alone, for every type of blocker', () => {
    const recovery = contributes.configuration.properties['baton.recovery'];
    assert.equal(recovery.scope, 'application');
    assert.deepEqual(recovery.propertyNames.enum, blockerTypes);
    assert.deepEqual(Object.keys(recovery.default), blockerTypes);
    assert.equal(contributes.configuration.properties['baton.agents'].scope, 'application');
  });

  it('takes for an agent what core takes for one', () => {
    const { propertyNames, additionalProperties } =
      contributes.configuration.properties['baton.agents'];
    const names = [
      'aider',
      'a',
      '0-x_y',
      'claude',
      'codex',
      'Aider',
      '-x',
      '',
      'a b',
      'x'.repeat(33),
    ];
    for (const name of names) {
      const isTaken = addedAgentsSchema.safeParse({ [name]: { command: 'x' } }).success;
      assert.equal(new RegExp(propertyNames.pattern).test(name), isTaken, name);
    }
    assert.deepEqual(
      Object.keys(additionalProperties.properties),
      Object.keys(addedAgentSchema.shape),
    );
  });

  it('has every text in all three languages, and no text without a use', () => {
    const used = [...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map(([, key = '']) => key);
    for (const language of languages) {
      assert.deepEqual(sorted(Object.keys(texts(language))), sorted([...new Set(used)]), language);
    }
  });

  it('offers the same commands in the welcome texts of all languages, at most one each', () => {
    const links = (text: string | undefined) =>
      [...(text ?? '').matchAll(/\]\((command:[^)]+)\)/g)].map(([, link]) => link);
    for (const [key, text] of Object.entries(texts(''))) {
      assert.ok(links(text).length <= 1, key);
      for (const language of languages) {
        assert.deepEqual(links(texts(language)[key]), links(text), `${key} in ${language}`);
      }
    }
  });

  it('names files that are there', () => {
    const [container] = contributes.viewsContainers.activitybar;
    for (const file of [manifest.icon, container?.icon ?? '']) {
      assert.ok(existsSync(file), file);
    }
  });
});
