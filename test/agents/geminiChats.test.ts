import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isAgentCached } from '../../scripts/host/ensureAgents';
import { useRealAgents } from '../support/realAgents';

if (isAgentCached('gemini')) {
  describe('a chat of Gemini CLI', () => {
    const { scratch, say, ask, run, model } = useRealAgents();
    const folder = () => scratch('home/.gemini/tmp/project/chats');
    const chats = () => readdirSync(folder()).sort();

    /** As if it had been begun in another minute, after which it names its files. */
    function age(): string {
      const [name = ''] = chats();
      const earlier = name.replace(/^session-[0-9T-]{16}/, 'session-2026-01-02T03-04');
      assert.notEqual(earlier, name);
      renameSync(path.join(folder(), name), path.join(folder(), earlier));
      return earlier;
    }
    const content = (name: string) => readFileSync(path.join(folder(), name), 'utf8');

    it('is deleted by the CLI itself at the second start after a resume', async () => {
      const { cliSession } = await say('gemini', 'session-alpha', 'The word is ALPHA');
      const chat = age();
      await run('gemini', '--resume', cliSession ?? '', '-p', 'Go on');
      assert.ok(chats().includes(chat));
      await run('gemini', '--list-sessions');
      assert.equal(
        chats().includes(chat),
        false,
        'It is mended: Baton need not guard it any more.',
      );
    });

    it('survives a resume by Baton in a later minute, and other starts', async () => {
      await say('gemini', 'session-alpha', 'The word is ALPHA');
      const chat = age();
      const before = content(chat);
      await say('gemini', 'session-alpha', 'Go on', '--resume');
      assert.deepEqual(chats(), [chat]);
      await run('gemini', '--list-sessions');
      await run('gemini', '--list-sessions');
      assert.deepEqual(chats(), [chat]);
      assert.ok(content(chat).startsWith(before));
      await say('gemini', 'session-alpha', 'And on', '--resume');
      assert.match(model().told.at(-1) ?? '', /The word is ALPHA[^]*Go on[^]*And on/);
    });

    it('survives a second question through the MCP server, in a later minute', async () => {
      const one = { cli_name: 'gemini', session_id: 'asked-alpha' };
      await ask({ ...one, message: 'The word is ALPHA' });
      const chat = age();
      const before = content(chat);
      await ask({ ...one, message: 'Go on' });
      await run('gemini', '--list-sessions');
      await run('gemini', '--list-sessions');
      assert.deepEqual(chats(), [chat]);
      assert.ok(content(chat).startsWith(before));
      await ask({ ...one, message: 'And on' });
      assert.match(model().told.at(-1) ?? '', /The word is ALPHA[^]*Go on[^]*And on/);
    });

    it('survives as the original of a copy, and so does the copy', async () => {
      await say('gemini', 'session-alpha', 'The word is ALPHA');
      const chat = age();
      const copy = await say('gemini', 'session-alpha', 'In the copy', '--fork');
      await run('gemini', '--list-sessions');
      await run('gemini', '--list-sessions');
      assert.equal(chats().length, 2);
      assert.ok(chats().includes(chat));
      await say('gemini', copy.session, 'Go on', '--resume');
      assert.match(model().told.at(-1) ?? '', /The word is ALPHA[^]*In the copy[^]*Go on/);
    });
  });
}
