import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { firstSession, secondSession, useAgentSessions, work } from '../../support/agentSession';
import type { ClaudeLines } from '../../support/claudeLines';
import { git } from '../../support/git';
import { workRepository } from '../../support/workRepository';

const thirdSession = 'cccccccc-0003-4000-8000-000000000003';

describe('a session that was started elsewhere and goes on here', function () {
  this.timeout(120_000);
  const { create, tell, hook, start, run, root, scratch, context, transcriptOf } =
    useAgentSessions();
  const other = (...parts: string[]) => scratch('other', ...parts);
  const own = () => root('.claude', 'state', 'contexts', `${firstSession}.json`);
  const newest = () => root('.claude', 'session-context.json');

  /** The lines up to `length` were written in the first folder, all others in the second. */
  const told = (lines: ClaudeLines, from: string, to = from, length = Infinity): string => {
    const text = lines.text();
    const within = (part: string, folder: string) =>
      part.replaceAll('"cwd":"/home/dev/demo-app"', `"cwd":${JSON.stringify(folder)}`);
    return within(text.slice(0, length), from) + within(text.slice(length), to);
  };
  const ofOther = () => work('Build the secret rocket', other());

  const otherRepository = () => {
    create();
    workRepository(other());
    writeFileSync(other('.git', 'baton-id'), 'ffffffff-4a5b-4c6d-8e7f-901234567890\n');
  };

  const withoutTheOther = (text: string): void => {
    assert.doesNotMatch(text, /rocket|Check the password|compares|login\.ts/);
  };

  it('tells no other session what it knew there, and itself only as that', () => {
    otherRepository();
    tell(told(ofOther(), other()));
    hook('Stop');
    assert.equal(existsSync(newest()), false);
    for (const source of ['startup', 'clear']) {
      assert.equal(start(source), '');
    }
    const { goal, state, elsewhere } = context(firstSession);
    assert.deepEqual([goal, state?.recent_files], [{}, []]);
    assert.equal(elsewhere?.project, other());
    assert.deepEqual(elsewhere.state?.recent_files, ['src/login.ts']);
    const text = start('compact', firstSession);
    assert.match(text, /## Elsewhere\nThis session worked in another project, too: \S+other\. /);
    assert.match(text, /\nRequest: Build the secret rocket\n/);
    assert.match(text, new RegExp(`\n- ${other('src', 'login.ts')}\n`));
    assert.doesNotMatch(text, /## Goal/);
    // Nor once that project is gone.
    rmSync(other(), { recursive: true });
    tell(told(ofOther().says('Good.'), other()));
    hook('Stop');
    assert.equal(start('startup'), '');
  });

  it('what is asked and done here is this project’s, from the first words on', () => {
    otherRepository();
    const lines = ofOther();
    const { length } = lines.text();
    const later = (added: (to: ClaudeLines) => unknown) => {
      added(lines);
      tell(told(lines, other(), root('sub'), length));
      hook('Stop');
      return start('startup');
    };
    const first = later((to) =>
      to
        .prompt('Mend the printer here')
        .uses('toolu_8', 'Edit', { file_path: root('src', 'printer.ts') })
        .says('The root cause is that src/printer.ts has no paper.'),
    );
    assert.match(first, /Request: Mend the printer here\n/);
    assert.match(first, /has no paper/);
    withoutTheOther(first);
    assert.deepEqual(context().state?.recent_files, ['src/printer.ts']);
    assert.equal(context().elsewhere, undefined);
    const last = later((to) => {
      for (const step of ['one', 'two', 'three', 'four', 'five']) {
        to.prompt(`Print page ${step}`).says('Done.');
      }
    });
    assert.match(last, /Request: Mend the printer here\nObjective: Print page five\n/);
    withoutTheOther(last);
    const back = start('compact', firstSession);
    assert.match(back, /## Goal\nRequest: Mend the printer here\n/);
    assert.match(back, /## Elsewhere\n.*\nRequest: Build the secret rocket\n/);
    const found = (words: string) => run(['search', words, '--in', 'contexts', '--json']).stdout;
    assert.match(found('printer'), /Mend the printer here/);
    assert.doesNotMatch(found('rocket'), /Build the secret/);
  });

  it('takes nothing along that it did elsewhere in between, and to neither what does not say where', () => {
    otherRepository();
    mkdirSync(scratch('plain'));
    writeFileSync(scratch('plain', 'notes.txt'), '');
    const lines = work('Write the log-in form', root());
    const stays: [folder: string, from: number][] = [[root(), 0]];
    const goTo = (folder: string) => stays.push([folder, lines.text().length]);
    goTo(other());
    lines
      .prompt('Build the secret rocket')
      .uses('toolu_7', 'Edit', { file_path: other('src', 'rocket.ts') })
      .says('The root cause is that src/rocket.ts leaks fuel.');
    goTo(scratch('plain'));
    lines.prompt('Paint the rocket red');
    goTo(root());
    lines.prompt('Mend the form').uses('toolu_9', 'Edit', { file_path: root('src', 'form.ts') });
    goTo(scratch('plain'));
    lines.prompt('Mend the form on the way, too');
    const text = lines.text();
    const ends = [...stays.slice(1).map(([, from]) => from), text.length];
    tell(
      stays
        .map(([folder, from], index) =>
          text
            .slice(from, ends[index])
            .replaceAll('"cwd":"/home/dev/demo-app"', `"cwd":${JSON.stringify(folder)}`),
        )
        .join(''),
    );
    hook('Stop');
    const told = start('startup');
    assert.match(
      told,
      /Request: Write the log-in form\nObjective: Mend the form on the way, too\n/,
    );
    assert.doesNotMatch(told, /rocket/i);
    assert.deepEqual(context().state?.recent_files, ['src/form.ts', 'src/login.ts']);
    const back = start('compact', firstSession);
    assert.match(back, /## Elsewhere\n.*\nRequest: .*\n?.*rocket/);
    assert.equal(context(firstSession).elsewhere?.project, other());
  });

  it('is another project’s in a repository within this one, and not in a folder of it', () => {
    create();
    workRepository(root('client'));
    writeFileSync(root('client', '.git', 'baton-id'), 'ffffffff-4a5b-4c6d-8e7f-901234567890\n');
    tell(told(work('Build the secret rocket', root('client')), root('client')));
    hook('Stop');
    assert.equal(start('startup'), '');
    tell(
      told(work('Write the log-in form', root('gone'), thirdSession), root('gone')),
      thirdSession,
    );
    hook('Stop', thirdSession);
    assert.match(start('startup'), /Request: Write the log-in form/);
  });

  it('is not found where it is of a folder that is no repository, nor where git knows no id of it', () => {
    create();
    mkdirSync(other());
    writeFileSync(other('notes.txt'), '');
    tell(told(ofOther(), other()));
    hook('Stop');
    assert.equal(start('startup'), '');
    rmSync(other(), { recursive: true });
    workRepository(other());
    tell(told(work('Build the secret rocket', other(), thirdSession), other('gone')), thirdSession);
    hook('Stop', thirdSession);
    assert.equal(start('startup'), '');
  });

  it('is known by what a person enabled there, where that project is gone', () => {
    create();
    const enabled = scratch('data', 'enabled.json');
    const { projects } = JSON.parse(readFileSync(enabled, 'utf8')) as { projects: object[] };
    const enable = (...more: object[]) => {
      writeFileSync(enabled, JSON.stringify({ projects: [...projects, ...more] }));
    };
    tell(told(ofOther(), other('sub')));
    enable({ id: 'ffffffff-4a5b-4c6d-8e7f-901234567890', root: other() });
    hook('Stop');
    assert.equal(start('startup'), '');
    // This project itself may have been there before or after it.
    enable(
      { id: 'ffffffff-4a5b-4c6d-8e7f-901234567890', root: other() },
      { ...projects[0], root: other() },
    );
    tell(told(work('Write the log-in form', other(), thirdSession), other('sub')), thirdSession);
    hook('Stop', thirdSession);
    assert.match(start('startup'), /Request: Write the log-in form/);
  });

  it('is taken back from the newest where it was saved before the other project was there', () => {
    create();
    tell(told(ofOther(), other()));
    hook('Stop');
    assert.match(start('startup'), /Request: Build the secret rocket/);
    workRepository(other());
    hook('Stop');
    assert.equal(start('startup'), '');
    assert.match(start('compact', firstSession), /## Elsewhere\n/);
  });

  it('is all this project’s where that moved, left an empty folder, is linked or has worktrees', () => {
    create();
    git(root(), 'worktree', 'add', '-q', scratch('tree'));
    mkdirSync(scratch('empty'));
    symlinkSync(root(), scratch('link'));
    for (const folder of ['moved', 'empty', 'link', 'tree', 'project/sub']) {
      tell(told(work('Write the log-in form', scratch(folder)), scratch(folder)));
      hook('Stop');
      const { goal, elsewhere } = context();
      assert.equal(goal?.original_request, 'Write the log-in form', folder);
      assert.equal(elsewhere, undefined, folder);
      assert.match(context().state?.recent_files?.[0] ?? '', /^(?:sub\/)?src\/login\.ts$/, folder);
      rmSync(newest());
    }
    // From the main worktree into a linked one.
    tell(told(work('Write the log-in form', root()), root()));
    hook('Stop', firstSession, { cwd: scratch('tree') });
    renameSync(scratch('tree', '.claude', 'session-context.json'), newest());
    assert.equal(context().goal?.original_request, 'Write the log-in form');
    assert.deepEqual(context().state?.recent_files, ['src/login.ts']);
  });

  it('is not saved by a person either, who is told where to do it', () => {
    otherRepository();
    tell(told(ofOther(), other()));
    const saved = run(['context', 'save', '--transcript', transcriptOf(firstSession)]);
    assert.equal(saved.code, 1);
    assert.match(
      saved.stderr,
      new RegExp(`That session worked in ${other()} and not in this project`),
    );
    assert.deepEqual([existsSync(newest()), existsSync(own())], [false, false]);
    const lines = ofOther();
    const { length } = lines.text();
    tell(told(lines.prompt('Mend the printer here'), other(), root(), length), secondSession);
    const again = run(['context', 'save', '--transcript', transcriptOf(secondSession)]);
    assert.equal(again.code, 0);
    assert.equal(context().goal?.original_request, 'Mend the printer here');
    assert.deepEqual(context().state?.recent_files, []);
  });
});
