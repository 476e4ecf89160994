import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { firstSession, useAgentSessions, work } from '../../support/agentSession';
import { git } from '../../support/git';

describe('what hooks do for the handover', function () {
  this.timeout(120_000);
  const { create, tell, hook, write, root, run, inputOf, scratch, dataFolder, context, log } =
    useAgentSessions();
  const buffer = () => root('.claude/sdd/handover/buffer.md');
  const session = () => root('.claude/sdd/handover/session.md');
  const noted = () => root('.claude/state/triggers', `${firstSession}.json`);
  const textOf = (file: string) => readFileSync(file, 'utf8');

  const prompt = (text: string) => hook('UserPromptSubmit', firstSession, { prompt: text });
  const stop = (message: string, env: Record<string, string> = {}) => {
    const input = inputOf('Stop', firstSession, { last_assistant_message: message });
    const { stdout, stderr, code } = run(['hook', 'Stop'], env, input);
    assert.deepEqual({ stdout, stderr, code }, { stdout: '', stderr: '', code: 0 });
  };
  const subagentStops = (message: string, agent_type: string) => {
    const told = { agent_id: 'a1', agent_type, last_assistant_message: message };
    assert.equal(hook('SubagentStop', firstSession, told), '');
  };
  const begin = () => {
    create();
    tell(work('Write the log-in form', root()));
  };

  describe('with tagged lines', () => {
    const words = [
      'All done.',
      '- [PATTERN] Retry: with a limit (source: login builder, task 3)',
      '- **[INCIDENT]** The disk was full',
      '```',
      '- [REFERENCE] {description}',
      '```',
    ].join('\n');

    it('fills the buffer at the end of a turn, once', () => {
      begin();
      stop(words);
      stop(words);
      const entries = textOf(buffer()).match(/^- .*$/gm);
      assert.deepEqual(entries, [
        '- [PATTERN] Retry: with a limit (source: login builder, task 3)',
        '- [INCIDENT] The disk was full',
      ]);
      assert.equal(existsSync(session()), false);
      assert.equal(context().goal?.original_request, 'Write the log-in form');
    });

    it('fills it at the end of a subagent, which stands for the source that is not told', () => {
      begin();
      subagentStops(words, 'sdd-builder');
      subagentStops('[PATTERN] Retry: with a pause', 'sdd-inspector');
      // What the lead repeats is no news; what a compaction repeats is not asked.
      stop('[PATTERN] Retry: with a pause');
      subagentStops('[PATTERN] of the compaction', '');
      assert.match(
        textOf(buffer()),
        /- \[INCIDENT\] The disk was full \(source: sdd-builder\)\n- \[PATTERN\] Retry: with a pause \(source: sdd-inspector\)\n\n## Skill Candidates\n- \*\*Retry\*\*: Detected in login, sdd-inspector \(2 occurrences\)\n$/,
      );
    });

    it('writes no secret', () => {
      begin();
      const secret = 'gh' + 'p_' + 'a1B2c3D4e5'.repeat(4).slice(0, 36);
      stop(`[REFERENCE] The token is ${secret}`);
      assert.match(textOf(buffer()), /The token is \[secret: /);
    });

    it('writes nothing where nobody enabled Baton, and nothing where nothing is tagged', () => {
      begin();
      stop('Use [PATTERN] for patterns, `[INCIDENT]` for incidents.');
      assert.equal(existsSync(root('.claude/sdd')), false);
      writeFileSync(dataFolder('enabled.json'), '{"version":1,"projects":[]}');
      stop(words);
      subagentStops(words, 'sdd-builder');
      assert.equal(existsSync(root('.claude/sdd')), false);
    });
  });

  describe('with a command of the pipeline', () => {
    it('drafts when its turn ends, and only then', () => {
      begin();
      assert.equal(prompt('/sdd-design login --fast\nand mind the tests'), '');
      assert.equal(existsSync(session()), false);
      stop(
        '## Design\n\nThe design of **login** is written. It has three parts.\n\nNext: Review it with /sdd-review',
      );
      const drafted = textOf(session());
      assert.match(drafted, /^\*\*Mode\*\*: auto-draft$/m);
      assert.match(drafted, /^\*\*Branch\*\*: feature\/login$/m);
      assert.match(drafted, /^- \/sdd-design login --fast: The design of login is written\.$/m);
      assert.match(drafted, /### Immediate Next Action\nReview it with \/sdd-review\n/);
      assert.equal(existsSync(noted()), false);
      stop('Something else is done.');
      assert.equal(textOf(session()), drafted);
      assert.equal(existsSync(scratch('data/logs/hooks.log')), false);
    });

    it('says what the pipeline says comes next, rather than the agent', () => {
      begin();
      write(
        '.claude/sdd/project/specs/login/spec.yaml',
        'phase: design-generated\nroadmap:\n  wave: 1\n',
      );
      prompt('/my-plugin:sdd-impl login');
      stop('Done with it.\n\nNext: Have a break');
      assert.match(textOf(session()), /### Immediate Next Action\n.*login/);
      assert.doesNotMatch(textOf(session()), /Have a break/);
    });

    for (const text of [
      'Please run /sdd-design login',
      '/sdd-designer login',
      '/sdd-handover',
      '/design',
      '',
    ]) {
      it(`does not take "${text}" for one`, () => {
        begin();
        prompt(text);
        assert.equal(existsSync(root('.claude/state/triggers')), false);
        stop('Done.');
        assert.equal(existsSync(session()), false);
      });
    }

    it('does not believe a note that came with the repository', () => {
      begin();
      write(`.claude/state/triggers/${firstSession}.json`, { trigger: 'impl', about: 'x' });
      git(root(), 'add', '-f', '.claude/state/triggers');
      stop('Done.');
      assert.equal(existsSync(session()), false);
    });

    it('keeps the note while the draft cannot be written, and saves the context all the same', () => {
      begin();
      prompt('/sdd-review login');
      mkdirSync(root('.claude/sdd'), { recursive: true });
      mkdirSync(scratch('elsewhere'));
      symlinkSync(scratch('elsewhere'), root('.claude/sdd/handover'));
      stop('Reviewed.\n[PATTERN] Not lost in silence');
      assert.deepEqual(readdirSync(scratch('elsewhere')), []);
      assert.ok(existsSync(noted()));
      assert.equal(context().goal?.original_request, 'Write the log-in form');
      assert.match(log(), /Stop: .*leads out of the project/);
    });
  });

  for (const word of ['STOPPED', 'PAUSED', 'BLOCKED']) {
    it(`drafts when the pipeline is ${word.toLowerCase()}`, () => {
      begin();
      stop(`Task 3 has to wait for the schema.\n\n[WORKFLOW_STATUS] ${word}\nreason: no schema`);
      assert.match(textOf(session()), /^- Task 3 has to wait for the schema\.$/m);
    });
  }

  it('does not draft when the pipeline goes on', () => {
    begin();
    stop('[WORKFLOW_STATUS] RUNNING');
    assert.equal(existsSync(session()), false);
  });

  const settings = (value: unknown) => {
    const folder = dataFolder('projects', '0b1e2d3c-4a5b-4c6d-8e7f-901234567890');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(value));
  };

  it('writes where baton.sddDir says, and the command line reads it there', () => {
    begin();
    settings({ draftOnStop: true, sddDir: 'docs/sdd' });
    stop('[PATTERN] Retry: with a limit');
    assert.match(textOf(root('docs/sdd/handover/session.md')), /auto-draft/);
    assert.match(textOf(root('docs/sdd/handover/buffer.md')), /Retry/);
    const note = ['decision', 'add', '--type', 'USER_DECISION', '--summary', 'Here'];
    assert.equal(run(note).code, 0);
    assert.match(textOf(root('docs/sdd/handover/decisions.md')), /\| Here\n/);
    assert.match(run(['decision', 'list']).stdout, /Here/);
    assert.match(
      run(['decision', 'list'], { BATON_SDD_DIR: 'other' }).stdout,
      /No decisions are recorded yet/,
    );
    assert.equal(existsSync(root('.claude/sdd')), false);
    settings({ sddDir: 5 });
    assert.match(run(['decision', 'list']).stdout, /No decisions are recorded yet/);
  });

  describe('with baton.draftOnStop', () => {
    it('drafts at the end of every turn, as the setting says', () => {
      begin();
      settings({ draftOnStop: false });
      stop('Done.');
      settings({ draftOnStop: 'yes' });
      stop('Done.');
      settings('draftOnStop');
      stop('Done.');
      assert.equal(existsSync(session()), false);
      settings({ draftOnStop: true });
      stop('Done.');
      assert.match(textOf(session()), /## Accomplished\n+- Draw the form\n/);
    });

    it('as the environment says before that', () => {
      begin();
      settings({ draftOnStop: true });
      stop('Done.', { BATON_DRAFT_ON_STOP: '0' });
      assert.equal(existsSync(session()), false);
      settings({});
      stop('Done.', { BATON_DRAFT_ON_STOP: '1' });
      stop('Done.', { BATON_DRAFT_ON_STOP: '1' });
      assert.equal(textOf(session()).match(/- Draw the form/g)?.length, 1);
    });
  });
});
