import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPipeline } from '../../../src/core/handover/pipeline';
import { projectPaths } from '../../../src/core/projectPaths';
import { useScratchFolder } from '../../support/scratchFolder';

describe('The pipeline', () => {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), content);
  };
  const read = () => {
    mkdirSync(root(), { recursive: true });
    return readPipeline(projectPaths(root(), '.sdd'));
  };
  const names = () => read().specs.map(({ name }) => name);

  it('is empty without specs', () => {
    const { specs, waves, isActive, next, problems } = read();
    assert.deepEqual(
      { specs, waves, isActive, next, problems },
      {
        specs: [],
        waves: [],
        isActive: false,
        next: undefined,
        problems: [],
      },
    );
  });

  it('is what every spec.yaml says, in both folders, with its reviews', () => {
    write(
      '.sdd/project/specs/login/spec.yaml',
      'phase: implementation-complete\nroadmap:\n  wave: 1\n  dependencies: []\nblocked_info: null\n',
    );
    write(
      '.sdd/project/specs/login/reviews/verdicts.md',
      '## [B1] design | 2026-01-15\nVerdict: GO\n\n## [B2] impl | 2026-01-16\nVerdict: NO-GO\n',
    );
    write(
      '.sdd/specs/mail/spec.yaml',
      'phase: blocked\nroadmap: {wave: 2, dependencies: [login]}\nblocked_info: {reason: upstream_failure, blocked_by: login}\n',
    );
    write('.sdd/project/specs/roadmap.md', '# Roadmap\n\n## Wave Overview\n');
    const { specs, waves, isActive, next, roadmap } = read();
    assert.deepEqual(specs[0], {
      name: 'login',
      file: '.sdd/project/specs/login/spec.yaml',
      phase: 'implementation-complete',
      isComplete: true,
      wave: '1',
      blocked: undefined,
      dependencies: [],
      review: { batch: 'B2 impl', isBlocked: true },
      tracked: [],
    });
    assert.equal(specs[1]?.blocked, 'upstream_failure – login');
    assert.deepEqual(specs[1].dependencies, ['login']);
    assert.deepEqual(waves, [
      { wave: '1', complete: 1, total: 1 },
      { wave: '2', complete: 0, total: 1 },
    ]);
    assert.equal(isActive, true);
    assert.equal(next, '/sdd-impl login');
    assert.equal(roadmap, '.sdd/project/specs/roadmap.md');
  });

  it('is not active when everything in it is done', () => {
    write('.sdd/specs/login/spec.yaml', 'phase: implementation-complete\nroadmap: {wave: 1}\n');
    assert.equal(read().isActive, false);
  });

  it('loses only what is broken, and says so', () => {
    write('.sdd/specs/a/spec.yaml', 'phase: initialized\n');
    write('.sdd/specs/b/spec.yaml', 'phase: [\n  unclosed: "\n');
    write('.sdd/specs/c/spec.yaml', 'phase: initialized\n'.padEnd(2 * 1024 * 1024, '#'));
    mkdirSync(root('.sdd/specs/d'), { recursive: true });
    execFileSync('mkfifo', [root('.sdd/specs/d/spec.yaml')]);
    write('outside.yaml', 'phase: initialized\n');
    symlinkSync(scratch('elsewhere.yaml'), path.join(root('.sdd/specs'), 'e'));
    mkdirSync(root('.sdd/specs/f'));
    writeFileSync(scratch('elsewhere.yaml'), 'phase: initialized\n');
    symlinkSync(scratch('elsewhere.yaml'), root('.sdd/specs/f/spec.yaml'));
    write('.sdd/specs/g/spec.yaml', 'phase: initialized\n');
    const { problems } = read();
    assert.ok(names().includes('a') && names().includes('g'));
    assert.ok(!names().includes('c') && !names().includes('d') && !names().includes('f'));
    const files = problems.map(({ file }) => file);
    for (const broken of 'bcdf') {
      assert.ok(files.includes(`.sdd/specs/${broken}/spec.yaml`), broken);
    }
  });

  it('does not follow a folder of specs out of the project', () => {
    mkdirSync(scratch('elsewhere', 'login'), { recursive: true });
    writeFileSync(scratch('elsewhere', 'login', 'spec.yaml'), 'phase: initialized\n');
    mkdirSync(root('.sdd'), { recursive: true });
    symlinkSync(scratch('elsewhere'), root('.sdd/specs'));
    assert.deepEqual(names(), []);
    assert.deepEqual(
      read().problems.map(({ code }) => code),
      ['outside-project'],
    );
  });

  it('reads at most 500 specs, and says that there are more', () => {
    for (let index = 0; index < 501; index++) {
      write(`.sdd/specs/s${index}/spec.yaml`, 'phase: initialized\n');
    }
    assert.equal(names().length, 500);
    assert.equal(read().problems.length, 1);
  }).timeout(60_000);

  it('has neither secrets nor control characters', () => {
    const token = `ghp_${'aB3dE5fG7h'.repeat(3)}aB3dE5`;
    write('.sdd/specs/a/spec.yaml', `phase: "x\\e[31m"\nblocked_info: "needs ${token}"\n`);
    const [found] = read().specs;
    assert.equal(found?.phase, 'x');
    assert.ok(!JSON.stringify(found).includes(token), JSON.stringify(found));
  });
});
