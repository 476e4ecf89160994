import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { BatonApi } from '../../src/extension/extension';
import { allNodes, outline } from '../support/snapshots';
import { type Answers, answerWith, goBack, pretend } from './answers';
import { activateBaton, eventually } from './batonApi';
import { sampleProject } from './sample';

describe('handovers and decisions', () => {
  let sample: ReturnType<typeof sampleProject>;
  let api: BatonApi;
  let answering: ReturnType<typeof answerWith> | undefined;
  const handover = (...parts: string[]) => sample.file('.claude', 'sdd', 'handover', ...parts);
  const log = () => readFileSync(handover('decisions.md'), 'utf8');
  const rows = (view: 'decisions' | 'handovers') => outline(api.views[view].nodes());
  const hasRow = (part: string) => (seen: string[]) => seen.some((row) => row.includes(part));
  const answer = (answers: Answers) => (answering = answerWith(answers)).asked;
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(command, ...args);

  before(async () => {
    sample = sampleProject();
    api = await activateBaton();
    await eventually('the sample', () => rows('decisions'), hasRow('D6 '));
  });

  afterEach(async () => {
    answering?.restore();
    answering = undefined;
    await run('baton.clearDecisionFilter');
    await run('workbench.action.closeAllEditors');
    sample.reset();
    await eventually(
      'the sample',
      () => rows('decisions'),
      (seen) => !hasRow('D7 ')(seen),
    );
  });

  after(() => {
    sample.leave();
  });

  it('are shown by section, with the decisions they name', () => {
    const shown = rows('handovers');
    assert.match(shown[0] ?? '', /^\(book\) session\.md \| polished · (?:today|yesterday)$/);
    assert.match(shown[1] ?? '', /^ {2}\(arrow-right\) Immediate Next Action \| Write the tests/);
    assert.ok(hasRow('    (person) D2 Passwords are hashed with scrypt')(shown));
    assert.ok(hasRow('(references) Named in session.md | Key Decisions')(rows('decisions')));
  });

  it('add a decision that takes the place of another, also after a step back', async () => {
    const texts: Record<string, string> = {
      'What was decided, in one line?': 'Passwords are hashed with argon2',
      'What led to it? May be left empty.': '',
      'What exactly was decided?': 'Use argon2id',
      'Why?': 'It is stronger',
      'What follows from it?': 'One native dependency',
    };
    let isBack = false;
    const asked = answer({
      choose: (labels) =>
        labels.find((label) => label.endsWith('User decision')) ??
        labels.find((label) => label.startsWith('D2 ')),
      input: ({ prompt = '' }) => {
        if (prompt === 'Why?' && !isBack) {
          isBack = true;
          return goBack;
        }
        return texts[prompt];
      },
    });
    await run('baton.addDecision');
    const added = log().slice(log().indexOf('D7:'));
    assert.equal(
      added,
      [
        'D7: USER_DECISION | Passwords are hashed with argon2',
        '- Decision: Use argon2id',
        '- Reason: It is stronger',
        '- Impact: One native dependency',
        '- Source: User',
        '- Supersedes: D2',
        '',
      ].join('\n'),
    );
    // The step before is shown with what was answered to it.
    const values = asked.filter(({ kind }) => kind === 'input').map(({ detail }) => detail);
    assert.deepEqual(values, [
      '',
      '',
      'Passwords are hashed with argon2',
      '',
      'Use argon2id',
      '',
      '',
    ]);
    await eventually('the new one', () => rows('decisions'), hasRow('(person) D7 Passwords'));
    assert.ok(hasRow('superseded by D7')(rows('decisions')));
    assert.ok(hasRow('superseded by D7')(rows('handovers')));
  });

  it('write nothing when a question is left', async () => {
    const before = log();
    answer({ choose: (labels) => labels[0], input: () => undefined });
    await run('baton.addDecision');
    answering?.restore();
    answer({
      choose: (labels) => labels[0],
      input: ({ prompt }) => (prompt === 'Why?' ? ' ' : 'x'),
    });
    await run('baton.addDecision');
    assert.equal(log(), before);
  });

  it('are not written in Restricted Mode', async () => {
    const before = log();
    const restricted = pretend(vscode.workspace, 'isTrusted', false);
    const asked = answer({ choose: (labels) => labels[0], input: () => 'x' });
    try {
      for (const command of ['baton.addDecision', 'baton.draftHandover', 'baton.flushKnowledge']) {
        await run(command);
      }
    } finally {
      restricted.restore();
    }
    assert.deepEqual(
      asked.filter(({ kind }) => kind !== 'warning'),
      [],
    );
    assert.equal(log(), before);
  });

  it('are filtered by type and words until the filter is cleared', async () => {
    answer({
      choose: (labels) => labels.filter((label) => /exception|update/i.test(label)),
      input: () => 'users',
    });
    await run('baton.filterDecisions');
    assert.deepEqual(
      api.views.decisions.nodes().map(({ label }) => label),
      ['D5 The user service keeps users in memory'],
    );
    await run('baton.clearDecisionFilter');
    assert.equal(api.views.decisions.nodes().length, 6);
  });

  it('open a decision at its line', async () => {
    answer({ pick: (labels) => labels.filter((label) => label.includes(' D4 ')) });
    await run('baton.openDecision');
    const editor = vscode.window.activeTextEditor;
    assert.equal(path.basename(editor?.document.fileName ?? ''), 'decisions.md');
    assert.match(editor?.document.lineAt(editor.selection.active.line).text ?? '', /\] D4: /);
  });

  const sampleArchive = () =>
    readdirSync(handover('sessions')).find((name) => !name.startsWith('2020')) ?? '';

  const openDifference = () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return [input.original, input.modified].map(({ fsPath }) => path.basename(fsPath));
  };

  it('are compared, the older one on the left', async () => {
    for (const name of ['2020-01-13.md', '2020-01-14.md']) {
      writeFileSync(handover('sessions', name), `# Session Handover\n${name}\n`);
    }
    await eventually('the archives', () => rows('handovers'), hasRow('(history) 2020-01-13'));
    const row = allNodes(api.views.handovers.nodes()).find(({ label }) => label === '2020-01-13');
    await run('baton.compareWithCurrent', row);
    assert.deepEqual(openDifference(), ['2020-01-13.md', 'session.md']);
    const asked = answer({ pick: (labels) => labels.filter((label) => label === '2020-01-14.md') });
    await run('baton.compareHandovers', row);
    assert.deepEqual(openDifference(), ['2020-01-13.md', '2020-01-14.md']);
    assert.deepEqual(
      asked.map(({ choices }) => choices),
      [['session.md', sampleArchive(), '2020-01-14.md']],
    );
  });

  it('are drafted, and what a person wrote stays', async () => {
    const before = readFileSync(handover('session.md'), 'utf8');
    const asked = answer({
      choose: (labels) => labels.find((label) => label.endsWith('An implementation is done')),
      input: ({ prompt = '' }) => (prompt.startsWith('What comes next') ? 'Test it' : 'Built it'),
    });
    await run('baton.draftHandover');
    const draft = readFileSync(handover('session.md'), 'utf8');
    assert.match(draft, /^\*\*Mode\*\*: auto-draft$/m);
    assert.match(draft, /^### Immediate Next Action\nWrite the tests/m);
    assert.match(draft, /Built it/);
    assert.match(draft, /The office is friendly but short of time/);
    await eventually('the draft', () => rows('handovers'), hasRow('session.md | draft · today'));
    const told = asked.find(({ kind }) => kind === 'warning');
    assert.match(
      told?.text ?? '',
      /^Drafted \.claude\/sdd\/handover\/session\.md\. The polished one is kept/,
    );
    assert.match(told?.text ?? '', /In 1 place your words were kept\.$/);
    assert.ok(
      readdirSync(handover('sessions')).some(
        (name) => readFileSync(handover('sessions', name), 'utf8') === before,
      ),
    );
  });

  it('keep what was learned, once a person has seen where it goes', async () => {
    const buffer = '# Handover Buffer\n\n## Knowledge Buffer\n- [PATTERN] Retry once\n';
    writeFileSync(handover('buffer.md'), buffer);
    await eventually('the buffer', () => rows('handovers'), hasRow('Knowledge buffer | 1 pending'));
    const asked = answer({ warning: () => undefined });
    await run('baton.flushKnowledge');
    assert.equal(readFileSync(handover('buffer.md'), 'utf8'), buffer);
    assert.match(asked[0]?.text ?? '', /into \.claude\/sdd\/project\/knowledge\?$/);
    assert.match(asked[0]?.detail ?? '', /^Patterns: 1\n/);
    answering?.restore();
    answer({ warning: (_, [flush]) => flush });
    await run('baton.flushKnowledge');
    const kept = sample.file('.claude', 'sdd', 'project', 'knowledge', 'patterns.md');
    assert.match(readFileSync(kept, 'utf8'), /Retry once/);
    assert.doesNotMatch(readFileSync(handover('buffer.md'), 'utf8'), /Retry once/);
    await eventually(
      'the end',
      () => rows('handovers'),
      (seen) => !hasRow('Knowledge buffer')(seen),
    );
  });

  it('link decisions and the places that name them', async () => {
    const linksOf = async (name: string) => {
      const uri = vscode.Uri.file(handover(name));
      await vscode.workspace.openTextDocument(uri);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        uri,
      );
      const document = await vscode.workspace.openTextDocument(uri);
      return links
        .filter(({ range }) => /^D\d+$/.test(document.getText(range)))
        .map(({ range, target }) => ({
          id: document.getText(range),
          line: range.start.line,
          to: `${path.basename(target?.path ?? '')}#${target?.fragment ?? ''}`,
        }));
    };
    const lineOf = (name: string, part: string) =>
      readFileSync(handover(name), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(part)) + 1;
    const inSession = await linksOf('session.md');
    assert.deepEqual(
      inSession.map(({ id, to }) => `${id} ${to}`),
      ['D2', 'D3', 'D4', 'D5', 'D5'].map(
        (id) => `${id} decisions.md#L${lineOf('decisions.md', ` ${id}: `)}`,
      ),
    );
    const inLog = await linksOf('decisions.md');
    assert.deepEqual(
      inLog.map(({ id, to }) => `${id} ${to}`),
      ['D2', 'D3', 'D4', 'D5'].map((id) => `${id} session.md#L${lineOf('session.md', `(${id})`)}`),
    );
  });
});
