import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addKnowledge, flushBuffer, readBuffer } from '../../../src/core/handover/buffer';
import { knowledgeTags } from '../../../src/core/documents/knowledgeTags';
import { createGit } from '../../../src/core/git/git';
import { projectPaths } from '../../../src/core/projectPaths';
import { withLock } from '../../../src/core/stores/lock';
import { UserError } from '../../../src/core/support/errors';
import { useChildren } from '../../support/children';
import { keptKnowledge, knowledgeProject } from '../../support/knowledgeProject';
import { useScratchFolder } from '../../support/scratchFolder';

describe('the knowledge buffer', function () {
  this.timeout(120_000);
  const scratch = useScratchFolder();
  const start = useChildren();
  const root = scratch;
  const bufferFile = () => root('.sdd', 'handover', 'buffer.md');
  const journal = () => root('.claude', 'state', 'handover', 'flush.json');
  const paths = () => projectPaths(root(), '.sdd');
  const place = () => ({
    root: root(),
    paths: paths(),
    repository: undefined,
    git: createGit({ root: root(), env: {} }),
    now: () => new Date('2026-11-20T08:00:00Z'),
  });
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const descriptions = () => (readBuffer(paths())?.knowledge ?? []).map((each) => each.description);

  it('is in the snapshot, and empty of it after a flush', async () => {
    const project = knowledgeProject(root());
    const source = { spec: 'login', role: 'builder', task: '2' };
    const report = await project.addKnowledge([
      { tag: 'PATTERN', description: 'Retry: with a limit', source },
      { tag: 'PATTERN', description: 'Retry: with a pause', source: { spec: 'search' } },
      { tag: 'INCIDENT', description: 'The disk was full' },
    ]);
    assert.deepEqual(
      { path: report.path, added: report.added.length, candidates: report.candidates },
      { path: '.sdd/handover/buffer.md', added: 3, candidates: ['Retry'] },
    );
    const { buffer, problems } = await project.refresh();
    assert.deepEqual(problems, []);
    assert.equal(buffer?.knowledge.length, 3);
    assert.deepEqual(await project.flushBuffer(), {
      files: ['patterns.md', 'incidents.md', 'skill-candidates.md'].map(
        (name) => `.sdd/project/knowledge/${name}`,
      ),
      entries: 3,
      candidates: 1,
    });
    assert.deepEqual(keptKnowledge(root()), {
      'patterns.md': [
        '- Retry: with a limit (source: login builder, task 2)',
        '- Retry: with a pause (source: search)',
      ],
      'incidents.md': ['- The disk was full'],
      'skill-candidates.md': ['- **Retry**: Detected in login, search (2 occurrences)'],
    });
    const after = await project.refresh();
    assert.deepEqual(after.buffer?.knowledge, []);
    assert.deepEqual(after.buffer.skillCandidates, []);
    assert.deepEqual(await project.flushBuffer(), { files: [], entries: 0, candidates: 0 });
  });

  it('says when each batch was kept, and keeps what happens again', async () => {
    const incident = { tag: 'INCIDENT', description: 'The disk was full' } as const;
    await addKnowledge(place(), [incident]);
    await flushBuffer(place());
    write(root('.sdd/project/knowledge/incidents.md'), `# Mine\r\n\r\n- words\r\nlast`);
    await addKnowledge(place(), [incident]);
    await flushBuffer({ ...place(), now: () => new Date('2026-12-01T00:00:00Z') });
    assert.equal(
      readFileSync(root('.sdd/project/knowledge/incidents.md'), 'utf8'),
      '# Mine\r\n\r\n- words\r\nlast\r\n\r\n## 2026-12-01T00:00:00.000Z\r\n- The disk was full\r\n',
    );
  });

  it('gets what 8 processes add at once, all of it', async () => {
    const writers = Array.from({ length: 8 }, (_, index) =>
      start('knowledgeWriter', root(), `spec${index}`, '50'),
    );
    assert.deepEqual(await Promise.all(writers.map(({ ended }) => ended)), Array(8).fill(0));
    // On a slow machine some may have waited for the lock too long.
    await addKnowledge(place(), []);
    const { knowledge, skillCandidates } = readBuffer(paths()) ?? {};
    assert.equal(new Set(knowledge?.map(({ description }) => description)).size, 400);
    assert.equal(knowledge?.length, 400);
    const [only, ...more] = skillCandidates ?? [];
    assert.deepEqual(more, []);
    assert.equal(only?.occurrences, 400);
    assert.deepEqual(
      only.specs.toSorted(),
      Array.from({ length: 8 }, (_, i) => `spec${i}`),
    );
    assert.deepEqual(
      readdirSync(root('.sdd/handover')).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('loses and doubles nothing when 40 flushes are killed', async () => {
    const acknowledged: string[] = [];
    let journals = 0;
    for (let kill = 0; kill < 40; kill++) {
      const flusher = start('knowledgeFlusher', root(), `run${kill}`);
      acknowledged.push((await flusher.next()) as string);
      await sleep(Math.random() * 25);
      flusher.signal('SIGKILL');
      await flusher.ended;
      journals += existsSync(journal()) ? 1 : 0;
      for (;;) {
        const more = await flusher.next().catch(() => undefined);
        if (more === undefined) {
          break;
        }
        acknowledged.push(more as string);
      }
    }
    await knowledgeProject(root()).flushBuffer();
    assert.ok(journals > 0, 'no flush was killed in the middle');
    const kept = keptKnowledge(root());
    for (const name of ['patterns.md', 'incidents.md', 'references.md']) {
      const all = kept[name] ?? [];
      assert.deepEqual(
        acknowledged.filter((each) => !all.includes(`- ${each}`)),
        [],
        `lost from ${name}`,
      );
      assert.equal(new Set(all).size, all.length, `twice in ${name}`);
    }
    assert.deepEqual(descriptions(), []);
  });

  it('finishes a flush that failed in the middle, before anything else', async () => {
    await addKnowledge(
      place(),
      knowledgeTags.map((tag) => ({ tag, description: `of ${tag}` })),
    );
    // The second of the files cannot be written.
    mkdirSync(root('.sdd/project/knowledge/incidents.md'), { recursive: true });
    await assert.rejects(flushBuffer(place()));
    assert.ok(existsSync(journal()));
    assert.equal(descriptions().length, 3);
    rmSync(root('.sdd/project/knowledge/incidents.md'), { recursive: true });
    const later = { ...place(), now: () => new Date('2026-12-01T00:00:00Z') };
    await addKnowledge(later, [{ tag: 'PATTERN', description: 'later' }]);
    assert.deepEqual(descriptions(), ['later']);
    assert.equal(existsSync(journal()), false);
    await flushBuffer(later);
    assert.deepEqual(keptKnowledge(root()), {
      'patterns.md': ['- of PATTERN', '- later'],
      'incidents.md': ['- of INCIDENT'],
      'references.md': ['- of REFERENCE'],
    });
  });

  it('takes what was to be added while somebody else held the lock', async () => {
    const entry = { tag: 'PATTERN', description: 'waits' } as const;
    await withLock(path.join(paths().locks, 'buffer.md'), async () => {
      const report = await addKnowledge(place(), [entry], { timeoutMs: 20 });
      assert.deepEqual(
        { ...report, path: '' },
        {
          path: '',
          added: [],
          known: 0,
          candidates: [],
          isWaiting: true,
        },
      );
      await assert.rejects(flushBuffer(place(), { timeoutMs: 20 }), (error) =>
        UserError.is(error, 'lock-timeout'),
      );
    });
    assert.equal(existsSync(bufferFile()), false);
    await addKnowledge(place(), [{ tag: 'PATTERN', description: 'next' }]);
    assert.deepEqual(descriptions(), ['waits', 'next']);
    assert.deepEqual(readdirSync(root('.claude/state/waiting/buffer')), []);
  });

  it('is not written over what an editor saves at the same moment', async () => {
    write(bufferFile(), '# Handover Buffer\n');
    const words: string[] = [];
    let done = false;
    const edit = async () => {
      while (!done) {
        // As an editor that knows no lock: it reads, and writes a little later in one go.
        const line = `person ${words.length}`;
        const text = readFileSync(bufferFile(), 'utf8');
        writeFileSync(bufferFile(), `${text}\n${line}\n`);
        words.push(line);
        await sleep(50 + Math.random() * 100);
      }
    };
    const editing = edit();
    for (let time = 0; time < 30; time++) {
      await addKnowledge(place(), [{ tag: 'INCIDENT', description: `n ${time}` }]);
    }
    done = true;
    await editing;
    const text = readFileSync(bufferFile(), 'utf8').split('\n');
    assert.deepEqual(
      words.filter((line) => !text.includes(line)),
      [],
    );
    await addKnowledge(place(), [{ tag: 'INCIDENT', description: 'last' }]);
    assert.equal(descriptions().length, 31);
  });

  it('holds no secret, no control character and no novel', async () => {
    const secret = 'gh' + 'p_' + 'a1B2c3D4e5'.repeat(4).slice(0, 36);
    await addKnowledge(place(), [
      { tag: 'REFERENCE', description: `\u001b[31m the token ${secret} ${'x'.repeat(5_000)}` },
    ]);
    const text = readFileSync(bufferFile(), 'utf8');
    assert.ok(!text.includes(secret) && !text.includes('\u001b'));
    assert.ok(text.length < 2_300, `${text.length}`);
  });

  describe('of a hostile repository', () => {
    const entry = { tag: 'PATTERN', description: 'x' } as const;
    const refused = (run: Promise<unknown>, ...reasons: string[]) =>
      assert.rejects(run, (error) => reasons.some((reason) => UserError.is(error, reason)));

    it('is not followed out of the project', async () => {
      write(root('outside', 'buffer.md'), 'mine\n');
      mkdirSync(root('project'));
      const at = {
        ...place(),
        root: root('project'),
        paths: projectPaths(root('project'), '.sdd'),
      };
      mkdirSync(root('project/.sdd'));
      symlinkSync(root('outside'), root('project/.sdd/handover'));
      await refused(addKnowledge(at, [entry]), 'outside');
      rmSync(root('project/.sdd/handover'));
      mkdirSync(root('project/.sdd/handover'));
      symlinkSync(root('outside/buffer.md'), root('project/.sdd/handover/buffer.md'));
      await refused(addKnowledge(at, [entry]), 'outside');
      rmSync(root('project/.sdd/handover/buffer.md'));
      await addKnowledge(at, [entry]);
      mkdirSync(root('project/.sdd/project'));
      symlinkSync(root('outside'), root('project/.sdd/project/knowledge'));
      await refused(flushBuffer(at), 'outside');
      assert.deepEqual(readdirSync(root('outside')), ['buffer.md']);
      assert.equal(readFileSync(root('outside/buffer.md'), 'utf8'), 'mine\n');
      assert.equal(readBuffer(at.paths)?.knowledge.length, 1);
    });

    it('is left alone where it is a pipe, too large, or not text', async () => {
      mkdirSync(path.dirname(bufferFile()), { recursive: true });
      execFileSync('mkfifo', [bufferFile()]);
      await refused(addKnowledge(place(), [entry]), 'unreadable');
      rmSync(bufferFile());
      write(bufferFile(), '- [PATTERN] a\n'.repeat(700_000));
      await refused(flushBuffer(place()), 'unreadable');
      writeFileSync(bufferFile(), Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00]));
      await refused(addKnowledge(place(), [entry]), 'not-utf8');
      assert.equal(readFileSync(bufferFile()).length, 6);
    });

    it('takes no harm from many headings, entries and markers', async () => {
      const hostile = [
        '## Knowledge Buffer\n'.repeat(20_000),
        '- [PATTERN] (source: \n'.repeat(20_000),
        `- [PATTERN] ${'('.repeat(50_000)}source:${' '.repeat(50_000)}\n`,
        `- **${'*'.repeat(50_000)}\n`,
        '### Skill Candidates\n- **a**: Detected in , , ( occurrences)\n'.repeat(10_000),
      ].join('');
      write(bufferFile(), hostile);
      await addKnowledge(place(), [entry, { ...entry, description: 'X: y' }]);
      const text = readFileSync(bufferFile(), 'utf8');
      assert.ok(text.length > hostile.length);
      assert.match(text, /^- \[PATTERN\] X: y$/m);
    });

    it('is not flushed in the middle of a merge', async () => {
      const text = '## Knowledge Buffer\n<<<<<<< a\n- [PATTERN] a\n=======\n>>>>>>> b\n';
      write(bufferFile(), text);
      await refused(flushBuffer(place()), 'merge-conflict');
      assert.equal(readFileSync(bufferFile(), 'utf8'), text);
    });
  });
});
