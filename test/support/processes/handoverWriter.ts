// Drafts or hands over, and is gone without a word at the nth write, link, sync or rename.
// handoverWriter.js <root> <draft|handover> <n>
import fs from 'node:fs';
import { answers, plan } from '../handoverValues';

const [root = '', what = '', last = '0'] = process.argv.slice(2);
let count = 0;

function countedDown<T extends (...args: never[]) => unknown>(call: T): T {
  return new Proxy(call, {
    apply: (target, self, args) => {
      count++;
      if (count === Number(last)) {
        process.kill(process.pid, 'SIGKILL');
      }
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}

fs.renameSync = countedDown(fs.renameSync);
fs.linkSync = countedDown(fs.linkSync);
fs.fsync = countedDown(fs.fsync);

void (async () => {
  const { createProject } = await import('../../../src/core/project');
  const { silentLogger } = await import('../../../src/core/support/logger');
  const project = createProject({
    root,
    home: `${root}-home`,
    env: { PATH: process.env.PATH, BATON_HOME: `${root}-data` },
    host: 'test',
    logger: silentLogger,
    now: () => new Date(2026, 0, 15, 12),
  });
  await (what === 'draft'
    ? project.draft({ trigger: 'impl', next: 'two', accomplished: ['second'] })
    : project.handover(plan(), answers({ decisions: ['SQLite', { summary: 'Layers' }] })));
  process.disconnect();
})();
