// npm run sample -- DIR: makes the sample project there.

import path from 'node:path';
import { UserError } from '../src/core/support/errors';
import { msg } from '../src/core/support/message';
import { runScript } from './process/lifetime';
import { createSampleProject } from './sample/sampleProject';

void runScript(async () => {
  const [name] = process.argv.slice(2);
  if (name === undefined) {
    throw new UserError('usage', msg('Name a folder: npm run sample -- DIR'));
  }
  // npm runs scripts at the root of the project; the path was typed elsewhere.
  const directory = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  await createSampleProject(directory);
  console.log(directory);
  return 0;
});
