import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { codes, finding, useSavedProject } from '../../support/savedProject';

describe('baton load --resume', function () {
  this.timeout(60_000);
  const project = useSavedProject();

  /** Every file of the repository and of the working tree but Baton's own state. */
  function everything(): Record<string, string> {
    const files = globSync(['**/*', '**/.*', '.git/**'], { cwd: project.root() })
      .filter((file) => !file.startsWith('.claude') && statSync(project.root(file)).isFile())
      .sort();
    return Object.fromEntries(
      files.map((file) => [file, readFileSync(project.root(file)).toString('base64')]),
    );
  }

  it('asks nothing and says what to go on with', () => {
    project.create();
    const report = project.load('--resume');
    assert.deepEqual([report.status, report.code], ['restored', 0]);
    assert.deepEqual(report.did, ['Go on with: Write the tests']);
    assert.doesNotMatch(report.banner, /\?/);
    assert.match(project.run(['load', '--resume']).stdout, /^→ Go on with: Write the tests$/m);
  });

  it('closes the blocker of a conflict that is over', () => {
    project.create({
      blocker: { type: 'merge_conflict', description: 'In app.ts', auto_detected: true },
    });
    const { did } = project.load('--resume');
    assert.deepEqual(did, [
      'Closed the blocker "In app.ts": no unmerged files are left.',
      'Go on with: Write the tests',
    ]);
  });

  it('says what may help with a blocker that it cannot solve', () => {
    project.create({
      blockers: [
        {
          type: 'build_error',
          severity: 'critical',
          description: 'tsc fails',
          auto_detected: true,
          resolution: 'Install the types',
          recovery_agent: 'builder',
        },
        { type: 'design_issue', description: 'Which form?' },
      ],
    });
    assert.deepEqual(project.load('--resume').did, [
      'Baton cannot solve this blocker by itself: tsc fails',
      'What may help: Install the types',
      'Who may help: builder',
      'You wrote this blocker down, so it stays: Which form?',
      'Go on with: Write the tests',
    ]);
  });

  it('goes on from the backup of a broken state, and writes nothing', () => {
    project.create();
    writeFileSync(`${project.stateFile()}.bak`, readFileSync(project.stateFile()));
    writeFileSync(project.stateFile(), 'broken');
    const report = project.load('--resume');
    assert.deepEqual([report.status, report.code], ['restored', 0]);
    assert.equal(report.state?.working_on, 'Log in with a password');
    assert.match(report.did.join(), /its backup is used/);
    assert.deepEqual(finding(report, 'INTEGRITY_ERROR').ids, ['restore-backup', 'start-new']);
    assert.equal(readFileSync(project.stateFile(), 'utf8'), 'broken');
  });

  it('fails where there is no backup, or the backup is no better', () => {
    project.create();
    const good = readFileSync(project.stateFile(), 'utf8');
    writeFileSync(project.stateFile(), 'broken');
    assert.equal(project.load('--resume').code, 1);
    writeFileSync(`${project.stateFile()}.bak`, good.replace('"quick"', '"quickly"'));
    const report = project.load('--resume');
    assert.deepEqual(codes(report), ['INTEGRITY_ERROR', 'INTEGRITY_ERROR']);
    assert.equal(report.code, 1);
  });

  it('leaves every byte of repository, index, stash and files as it was', () => {
    project.create({ openspec: '00027', modified_files: ['gone.ts'] });
    project.write('app.ts', 'stashed\n');
    project.git('stash', 'push', '-q');
    project.git('switch', '-q', 'main');
    project.write('app.ts', 'changed\n');
    project.write('staged.ts', 'staged\n');
    project.git('add', 'staged.ts');
    project.write('staged.ts', 'and changed\n');
    project.write('new.ts', 'new\n');
    // Once, so that .git/info/exclude is what it will be.
    project.run(['load']);
    const before = everything();
    // A git that refreshes the index would write it now.
    utimesSync(project.root('lib.ts'), new Date('2020-01-01'), new Date('2020-01-01'));
    const report = project.load('--resume');
    assert.deepEqual([report.status, report.code], ['recovery_failed', 1]);
    assert.deepEqual(everything(), before);
    assert.ok(Object.keys(before).some((file) => file === '.git/index'));
    assert.ok(Object.keys(before).some((file) => file === '.git/refs/stash'));
    assert.doesNotMatch(report.did.join(), /Go on with/);
  });
});
