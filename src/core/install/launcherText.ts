// The text of the launcher. Agents run it at every event, so it starts nothing but the runtime: what
// can be found out beforehand is written into it.

export interface LauncherFacts {
  readonly version: string;
  readonly dataFolder: string;
  /** The command line of the installed extension. */
  readonly cli: string;
  /** Runtimes that were new enough when this was written, best first; any may be gone later. */
  readonly nodes: readonly string[];
  /** An editor's runtime, which becomes a Node by a variable. */
  readonly editor: string | undefined;
}

/**
 * A hook has nothing to share out among threads, and on few cores they push it aside. For a Node on
 * systems with a shell: what an editor's runtime and Windows make of it was not tried.
 */
export const hookOptions = '--v8-pool-size=1';

/**
 * For hooks, without the user's options of Node: a debugger that attaches to every Node, or a list of
 * certificates, costs more than the hook. Without an argument in an agent's hook, it was called by a
 * version of the agent that does not know `args`: its exit code must not stop the agent.
 */
export function posixLauncher({ version, dataFolder, cli, nodes, editor }: LauncherFacts): string {
  const starts = [
    ...nodes.map(
      (node) => `  [ -x ${quote(node)} ] && exec ${quote(node)} $baton_options "$cli" "$@"\n`,
    ),
    ...(editor === undefined ? [] : [editorStart(editor)]),
  ];
  return `#!/bin/sh
# Baton ${version}: starts the command line of the installed extension.
# Written by Baton when the editor starts and by "baton install"; changes are lost.
cli=${quote(cli)}
if [ -z "$BATON_HOME" ]; then BATON_HOME=${quote(dataFolder)}; fi
export BATON_HOME
if [ $# = 0 ] && [ -n "$CLAUDE_PROJECT_DIR" ]; then exit 0; fi
baton_options=
if [ "$1" = hook ]; then
  unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
  baton_options=${hookOptions}
fi
if [ -f "$cli" ]; then
${starts.join('')}  if node -e 'process.exit(+(parseInt(process.versions.node) < ${oldestNode}))' </dev/null >/dev/null 2>/dev/null; then
    exec node $baton_options "$cli" "$@"
  fi
  why='found neither Node.js ${oldestNode} or later nor the editor that it was installed in'
else
  why='is no longer installed where it was'
fi
if [ "$1" = hook ]; then exit 0; fi
echo "baton: Baton $why. Open the editor with the Baton extension once, or run \\"baton install\\" of a new copy." >&2
exit 1
`;
}

function editorStart(editor: string): string {
  return `  editor=${quote(editor)}
  if [ -x "$editor" ]; then
    ELECTRON_RUN_AS_NODE=1
    export ELECTRON_RUN_AS_NODE
    exec "$editor" "$cli" "$@"
  fi
`;
}

export function windowsLauncher({
  version,
  dataFolder,
  cli,
  nodes,
  editor,
}: LauncherFacts): string {
  const lines = [
    '@echo off',
    `rem Baton ${version}: starts the command line of the installed extension.`,
    'rem Written by Baton when the editor starts and by "baton install"; changes are lost.',
    'setlocal',
    `set "cli=${batch(cli)}"`,
    `if not defined BATON_HOME set "BATON_HOME=${batch(dataFolder)}"`,
    'if "%~1"=="" if defined CLAUDE_PROJECT_DIR exit /b 0',
    'if "%~1"=="hook" set "NODE_OPTIONS="',
    'if "%~1"=="hook" set "NODE_EXTRA_CA_CERTS="',
    'if not exist "%cli%" goto missing',
    ...nodes.map((node) => `if exist "${batch(node)}" set "node=${batch(node)}" & goto run`),
    ...(editor === undefined
      ? []
      : [
          `set "editor=${batch(editor)}"`,
          'if exist "%editor%" set "ELECTRON_RUN_AS_NODE=1" & set "node=%editor%" & goto run',
        ]),
    ':missing',
    'if "%~1"=="hook" exit /b 0',
    'echo baton: Baton or what runs it is no longer where it was. Open the editor with the Baton extension once. 1>&2',
    'exit /b 1',
    ':run',
    '"%node%" "%cli%" %*',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The oldest that the bundles are built for. */
export const oldestNode = 20;

export interface KnownLauncher {
  readonly version: string;
  readonly cli: string;
  readonly editor: string | undefined;
}

/** What an existing launcher starts; undefined where it is none of ours. */
export function parseLauncher(text: string): KnownLauncher | undefined {
  const version = /^(?:#|rem) Baton (\d+\.\d+\.\d+\S*): /m.exec(text)?.[1];
  const cli = variable(text, 'cli');
  return version === undefined || cli === undefined
    ? undefined
    : { version, cli, editor: variable(text, 'editor') };
}

function variable(text: string, name: string): string | undefined {
  const posix = new RegExp(`^ *${name}='((?:[^']|'\\\\'')*)'$`, 'm').exec(text)?.[1];
  const windows = new RegExp(`^set "${name}=(.*)"\\r?$`, 'm').exec(text)?.[1];
  return posix?.replaceAll(`'\\''`, `'`) ?? windows?.replaceAll('%%', '%');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function batch(text: string): string {
  return text.replaceAll('%', '%%');
}
