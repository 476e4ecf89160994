import assert from 'node:assert/strict';
import { dataFolder } from '../../src/core/dataFolder';

describe('data folder', () => {
  const home = '/home/me';
  const cases: [env: NodeJS.ProcessEnv, platform: NodeJS.Platform, folder: string][] = [
    [{}, 'linux', '/home/me/.local/share/baton'],
    [{ XDG_DATA_HOME: '/data' }, 'linux', '/data/baton'],
    [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/me/.local/share/baton'],
    [{}, 'darwin', '/home/me/Library/Application Support/baton'],
    [{ LOCALAPPDATA: '/local' }, 'win32', '/local/baton'],
    [{}, 'win32', '/home/me/AppData/Local/baton'],
    [{ BATON_HOME: '/elsewhere', XDG_DATA_HOME: '/data' }, 'linux', '/elsewhere'],
  ];
  for (const [env, platform, folder] of cases) {
    it(`is ${folder} with ${JSON.stringify(env)} on ${platform}`, () => {
      assert.equal(dataFolder({ env, platform, home }), folder);
    });
  }
});
