import assert from 'node:assert/strict';
import { versionIn } from '../../../src/core/agents/versions';
import { useBlockerProject } from '../../support/blockerProject';

describe('versions of agents', () => {
  for (const [text, version] of [
    ['2.1.325 (Claude Code)', '2.1.325'],
    ['codex-cli 0.166.0', '0.166.0'],
    ['0.62.0-nightly.20261101', '0.62.0-nightly.20261101'],
    ['no version', undefined],
    ['', undefined],
  ] as const) {
    it(`is ${version ?? 'none'} in ${JSON.stringify(text)}`, () => {
      assert.equal(versionIn(text), version);
    });
  }
});

describe('agents that a user added', () => {
  const { repository, open } = useBlockerProject('cli');
  const mine = { command: 'true', headless: [] };

  it('are those of the user, never of the project', async () => {
    const { root, write } = repositoryParts();
    write('.vscode/settings.json', JSON.stringify({ 'baton.agents': { theirs: mine } }));
    write('.claude/state/agents.json', JSON.stringify({ agents: { theirs: mine } }));
    const project = open(root);
    await project.mirrorAgents({ mirrored: mine });
    await project.addAgent('added', mine);
    const names = (await project.agents()).map(({ strategy }) => strategy.name);
    assert.deepEqual(names.slice(4).sort(), ['added', 'mirrored']);
  });

  it('are only proposed by an agent, which cannot confirm them', async () => {
    const { root } = repositoryParts();
    const agent = open(root, { CLAUDECODE: '1' });
    assert.equal((await agent.addAgent('mine', mine)).isProposed, true);
    await assert.rejects(agent.confirmAgent('mine'), /Only a person decides/);
    await assert.rejects(agent.removeAgent('mine'), /Only a person decides/);
    const person = open(root);
    assert.equal((await person.agents()).length, 4);
    await assert.rejects(
      person.confirmAgent('mine', { command: 'false' }),
      /was changed meanwhile/,
    );
    await person.confirmAgent('mine', mine);
    assert.equal((await person.agents()).at(-1)?.strategy.name, 'mine');
    assert.deepEqual(await person.proposedAgents(), []);
  });

  for (const [what, name, agent] of [
    ['a shell', 'mine', { command: 'bash' }],
    ['a shell by its path', 'mine', { command: '/bin/sh' }],
    ['what starts others', 'mine', { command: 'sudo' }],
    ['a program of the project', 'mine', { command: './agent' }],
    ['an option', 'mine', { command: '--version' }],
    ['words as code', 'mine', { command: 'node', headless: ['-e', '{prompt}'] }],
    ['two lines', 'mine', { command: 'agent', start: ['a\nb'] }],
    ['the name of another', 'claude', { command: 'agent' }],
    ['a name that every object has', '__proto__', { command: 'agent' }],
    ['a name with a slash', '../mine', { command: 'agent' }],
    ['no program', 'mine', {}],
  ] as const) {
    it(`have not ${what}`, async () => {
      const project = open(repositoryParts().root);
      await assert.rejects(project.addAgent(name, agent), /an agent has a name in small letters/);
      await assert.rejects(project.proposeAgent(name, agent), /an agent has a name/);
      assert.deepEqual(await project.proposedAgents(), []);
    });
  }

  function repositoryParts() {
    const made = repository();
    return {
      root: made.root,
      write: (file: string, text: string) => {
        made.write(file, text);
      },
    };
  }
});
