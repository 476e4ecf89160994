import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { english } from '../../../src/core/support/message';
import { claudeReader } from '../../../src/core/transcript/claude';
import { lineOffset } from '../../../src/core/transcript/pages/lineOffset';
import { pageMarkdown } from '../../../src/core/transcript/pages/pageMarkdown';
import {
  pageOfOffset,
  readLastPage,
  readNextPage,
  readPage,
  type TranscriptPage,
} from '../../../src/core/transcript/pages/readPage';
import { readerOf } from '../../../src/core/transcript/readers';
import type { AgentName } from '../../../src/core/transcript/transcriptEvent';
import { claudeLines } from '../../support/claudeLines';
import { writeLargeTranscript } from '../../support/largeTranscript';
import { outsideCode } from '../../support/outsideCode';
import { useScratchFolder } from '../../support/scratchFolder';
import { generated, pem } from '../../support/secretSamples';
import { eventsOf } from '../../support/transcriptWords';

const words = {
  t: english,
  language: 'en',
  now: new Date('2026-11-16T20:00:00Z'),
  agent: 'Claude Code',
};
const render = (page: Pick<TranscriptPage, 'entries'>) =>
  pageMarkdown(page, words, { head: ['# Head'], foot: ['Foot'] });

function there<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

describe('a page of a transcript', () => {
  const scratch = useScratchFolder();
  const write = (text: string | Buffer) => {
    writeFileSync(scratch('t.jsonl'), text);
    return scratch('t.jsonl');
  };
  const shown = (text: string) => render(there(readLastPage(write(text), claudeReader))).markdown;

  it('shows who said what, and calls with what came of them', () => {
    const text = claudeLines()
      .prompt('Mend the log-in')
      .says('I look at it.')
      .call('1', 'Bash', { command: 'npm test' })
      .call('2', 'Read', { file_path: '/p/a.ts' })
      .fails('1', 'Exit code 2\nboom')
      .result('2', 'one\ntwo\nthree')
      .uses('3', 'TodoWrite', {
        todos: [
          { content: 'Draw', status: 'completed' },
          { content: 'Check', status: 'in_progress' },
        ],
      })
      .line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } })
      .attachment({
        type: 'hook_success',
        hookName: 'SessionStart:compact',
        content: 'Where it stands',
      })
      .call('4', 'Agent', { subagent_type: 'Explore', description: 'Find the form' })
      .text();
    const time = '`\\d\\d:\\d\\d`';
    assert.match(
      shown(text),
      new RegExp(
        `^# Head

## You · ${time}

\`\`\`
Mend the log-in
\`\`\`

## Claude Code · ${time}

\`\`\`
I look at it.
\`\`\`

\\*\\*Run\\*\\* \`npm test\` · failed with exit code 2

\`\`\`
Exit code 2
boom
\`\`\`

\\*\\*Read\\*\\* \`/p/a.ts\` · 3 lines

\\*\\*Tasks\\*\\*

- \\[x\\] \`Draw\`
- \\[ \\] \`Check\` · in progress

## Condensed Here · \`auto\` · ${time}

\\*What came before, the agent knows from here on only as a summary.\\*

## Put In by a Hook · \`SessionStart:compact\` · ${time}

\`\`\`
Where it stands
\`\`\`

## Claude Code · ${time}

\\*\\*\`Agent\`\\*\\* \`Explore: Find the form\`

Foot
$`,
      ),
    );
  });

  const samples: readonly (readonly [AgentName, string, readonly string[]])[] = [
    [
      'claude',
      'claude-2.1.325-print-tasks-failures-compact.jsonl',
      ['**Task added** `Fix add()`', '· failed with exit code 3', '`general-purpose: Review the'],
    ],
    ['claude', 'claude-2.1.325-subagent.jsonl', ['## To the Subagent', '## Subagent']],
    [
      'codex',
      'codex/editsPlanAndCompaction.jsonl',
      ['- [ ] `Rename it` · in progress', '## Condensed Here', '**Run** `cat docs/note.md`'],
    ],
    ['gemini', 'gemini/editsAndTodos.jsonl', ['**Edit** `docs/note.md`', 'see @AGENTS.md']],
    ['qwen', 'qwen/editsTodosAndCompression.jsonl', ['## Condensed Here', 'Told at the prompt.']],
  ];
  for (const [agent, sample, expected] of samples) {
    it(`shows ${sample}`, async () => {
      const file = path.resolve('test/fixtures/transcripts', sample);
      const reader = await readerOf(agent);
      const { markdown } = render(there(readLastPage(file, reader)));
      for (const part of expected) {
        assert.ok(markdown.includes(part), `${part} is missing in ${markdown}`);
      }
      const said = eventsOf(reader, readFileSync(file, 'utf8').trimEnd().split('\n')).flatMap(
        (event) => (event.kind === 'said' || event.kind === 'prompt' ? [event.text.trim()] : []),
      );
      assert.deepEqual(
        said.filter((text) => !markdown.includes(text)),
        [],
      );
    });
  }

  it('shows once what an agent writes again when it knows more', async () => {
    const message = (status: string) =>
      JSON.stringify({
        id: 'm1',
        type: 'gemini',
        content: 'Once',
        toolCalls: [{ id: 'c1', name: 'run_shell_command', args: { command: 'ls' }, status }],
      });
    const file = write(`${message('executing')}\n${message('success')}\n`);
    const { markdown } = render(there(readLastPage(file, await readerOf('gemini'))));
    assert.equal(markdown.split('Once').length, 2);
    assert.equal(markdown.split('**Run** `ls`').length, 2);
  });

  it('folds long outputs, and says how much is missing', () => {
    const output = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n');
    const markdown = shown(
      claudeLines()
        .call('1', 'Bash', { command: 'seq 500' })
        .result('1', output)
        .call('2', 'Bash', { command: 'false' })
        .fails('2', output)
        .prompt('x'.repeat(100_000))
        .text(),
    );
    assert.match(markdown, /line 3\n… 495 lines left out\nline 499\n```/);
    assert.match(markdown, /line 3\n… 488 lines left out\nline 492\n/);
    assert.match(markdown, /\*75,\d{3} more characters are left out\.\*/);
  });

  it('lets no word of others become Markdown', () => {
    const hostile = [
      '[EVIL](command:workbench.action.terminal.new)',
      '![EVIL](https://evil.invalid/x.png)',
      '```\n[EVIL](command:x)\n```',
      '````text\nEVIL\n````',
      '~~~\nEVIL',
      '`EVIL`',
      '``` EVIL',
      '`',
      '\\`[EVIL](command:x)',
      '# EVIL',
      '<img src=x onerror=EVIL>',
      '[EVIL]: command:x',
      '\r# EVIL\r\n<EVIL>',
      '\u2028# EVIL',
    ];
    for (const text of hostile) {
      const markdown = shown(
        claudeLines()
          .prompt(text)
          .says(text)
          .call('1', 'Bash', { command: text })
          .fails('1', text)
          .uses('2', 'Edit', { file_path: text })
          .uses('3', 'TodoWrite', { todos: [{ content: text, status: 'pending' }] })
          .uses('4', text, { description: text })
          .uses('5', 'ExitPlanMode', { plan: text })
          .uses('6', 'TaskUpdate', { taskId: text, subject: text, status: 'completed' })
          .uses('7', 'AskUserQuestion', { questions: [{ question: text, options: [text] }] })
          .line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: text } })
          .attachment({ type: 'hook_success', hookName: `SessionStart:${text}`, content: text })
          .line({ type: 'user', message: { content: text }, timestamp: text })
          .says('The last words')
          .text(),
      );
      const outside = outsideCode(markdown);
      assert.ok(!outside.includes('EVIL'), `${JSON.stringify(text)} got out: ${outside}`);
      // Nor does it take with it what follows.
      assert.match(outside, /\nFoot\n$/);
      assert.equal(outside.match(/^#.*/gm)?.at(-1)?.startsWith('## Claude Code'), true);
    }
  });

  it('names no secret, at the edge of what is shown neither', () => {
    const token = `ghp_${generated(36)}`;
    const key = pem('PRIVATE' + ' KEY');
    const filler = (length: number) => 'word '.repeat(length / 5);
    const around = (lines: number) => `${'a line of output\n'.repeat(lines)}${key}\nend`;
    const markdown = shown(
      claudeLines()
        .prompt(`${filler(24 * 1024 - 20)}${token} and more ${filler(20_000)}`)
        .says(key)
        .call('1', 'Bash', { command: `curl -H "Authorization: Bearer ${token}" x` })
        .fails('1', around(3000))
        .call('2', 'Bash', { command: `echo ${filler(150)}${token}` })
        .result('2', around(2))
        .call('3', 'Grep', { pattern: token })
        .text(),
    );
    assert.ok(!markdown.includes(token.slice(0, 20)));
    for (const line of key.split('\n')) {
      assert.ok(!markdown.includes(line), line);
    }
    assert.match(markdown, /\[secret: /);
  });

  it('says which line shows what begins at which byte', async () => {
    const file = write(claudeLines().prompt('One').says('Two').prompt('Three').text());
    const { markdown, marks } = render(there(readLastPage(file, claudeReader)));
    const lines = markdown.split('\n');
    assert.deepEqual(
      marks.map(({ line }) => lines[line + 3]),
      ['One', 'Two', 'Three'],
    );
    const offsets = await Promise.all([1, 2, 3, 4, 5].map((line) => lineOffset(file, line)));
    assert.deepEqual(
      offsets.slice(0, 3),
      marks.map(({ offset }) => offset),
    );
    assert.deepEqual(offsets.slice(3), [statSync(file).size, undefined]);
    assert.equal(await lineOffset(scratch('none'), 2), undefined);
  });

  it('shows a whole last line without an end, and no half of one', () => {
    const text = claudeLines().prompt('One').says('Two').text();
    assert.match(shown(text.trimEnd()), /Two/);
    const half = shown(text.slice(0, -30));
    assert.match(half, /One/);
    assert.ok(!half.includes('Two'));
    assert.match(shown(''), /Nothing of the conversation is in this part of the file/);
  });

  it('is of plain files only', () => {
    mkdirSync(scratch('folder'));
    symlinkSync(write(claudeLines().prompt('One').text()), scratch('link'));
    assert.deepEqual(
      ['none', 'folder', 'link'].map((name) => readLastPage(scratch(name), claudeReader)),
      [undefined, undefined, undefined],
    );
  });

  it('shows what a subagent said in the midst of the session', () => {
    const aside = { isSidechain: true };
    const markdown = shown(
      claudeLines()
        .prompt('Ask somebody')
        .prompt('Look at it', aside)
        .says('I looked', aside)
        .says('Somebody looked')
        .text(),
    );
    assert.deepEqual(
      [...markdown.matchAll(/^## ([^·]*) ·/gm)].map(([, who]) => who),
      ['You', 'To the Subagent', 'Subagent', 'Claude Code'],
    );
  });
});

describe('pages of a long transcript', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const all = (file: string) => {
    const pages = there(readPage(file, claudeReader, 1)).pages;
    return Array.from({ length: pages }, (_, index) =>
      there(readPage(file, claudeReader, index + 1)),
    );
  };

  it('hold all of it together, each thing once, and stay while it grows', () => {
    const file = scratch('t.jsonl');
    writeLargeTranscript(file, 6_000_000);
    const pages = all(file);
    assert.ok(pages.length > 10);
    const offsets = pages.flatMap(({ entries }) => entries.map(({ offset }) => offset));
    assert.deepEqual(
      offsets,
      [...new Set(offsets)].toSorted((a, b) => a - b),
    );
    const events = eventsOf(claudeReader, readFileSync(file, 'utf8').trimEnd().split('\n'));
    const count = (kind: string) => events.filter((event) => event.kind === kind).length;
    const entries = pages.flatMap((page) => page.entries);
    const shown = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
    assert.equal(shown('prompt'), count('prompt'));
    assert.equal(shown('said'), count('said'));
    const withAction = entries.filter((entry) => entry.kind === 'call' && entry.action);
    const withResult = entries.filter((entry) => entry.kind === 'call' && entry.result);
    assert.equal(withAction.length, count('call'));
    assert.equal(withResult.length, count('result'));
    for (const { page, entries: own } of pages) {
      assert.ok(own.every(({ offset }) => pageOfOffset(offset) === page));
    }
    appendFileSync(file, claudeLines().prompt('One more').text());
    const grown = all(file);
    assert.deepEqual(
      grown.slice(0, pages.length - 1),
      pages.slice(0, -1).map(ofMany(grown.length)),
    );
    const last = there(readLastPage(file, claudeReader)).entries.at(-1);
    assert.equal(last?.kind === 'prompt' && last.text, 'One more');
  });

  const ofMany = (pages: number) => (page: TranscriptPage) => ({ ...page, pages });

  it('have a line that begins with the page on that page, once', () => {
    const file = scratch('t.jsonl');
    const boundary = 512 * 1024;
    const first = claudeLines().prompt('First').text();
    const filler = `{"type":"mode","mode":""}`;
    const padding = 'x'.repeat(boundary - first.length - filler.length - 1);
    writeFileSync(
      file,
      claudeLines()
        .prompt('First')
        .raw(filler.replace('""', `"${padding}"`))
        .text(),
    );
    assert.equal(statSync(file).size, boundary);
    appendFileSync(file, claudeLines().prompt('Second').text());
    assert.deepEqual(
      all(file).map(({ entries }) => entries.map((entry) => entry.kind === 'prompt' && entry.text)),
      [['First'], ['Second']],
    );
  });

  it('pass over what is too long and what says nothing', () => {
    const file = scratch('t.jsonl');
    const echo = (size: number) => `{"type":"api-request-blob","message":"${'x'.repeat(size)}"}`;
    writeFileSync(
      file,
      claudeLines()
        .prompt('First')
        .raw(echo(9_000_000))
        .prompt('Second')
        .prompt(`Long ${'y'.repeat(3_000_000)}`)
        .raw(echo(2_000_000))
        .text(),
    );
    const entries = all(file).flatMap((page) => page.entries);
    assert.deepEqual(
      entries.map((entry) => entry.kind === 'prompt' && entry.text.slice(0, 6)),
      ['First', 'Second', 'Long y'],
    );
    const last = there(readLastPage(file, claudeReader));
    assert.equal(last.entries.length, 2);
    const before = there(readNextPage(file, claudeReader, last.page, -1));
    assert.deepEqual([before.page, before.entries.length], [1, 1]);
    assert.equal(there(readNextPage(file, claudeReader, 1, 1)).page, last.page);
    // Nothing follows: then it is where one stands or ends.
    assert.deepEqual(there(readNextPage(file, claudeReader, last.page, 1)).entries, []);
    assert.equal(there(readPage(file, claudeReader, 10_000)).page, last.pages);
  });
});
