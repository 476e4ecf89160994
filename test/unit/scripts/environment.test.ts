import assert from 'node:assert/strict';
import path from 'node:path';
import { npmCommand } from '../../../scripts/host/npm';
import { cleanEnvironment, npmEnvironment } from '../../../scripts/process/environment';

describe('environment of other programs', () => {
  const machine = ['/usr/local/bin', '/usr/bin'].join(path.delimiter);
  const parent = {
    PATH: ['/checkout/node_modules/.bin', '/npm/node-gyp-bin', machine].join(path.delimiter),
    HOME: '/home/ada',
    VSCODE_IPC_HOOK_CLI: '/tmp/x.sock',
    TERM_PROGRAM: 'vscode',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect',
    npm_config_registry: 'https://registry.example',
    'npm_config_//registry.example/:always-auth': 'true',
    npm_config_local_prefix: '/checkout',
    npm_config_ignore_scripts: 'true',
    npm_lifecycle_event: 'test',
    BATON_RESULT_FILE: '/tmp/result.json',
  };

  it("has no variable of VS Code's or npm's, and the machine's own PATH", () => {
    assert.deepEqual(cleanEnvironment(parent), {
      PATH: machine,
      HOME: '/home/ada',
      BATON_RESULT_FILE: '/tmp/result.json',
    });
  });

  it("keeps, for npm, the way to the machine's packages only", () => {
    const names = Object.keys(npmEnvironment(parent)).filter((name) => name.startsWith('npm_'));
    assert.deepEqual(names, ['npm_config_registry', 'npm_config_//registry.example/:always-auth']);
  });

  it('runs npm on the Node that npm was started with', () => {
    const env = { npm_execpath: '/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' };
    assert.deepEqual(npmCommand(env), ['/usr/bin/node', '/npm/bin/npm-cli.js']);
  });

  it('does not take another package manager for npm', () => {
    const env = { npm_execpath: '/pnpm/bin/pnpm.cjs', PATH: '' };
    assert.throws(() => npmCommand(env), /npm was not found/);
  });
});
