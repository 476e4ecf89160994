import assert from 'node:assert/strict';
import { findOnPath } from '../../scripts/process/command';
import { useClaudeTerminals } from '../support/claudeTerminal';
import { contextOf, useInstalledClaude } from '../support/installedClaude';
import { toldIn } from '../support/messagesApi';

describe('Claude Code in a terminal', () => {
  const { ask, api, scratch, installed, calls } = useInstalledClaude();
  const open = useClaudeTerminals();

  before(function () {
    if (process.platform !== 'linux' || findOnPath('script') === undefined) {
      this.skip();
    }
  });

  const heard = (event: string, field: string, value: string): boolean =>
    calls().some((call) => call.event === event && call.input[field] === value);
  /** The model knows what the hook of that start printed. */
  const isToldAt = (source: string): boolean => {
    const call = calls().findLast(({ input }) => input.source === source);
    const context = call === undefined ? '' : contextOf(call);
    return context !== '' && api().requests.some((request) => toldIn(request).includes(context));
  };

  it('calls Baton from the first prompt to the end', async () => {
    const { root } = installed();
    await ask(['Add a login page']);
    const command = `touch ${scratch('elsewhere')}`;
    api().answer('Touch it', { calls: [{ tool: 'Bash', input: { command } }] });

    const terminal = open({ folder: scratch(), url: api().url, cwd: root });
    await terminal.shows('for shortcuts');
    await terminal.say('Touch it');
    await terminal.shows('Do you want to proceed?');
    assert.ok(isToldAt('startup'));
    await terminal.until('a notification', () =>
      heard('Notification', 'notification_type', 'permission_prompt'),
    );
    terminal.press('\u001b');
    await terminal.shows('Interrupted');
    await terminal.say('/compact');
    await terminal.until('a compaction', () => heard('PostCompact', 'trigger', 'manual'));
    await terminal.say('Go on');
    await terminal.until('the context', () => isToldAt('compact'));
    await terminal.say('/exit');
    assert.equal(await terminal.ended, 0);
    assert.ok(heard('SessionEnd', 'reason', 'prompt_input_exit'));
  });
});
