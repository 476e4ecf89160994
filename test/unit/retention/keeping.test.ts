import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../../../src/core/support/errors';
import { useChildren } from '../../support/children';
import { daysAgo, transcriptFolder } from '../../support/claudeTranscripts';
import { useScratchFolder } from '../../support/scratchFolder';
import { useSmallDisk } from '../../support/smallDisk';
import { until } from '../../support/until';

const copiesIn = (folder: string) => globSync('**/*.gz', { cwd: folder }).toSorted();
/** Text that hardly gets smaller. */
const noise = (bytes: number) => `${randomBytes(bytes / 2).toString('hex')}\n`;

describe('keeping transcripts', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const start = useChildren();

  it('makes copies that unpack to the same bytes, for nobody else to read', async () => {
    const { project, write, writeSubagent, kept } = transcriptFolder(scratch());
    const main = write('session-1', 20, { text: noise(300_000) });
    const agent = writeSubagent('session-1', 'a1', 20);
    const report = await project.keepTranscripts();
    assert.deepEqual(report, { kept: 1, unchanged: 0, failed: [], isCancelled: false });
    const copies = copiesIn(kept());
    assert.equal(copies.length, 2);
    for (const copy of copies) {
      const source = copy.includes('agent-') ? agent : main;
      assert.deepEqual(gunzipSync(readFileSync(kept(copy))), readFileSync(source));
      assert.equal(statSync(kept(copy)).mode & 0o777, 0o600);
      assert.equal(statSync(path.dirname(kept(copy))).mode & 0o777, 0o700);
    }
    const { kept: sessions, stored } = await project.retention();
    assert.deepEqual(
      sessions.map(({ id, size }) => [id, size]),
      [['session-1', statSync(main).size + statSync(agent).size]],
    );
    assert.equal(
      stored,
      copies.reduce((sum, copy) => sum + statSync(kept(copy)).size, 0),
    );
  });

  it('copies again only what has grown, and then in place of the copy', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    const main = write('session-1', 20);
    write('session-2', 20);
    await project.keepTranscripts();
    const before = copiesIn(kept());
    assert.deepEqual(await project.keepTranscripts(), {
      ...{ kept: 0, unchanged: 2, failed: [], isCancelled: false },
    });
    appendFileSync(main, noise(1000));
    const report = await project.keepTranscripts();
    assert.deepEqual([report.kept, report.unchanged], [1, 1]);
    const after = copiesIn(kept());
    assert.equal(after.length, before.length);
    const [grown] = after.filter((copy) => !before.includes(copy));
    assert.deepEqual(gunzipSync(readFileSync(kept(grown ?? ''))), readFileSync(main));
  });

  it('keeps the older copy, too, when the transcript became another one', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    write('session-1', 20, { text: 'first\n' });
    await project.keepTranscripts();
    write('session-1', -1, { text: 'another one, which is longer\n' });
    await project.keepTranscripts();
    const texts = copiesIn(kept()).map((copy) => String(gunzipSync(readFileSync(kept(copy)))));
    assert.equal(texts.filter((text) => text.endsWith('first\n')).length, 1);
    assert.equal(texts.filter((text) => text.endsWith('longer\n')).length, 1);
  });

  it('sees what was changed without growing', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    write('session-1', 20, { text: 'abc\n' });
    await project.keepTranscripts();
    write('session-1', -1, { text: 'xyz\n' });
    assert.equal((await project.keepTranscripts()).kept, 1);
    assert.equal(copiesIn(kept()).length, 2);
  });

  it('does nothing where there is nothing, and leaves no trace', async () => {
    const { project, root, kept } = transcriptFolder(scratch());
    assert.deepEqual(await project.keepTranscripts(), {
      ...{ kept: 0, unchanged: 0, failed: [], isCancelled: false },
    });
    await project.retention();
    assert.equal(existsSync(kept()), false);
    assert.deepEqual(readdirSync(root), []);
  });

  it('can be stopped, and goes on later', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    for (let session = 0; session < 5; session++) {
      write(`session-${session}`, 20, { text: noise(400_000) });
    }
    const controller = new AbortController();
    const stopped = await project.keepTranscripts({
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 2) {
          setImmediate(() => {
            controller.abort();
          });
        }
      },
    });
    assert.equal(stopped.isCancelled, true);
    assert.ok(stopped.kept < 5);
    assert.deepEqual(globSync('**/.*.tmp', { cwd: kept() }), []);
    const rest = await project.keepTranscripts();
    assert.equal(rest.kept + stopped.kept, 5);
  });

  it('writes nothing where a link leads', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    const main = write('session-1', 20);
    await project.keepTranscripts();
    const [copy = ''] = copiesIn(kept());
    const folder = path.dirname(kept(copy));
    rmSync(folder, { recursive: true });
    mkdirSync(scratch('elsewhere'));
    symlinkSync(scratch('elsewhere'), folder);
    const { failed } = await project.keepTranscripts();
    assert.equal(failed.length, 1);
    assert.deepEqual(readdirSync(scratch('elsewhere')), []);
    assert.ok(existsSync(main));
  });

  it('after 20 kills while it copies, no copy is torn, and leftovers go', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    const sources = new Map(
      [0, 1, 2].map((session) => {
        const main = write(`session-${session}`, 20, { text: noise(1_000_000) });
        return [`session-${session}.jsonl`, main];
      }),
    );
    const leftovers = () => globSync('**/.*.tmp', { cwd: kept() });
    for (let kill = 0; kill < 20; kill++) {
      // Or it was done with one before anybody looked.
      const seen = () => [leftovers().length, ...copiesIn(kept())].join();
      const before = seen();
      const keeper = start('transcriptKeeper', scratch());
      await keeper.next();
      await until(() => seen() !== before, 1);
      await sleep(Math.random() * 60);
      keeper.signal('SIGKILL');
      await keeper.ended;
      for (const copy of copiesIn(kept())) {
        const [name = ''] = /session-\d\.jsonl/.exec(copy) ?? [];
        const content = gunzipSync(readFileSync(kept(copy)));
        assert.ok(readFileSync(sources.get(name) ?? '').includes(content), copy);
      }
      for (const source of sources.values()) {
        appendFileSync(source, noise(100_000));
      }
    }
    assert.notDeepEqual(leftovers(), [], 'no keeper was killed while it copied');
    leftovers().forEach((name) => {
      utimesSync(kept(name), daysAgo(1), daysAgo(1));
    });
    assert.equal((await project.keepTranscripts()).kept, 3);
    assert.deepEqual(leftovers(), []);
    assert.equal(copiesIn(kept()).length, 3);
  });

  describe('on a full disk', () => {
    const mount = useSmallDisk();

    it('says so, and leaves the copies that are there', async function () {
      mount(this, scratch('data'));
      const { project, write, kept } = transcriptFolder(scratch());
      write('session-1', 20, { text: noise(200_000) });
      await project.keepTranscripts();
      const before = copiesIn(kept());
      write('session-2', 20, { text: noise(4_000_000) });
      await assert.rejects(project.keepTranscripts(), (error) => UserError.is(error, 'disk-full'));
      assert.deepEqual(copiesIn(kept()), before);
      assert.deepEqual(globSync('**/.*.tmp', { cwd: kept() }), []);
    });
  });
});

