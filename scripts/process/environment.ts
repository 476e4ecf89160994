// The environment that programs get which are not part of this npm run.

import path from 'node:path';

/** Settings of npm that describe the machine's way to its packages, not this project. */
const npmOfMachine =
  /^npm_config_(\/|registry$|cache$|userconfig$|globalconfig$|proxy$|https_proxy$|noproxy$|ca$|cafile$|strict_ssl$|offline$|prefer_offline$|fetch_)/i;

/** Without VS Code's own variables, and without what npm adds for the scripts of this project. */
export function cleanEnvironment(parent: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(parent).filter(
    ([name]) =>
      !/^(VSCODE_|ELECTRON_|TERM_PROGRAM|npm_)/i.test(name) &&
      !['NODE_OPTIONS', 'NODE', 'INIT_CWD'].includes(name),
  );
  const clean = Object.fromEntries(kept);
  if (clean.PATH !== undefined) {
    clean.PATH = clean.PATH.split(path.delimiter).filter(isOfMachine).join(path.delimiter);
  }
  return clean;
}

function isOfMachine(directory: string): boolean {
  return !/[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/.test(directory);
}

export function npmEnvironment(parent: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = Object.entries(parent).filter(([name]) => npmOfMachine.test(name));
  return { ...cleanEnvironment(parent), ...Object.fromEntries(settings) };
}
