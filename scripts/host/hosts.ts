// The VS Code versions that Baton is tried in, and where each is kept.

import os from 'node:os';
import path from 'node:path';

export interface HostVersions {
  /** VS Code's own server build, as this npm package carries it. */
  readonly codeServer: string;
  readonly node: string;
  /** Dependencies of that build that point outside the npm registry, and what stands in for them. */
  readonly replaced: Readonly<Record<string, string>>;
}

export const hosts = {
  current: { codeServer: '4.139.1', node: '24.21.0', replaced: {} },
  // The oldest that `engines.vscode` allows.
  oldest: { codeServer: '4.105.1', node: '22.23.3', replaced: { '@parcel/watcher': '2.5.1' } },
} as const satisfies Record<string, HostVersions>;

export type HostName = keyof typeof hosts;

export function toHostName(name: string): HostName | undefined {
  return Object.hasOwn(hosts, name) ? (name as HostName) : undefined;
}

/** An installed host. */
export interface Host {
  readonly name: HostName;
  readonly directory: string;
  readonly node: string;
  /** The folder of VS Code's server build. */
  readonly vscode: string;
}

/** Raised when the steps of the installation change, so that older ones are not used any more. */
const recipe = 1;

export function hostAt(name: HostName, cache: string): Host {
  const { codeServer, node } = hosts[name];
  const platform = `${process.platform}-${process.arch}`;
  const directory = path.join(
    cache,
    'hosts',
    `code-server-${codeServer}-node-${node}-${platform}-r${recipe}`,
  );
  const modules = path.join(directory, 'node_modules');
  return {
    name,
    directory,
    node: path.join(modules, nodePackage(process.platform, process.arch), 'bin', 'node'),
    vscode: path.join(modules, 'code-server', 'lib', 'vscode'),
  };
}

/** The npm package that carries Node's binary and headers for a platform. */
export function nodePackage(platform: NodeJS.Platform, arch: string): string {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return [prefix, platform === 'win32' ? 'win' : platform, arch].join('-');
}

export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CACHE_HOME;
  // The XDG specification says that a relative path is to be ignored.
  const root =
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache');
  return path.join(root, 'baton');
}