describe('restoring a transcript', () => {
  const scratch = useScratchFolder();

  it('gives it back byte for byte, with its subagents, as if it were new', async () => {
    const { project, write, writeSubagent } = transcriptFolder(scratch());
    const main = write('session-1', 29, { text: noise(500_000) });
    const agent = writeSubagent('session-1', 'a1', 29);
    const files = [main, agent];
    const before = files.map((file) => readFileSync(file));
    await project.keepTranscripts();
    files.forEach((file) => {
      rmSync(file);
    });
    const report = await project.restoreTranscript('session-1');
    assert.deepEqual(report, {
      session: 'session-1',
      files,
      resume: ['claude', '--resume', 'session-1'],
    });
    assert.deepEqual(
      files.map((file) => readFileSync(file)),
      before,
    );
    assert.equal(statSync(main).mode & 0o777, 0o600);
    // Else Claude Code would delete it again at its next start.
    assert.ok(Date.now() - statSync(main).mtimeMs < 60_000);
    assert.deepEqual(globSync('**/*.tmp', { cwd: path.dirname(main) }), []);
  });

  it('changes nothing that is there', async () => {
    const { project, write } = transcriptFolder(scratch());
    const main = write('session-1', 29);
    await project.keepTranscripts();
    writeFileSync(main, 'newer');
    await assert.rejects(project.restoreTranscript('session-1'), (error) =>
      UserError.is(error, 'exists'),
    );
    assert.equal(readFileSync(main, 'utf8'), 'newer');
  });

  it('gives back the newest of several copies', async () => {
    const { project, write } = transcriptFolder(scratch());
    write('session-1', 20, { text: 'first\n' });
    await project.keepTranscripts();
    const main = write('session-1', -1, { text: 'second\n' });
    await project.keepTranscripts();
    rmSync(main);
    await project.restoreTranscript('session-1');
    assert.match(readFileSync(main, 'utf8'), /second\n$/);
  });

  it('refuses a damaged copy and leaves nothing', async () => {
    const { project, write, kept } = transcriptFolder(scratch());
    const main = write('session-1', 29, { text: noise(10_000) });
    await project.keepTranscripts();
    rmSync(main);
    const [copy = ''] = copiesIn(kept());
    const bytes = readFileSync(kept(copy));
    writeFileSync(kept(copy), bytes.subarray(0, bytes.length - 200));
    await assert.rejects(project.restoreTranscript('session-1'), (error) =>
      UserError.is(error, 'damaged'),
    );
    assert.deepEqual(readdirSync(path.dirname(main)), []);
  });

  for (const id of ['unknown', '', '..', '../../etc/passwd', 'a/b', '*']) {
    it(`says that nothing is kept of "${id}"`, async () => {
      const { project, write } = transcriptFolder(scratch());
      write('session-1', 29);
      await project.keepTranscripts();
      await assert.rejects(project.restoreTranscript(id), (error) =>
        UserError.is(error, 'not-kept'),
      );
    });
  }

  it('follows no link out of the folder of transcripts', async () => {
    const { project, write } = transcriptFolder(scratch());
    const main = write('session-1', 29);
    await project.keepTranscripts();
    rmSync(path.dirname(main), { recursive: true });
    mkdirSync(scratch('elsewhere'));
    symlinkSync(scratch('elsewhere'), path.dirname(main));
    await assert.rejects(project.restoreTranscript('session-1'), (error) =>
      UserError.is(error, 'not-a-folder'),
    );
    assert.deepEqual(readdirSync(scratch('elsewhere')), []);
  });
});
