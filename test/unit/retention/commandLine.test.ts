import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { baton, json } from '../../support/baton';
import { transcriptFolder, type TranscriptFolder } from '../../support/claudeTranscripts';
import { useScratchFolder } from '../../support/scratchFolder';

interface Listed {
  readonly keeping: boolean;
  readonly period: { readonly days: number | null; readonly file: string | null };
  readonly transcripts: number;
  readonly expiring: readonly { session: string; kept: boolean; bytes: number }[];
  readonly kept: readonly { session: string; bytes: number; stored_bytes: number }[];
  readonly total: { readonly count: number; readonly stored_bytes: number };
}

describe('baton context keep', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  let folder: TranscriptFolder;
  const old = new Date(Date.now() - 25 * 86_400_000);
  const run = (args: string[], env: Record<string, string> = {}) =>
    baton(folder.root, ['context', 'keep', ...args], {
      ...{ HOME: folder.home, BATON_HOME: scratch('data'), ...env },
    });
  beforeEach(() => {
    folder = transcriptFolder(scratch());
  });

  it('lists, keeps and restores', () => {
    const main = folder.write('session-1', 0);
    utimesSync(main, old, old);
    folder.write('session-2', 0);
    const before = json<Listed>(run(['--json']));
    assert.deepEqual(
      [before.keeping, before.period, before.transcripts, before.kept],
      [false, { days: 30, file: null }, 2, []],
    );
    assert.deepEqual(
      before.expiring.map(({ session, kept }) => [session, kept]),
      [['session-1', false]],
    );
    const kept = run(['--now', '--json']);
    assert.equal(kept.code, 0, kept.stderr);
    assert.equal(json<{ kept: number }>(kept).kept, 2);
    const after = json<Listed>(run(['--list', '--json'], { BATON_KEEP_TRANSCRIPTS: '1' }));
    assert.equal(after.keeping, true);
    assert.deepEqual([after.expiring[0]?.kept, after.total.count], [true, 2]);
    const text = readFileSync(main);
    rmSync(main);
    const restored = run(['--restore', 'session-1']);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stdout, /claude --resume session-1\n$/);
    assert.deepEqual(readFileSync(main), text);
    const again = run(['--restore', 'session-1', '--json']);
    assert.equal(again.code, 1);
    assert.equal(json<{ error: { reason: string } }>(again).error.reason, 'exists');
  });

  it('is told of by status and doctor, until there is a copy', () => {
    const env = { HOME: folder.home, BATON_HOME: scratch('data') };
    const words = (...args: string[]) => baton(folder.root, args, env).stdout;
    const checks = (more: object = {}) =>
      json<{ checks: { name: string }[] }>(
        baton(folder.root, ['doctor', '--json'], { ...env, ...more }),
      ).checks.filter(({ name }) => name === 'transcripts');
    folder.write('session-1', 27);
    assert.match(
      words('status'),
      /^Claude Code will delete 1 transcript of this project in 3 days \(last used .+\)\.\n {2}→ Run "baton context keep --now"/m,
    );
    folder.write('session-2', 40);
    const soon =
      /Claude Code may delete transcripts of this project at its next start: 2 in the next days, the oldest last used .+\./;
    assert.match(words('status'), soon);
    const [check, ...more] = checks({ LANG: 'ko_KR.UTF-8' }) as Record<string, string>[];
    assert.deepEqual([check?.status, more], ['warn', []]);
    assert.match(check?.detail ?? '', soon);
    assert.match(check?.detail ?? '', /^[ -~]+$/);
    assert.match(check?.fix ?? '', /"baton context keep --now"/);
    const { expiring } = json<Listed>(baton(folder.root, ['status', '--json'], env));
    assert.deepEqual(
      expiring.map(({ session, kept }) => [session, kept]),
      [
        ['session-2', false],
        ['session-1', false],
      ],
    );
    run(['--now']);
    assert.doesNotMatch(words('status'), /Claude Code/);
    assert.deepEqual(checks(), []);
  });

  it('removes the copies of one session, and no transcript', () => {
    const main = folder.write('session-1', 0);
    folder.write('session-2', 0);
    run(['--now']);
    const before = json<Listed>(run(['--json']));
    const size = before.kept.find(({ session }) => session === 'session-1')?.stored_bytes;
    const forgotten = json<{ session: string; files: string[]; bytes: number }>(
      run(['--forget', 'session-1', '--json']),
    );
    assert.deepEqual([forgotten.session, forgotten.bytes], ['session-1', size]);
    assert.deepEqual(
      forgotten.files.map((file) => existsSync(file)),
      [false],
    );
    assert.ok(existsSync(main));
    const { kept } = json<Listed>(run(['--json']));
    assert.deepEqual(
      kept.map(({ session }) => session),
      ['session-2'],
    );
    const again = run(['--forget', 'session-1', '--json']);
    assert.equal(again.code, 1);
    assert.equal(json<{ error: { reason: string } }>(again).error.reason, 'not-kept');
    assert.match(
      run(['--forget', 'session-2']).stdout,
      /^Removed what was kept of session-2: 1 file \(\d+ bytes\)\.\n/,
    );
    assert.equal(json<Listed>(run(['--json'])).total.count, 0);
  });

  it('says it in words', () => {
    const main = folder.write('session-1', 0);
    utimesSync(main, old, old);
    const { stdout } = run([]);
    assert.match(stdout, /^Claude Code deletes transcripts 30 days after .* \(its default\)\.\n/);
    assert.match(stdout, /\n {2}session-1 · in 5 days · \d+ bytes · not kept\n/);
    assert.match(stdout, /\nNo transcripts are kept\.\n/);
    assert.match(stdout, /\nNothing is kept by itself: .* while VS Code is open.*--now\.\n$/);
    assert.match(
      run(['--now']).stdout,
      /^Newly kept: 1\. As they were: 0\.\nTranscripts kept: 1, /,
    );
  });

  it('keeps nothing for being looked at', () => {
    folder.write('session-1', 29);
    run(['--json']);
    assert.equal(existsSync(scratch('data', 'projects')), false);
  });

  it('takes one of its options', () => {
    assert.equal(run(['--now', '--list']).code, 2);
    assert.equal(run(['--now', '--forget', 'session-1']).code, 2);
  });
});
