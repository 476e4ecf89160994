// Records failures and passes of commands in one project, and reports each when it is on disk.
// runRecorder.js <root> <data folder> <command> <times>
import { createProject } from '../../../src/core/project';
import { silentLogger } from '../../../src/core/support/logger';
import { fails, passes } from '../blockerRuns';

const [root = '', data = '', command = '', times = '1'] = process.argv.slice(2);

void (async () => {
  const project = createProject({
    root,
    home: `${data}/home`,
    env: { PATH: process.env.PATH, BATON_HOME: data },
    host: 'test',
    logger: silentLogger,
    now: () => new Date(),
  });
  for (let time = 0; time < Number(times); time++) {
    await fails(project, 'shared');
    await fails(project, command);
    await passes(project, command);
    process.send?.(time);
  }
  process.disconnect();
})();
