import assert from 'node:assert/strict';
import { firstPromptArguments, isShellScript } from '../../../src/extension/handover/firstPrompt';

describe('first prompt of an agent', () => {
  const text = '# Handover\n"$(rm -rf ~)"; `x` %PATH%\n';

  it('is one argument, as it is', () => {
    const platform = 'linux';
    assert.deepEqual(firstPromptArguments({ agent: 'claude', text, platform }), [text]);
    assert.deepEqual(firstPromptArguments({ agent: 'codex', text, platform }), [text]);
    assert.deepEqual(firstPromptArguments({ agent: 'gemini', text, platform }), ['-i', text]);
    assert.deepEqual(firstPromptArguments({ agent: 'qwen', text, platform }), ['-i', text]);
  });

  it('is never an option', () => {
    const [prompt] =
      firstPromptArguments({ agent: 'claude', text: '--resume', platform: 'linux' }) ?? [];
    assert.equal(prompt, ' --resume');
  });

  it('is none when the system would not take it', () => {
    const long = '가'.repeat(40_000);
    assert.equal(
      firstPromptArguments({ agent: 'codex', text: long, platform: 'linux' }),
      undefined,
    );
    const short = 'x'.repeat(31_000);
    assert.equal(
      firstPromptArguments({ agent: 'codex', text: short, platform: 'win32' }),
      undefined,
    );
    assert.ok(firstPromptArguments({ agent: 'codex', text: short, platform: 'darwin' }));
  });

  it('knows the programs that Windows starts through a shell', () => {
    assert.ok(isShellScript('C:\\npm\\claude.CMD'));
    assert.ok(!isShellScript('/usr/bin/claude'));
  });
});
