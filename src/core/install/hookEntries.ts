// What Baton writes into an agent's settings: one hook for each event, and one MCP server.

/** Where something is installed: for this person here, for all who share the repository, everywhere. */
export type InstallScope = 'local' | 'shared' | 'user';

export interface HookEvent {
  readonly name: string;
  /** Which tools it is about; all events of its name unless told. */
  readonly matcher?: string;
  /** In seconds: what the agent waits at most, not what it usually takes. */
  readonly timeout: number;
  /** What Claude Code calls it, where that is another name. */
  readonly means?: string;
}

/** Of Claude Code. SessionStart has no matcher, since its sources differ between versions of the CLI. */
export const hookEvents: readonly HookEvent[] = [
  { name: 'SessionStart', timeout: 15 },
  { name: 'UserPromptSubmit', timeout: 10 },
  { name: 'PostToolUse', matcher: 'Bash', timeout: 15 },
  { name: 'PostToolUseFailure', matcher: 'Bash', timeout: 15 },
  { name: 'PreCompact', timeout: 30 },
  { name: 'PostCompact', timeout: 15 },
  { name: 'Stop', timeout: 30 },
  { name: 'SubagentStop', timeout: 15 },
  { name: 'Notification', timeout: 10 },
  // Without one, the CLI ends it after two seconds.
  { name: 'SessionEnd', timeout: 10 },
];

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookCommand[];
}

export interface HookCommand {
  readonly type: 'command';
  /** As people see it in Gemini CLI and Qwen Code. */
  readonly name?: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout: number;
  /** In Codex, in units of four bytes: what is longer loses its middle. */
  readonly additionalContextLimit?: number;
}

export const mcpServerName = 'baton';

export interface McpServer {
  readonly type?: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** In Codex: variables that it passes on besides the usual ones. */
  readonly env_vars?: readonly string[];
}

/** How the launcher is called from settings. */
export interface LauncherCall {
  readonly launcher: string;
  readonly scope: InstallScope;
  readonly platform: NodeJS.Platform;
}

export function hookGroup({ name, matcher, timeout }: HookEvent, call: LauncherCall): HookGroup {
  const command =
    call.scope === 'shared'
      ? { command: `${findLauncher}; ${startLauncher} hook ${name}` }
      : argv(call, ['hook', name]);
  return { ...(matcher && { matcher }), hooks: [{ type: 'command', ...command, timeout }] };
}

export function mcpServer(call: LauncherCall): McpServer {
  return call.scope === 'shared'
    ? { type: 'stdio', command: 'sh', args: ['-c', `${findLauncher}; ${startLauncher} mcp`] }
    : { type: 'stdio', ...argv(call, ['mcp']) };
}

/** Without a shell, so that no character of the path has a meaning. */
export function argv(
  { launcher, platform }: LauncherCall,
  args: readonly string[],
): { command: string; args: string[] } {
  // No program can start a .cmd by itself.
  return platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/c', launcher, ...args] }
    : { command: launcher, args: [...args] };
}

/**
 * For the shell of whoever has the repository: their own launcher, wherever it is. The agent itself
 * replaces variables in braces, and its rules of permission hold no brackets, so there are none. The
 * slash in front makes a relative path, which would be one inside the repository, lead nowhere.
 */
const lookForLauncher = [
  'b=$BATON_HOME',
  '[ "$b" ] || b=$XDG_DATA_HOME/baton',
  '[ "$b" != /baton ] || b=$HOME/.local/share/baton',
  '[ -x "/$b/bin/baton" ] || b="$HOME/Library/Application Support/baton"',
  '[ -x "/$b/bin/baton" ]',
].join('; ');

const startLauncher = 'exec "/$b/bin/baton"';

/** Nothing where Baton is not installed. */
const findLauncher = `${lookForLauncher} || exit 0`;

/** How a person or an agent calls Baton in a shell; words of a verb follow. */
export function shellCall({ launcher, scope, platform }: LauncherCall): string {
  if (scope === 'shared') {
    const missing = '{ echo "Baton is not installed on this machine."; exit 0; }';
    return `sh -c '${lookForLauncher} || ${missing}; ${startLauncher} "$@"' baton`;
  }
  const path = platform === 'win32' ? launcher.replaceAll('\\', '/') : launcher;
  return `"${path.replace(/["\\$`]/g, '\\$&')}"`;
}

/** An entry of ours, also one of an earlier version with another launcher. */
export function isOurHook(value: unknown): boolean {
  const { type, command, args } = record(value);
  return type === 'command' && (isCall(command, args, 'hook') || isHookLine(command));
}

export function isOurServer(value: unknown): boolean {
  const { command, args } = record(value);
  return isCall(command, args, 'mcp');
}

function isCall(command: unknown, args: unknown, verb: 'hook' | 'mcp'): boolean {
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  const isDirect = words.some(
    (word, index) =>
      typeof word === 'string' &&
      /[\\/]bin[\\/]baton(?:\.cmd)?$/.test(word) &&
      words[index + 1] === verb,
  );
  return (
    isDirect ||
    words.some(
      (word) =>
        typeof word === 'string' &&
        new RegExp(`; exec "/\\$(?:b|_baton)/bin/baton" ${verb}(?: [A-Za-z]+)?$`).test(word),
    )
  );
}

/** As agents have it that take a line for a shell only. */
function isHookLine(command: unknown): boolean {
  return typeof command === 'string' && hookLine.test(command);
}

const hookLine =
  /^(?:'[^]*\/bin\/baton'|cmd\.exe \/d \/c "[^"]*\\bin\\baton\.cmd"|sh -c '[^']*; exec "\/\$_baton\/bin\/baton") hook [A-Za-z]+ --agent [a-z]+(?: --shared')?$/;

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
