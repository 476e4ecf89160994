import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { initRepository } from '../../support/git';
import { useScratchFolder } from '../../support/scratchFolder';

describe('what a command prints', function () {
  this.timeout(60_000);
  const scratch = useScratchFolder();
  const count = 5_000;
  const bundle = path.resolve('dist/cli.js');
  const list = [bundle, 'decision', 'list'];

  function place() {
    mkdirSync(scratch('.claude', 'sdd', 'handover'), { recursive: true });
    initRepository(scratch());
    const entries = Array.from(
      { length: count },
      (_, index) =>
        `[2026-01-15T10:30:00Z] D${index + 1}: USER_DECISION | 決定 ${index + 1} 결정\n- Reason: r\n- Impact: i\n`,
    );
    writeFileSync(scratch('.claude', 'sdd', 'handover', 'decisions.md'), entries.join('\n'));
    return { cwd: scratch(), env: { PATH: process.env.PATH, HOME: scratch('home') } };
  }

  const isWhole = (printed: string) => {
    assert.ok(printed.length > 200_000, `${printed.length}`);
    for (const number of [1, count / 2, count]) {
      assert.match(printed, new RegExp(`D${number}\\b.*決定 ${number} 결정`));
    }
  };

  it('is whole where the reader is slow and the pipe is shared with a program that does not wait', async () => {
    // Node makes its pipes so that a full one does not stop it, for whoever has the same pipe, too.
    const other = `process.stdout.write(''); setTimeout(() => undefined, 2_000)`;
    const both = `"$0" -e "${other}" & sleep 0.5; exec "$0" "$@"`;
    const child = spawn('sh', ['-c', both, process.execPath, ...list], {
      ...place(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await delay(1_500);
    isWhole(await text(child.stdout));
    assert.equal(await ended, 0);
  });

  it('is no failure where the reader goes away', async () => {
    const child = spawn(process.execPath, list, { ...place(), stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const said = text(child.stderr);
    child.stdout.destroy();
    assert.equal(await ended, 0);
    assert.equal(await said, '');
  });

  it('is a failure where the disk is full', async function () {
    if (!existsSync('/dev/full')) {
      this.skip();
    }
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, list, { ...place(), stdio: ['ignore', full, 'inherit'] });
    closeSync(full);
    assert.equal(await new Promise((resolve) => child.once('close', resolve)), 1);
  });
});
