// Which terminal this is, from environment variables alone. Pure: hosts lend the facts.

import type { Environment, Remote, TerminalKind } from '../schemas/environment';

export interface TerminalFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The agent's process, else the shell's. */
  readonly pid: number | null;
  /** The shell's program when the host could see it (a name or a path). */
  readonly shell?: string | undefined;
  /** Where VS Code itself knows it. */
  readonly remote?: Remote | undefined;
}

interface Row {
  readonly terminal: TerminalKind;
  fits(facts: TerminalFacts): boolean;
  readonly displayName: string | ((facts: TerminalFacts) => string);
}

const termProgram = (name: string) => (facts: TerminalFacts) => facts.env.TERM_PROGRAM === name;

/** First row that fits. The order is part of the contract: editors before what runs inside them. */
const rows: readonly Row[] = [
  {
    terminal: 'cursor',
    fits: (facts) => has(facts, 'CURSOR_TRACE_ID') || askpassNames(facts, 'cursor'),
    displayName: 'Cursor',
  },
  {
    terminal: 'windsurf',
    fits: (facts) =>
      askpassNames(facts, 'windsurf') || /windsurf/i.test(facts.env.__CFBundleIdentifier ?? ''),
    displayName: 'Windsurf',
  },
  {
    terminal: 'vscode',
    fits: (facts) => has(facts, 'VSCODE_PID') || termProgram('vscode')(facts),
    displayName: ({ env }) => (env.VSCODE_PID ? `VS Code (PID ${env.VSCODE_PID})` : 'VS Code'),
  },
  { terminal: 'warp', fits: termProgram('WarpTerminal'), displayName: 'Warp' },
  { terminal: 'iterm', fits: termProgram('iTerm.app'), displayName: 'iTerm2' },
  {
    terminal: 'windows-terminal',
    fits: (facts) => has(facts, 'WT_SESSION'),
    displayName: ({ env }) => `Windows Terminal (${(env.WT_SESSION ?? '').slice(0, 8)})`,
  },
  {
    terminal: 'jetbrains',
    fits: ({ env }) => env.TERMINAL_EMULATOR === 'JetBrains-JediTerm',
    displayName: 'JetBrains',
  },
  { terminal: 'apple-terminal', fits: termProgram('Apple_Terminal'), displayName: 'Terminal' },
  {
    terminal: 'ghostty',
    fits: (facts) => termProgram('ghostty')(facts) || has(facts, 'GHOSTTY_RESOURCES_DIR'),
    displayName: 'Ghostty',
  },
  {
    terminal: 'wezterm',
    fits: (facts) => termProgram('WezTerm')(facts) || has(facts, 'WEZTERM_PANE'),
    displayName: 'WezTerm',
  },
  {
    terminal: 'kitty',
    fits: (facts) => has(facts, 'KITTY_WINDOW_ID') || facts.env.TERM === 'xterm-kitty',
    displayName: 'kitty',
  },
  {
    terminal: 'alacritty',
    fits: (facts) => has(facts, 'ALACRITTY_WINDOW_ID') || facts.env.TERM === 'alacritty',
    displayName: 'Alacritty',
  },
  { terminal: 'konsole', fits: (facts) => has(facts, 'KONSOLE_VERSION'), displayName: 'Konsole' },
  {
    terminal: 'gnome-terminal',
    fits: (facts) => has(facts, 'GNOME_TERMINAL_SCREEN'),
    displayName: 'GNOME Terminal',
  },
  { terminal: 'tmux', fits: (facts) => has(facts, 'TMUX'), displayName: 'tmux' },
  {
    terminal: 'powershell',
    fits: (facts) =>
      has(facts, 'PSModulePath') && !has(facts, 'TERM_PROGRAM') && !has(facts, 'PROMPT'),
    displayName: 'PowerShell',
  },
  { terminal: 'cmd', fits: ({ platform }) => platform === 'win32', displayName: 'Command Prompt' },
];

const unknown: Row = { terminal: 'unknown', fits: () => true, displayName: 'Terminal' };

export function terminalEnvironment(facts: TerminalFacts): Environment {
  const row = rows.find((candidate) => candidate.fits(facts)) ?? unknown;
  return {
    terminal: row.terminal,
    shell: shellName(facts),
    pid: facts.pid,
    displayName: typeof row.displayName === 'string' ? row.displayName : row.displayName(facts),
    remote: facts.remote ?? remoteFrom(facts),
  };
}

/** An empty variable counts as unset, as in most shells' idiom. */
function has({ env }: TerminalFacts, name: string): boolean {
  return Boolean(env[name]);
}

/**
 * The editor's own program path names it in a segment of its own (`Cursor.app`, `.cursor-server`).
 * The home folder is taken off first: it may be called after anything.
 */
function askpassNames({ env }: TerminalFacts, editor: string): boolean {
  const program = env.VSCODE_GIT_ASKPASS_NODE ?? '';
  const home = [env.HOME, env.USERPROFILE].find((folder) => folder && program.startsWith(folder));
  return program
    .slice(home?.length ?? 0)
    .toLowerCase()
    .split(/[\\/]/)
    .some((segment) => new RegExp(`^\\.?${editor}(?![a-z])`).test(segment));
}

function shellName({ shell, env, platform }: TerminalFacts): string | null {
  const program =
    shell ??
    (platform === 'win32' && !env.SHELL
      ? env.PSModulePath && !env.PROMPT
        ? 'powershell'
        : env.ComSpec
      : env.SHELL);
  const name = program
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, '')
    .replace(/^-/, '');
  return name ? name.toLowerCase() : null;
}

/** Innermost first: a codespace is a container too, and is often reached over ssh. */
function remoteFrom(facts: TerminalFacts): Remote | null {
  if (has(facts, 'CODESPACES')) {
    return 'codespaces';
  }
  if (has(facts, 'REMOTE_CONTAINERS') || has(facts, 'DEVCONTAINER')) {
    return 'dev-container';
  }
  if (has(facts, 'SSH_CONNECTION') || has(facts, 'SSH_CLIENT') || has(facts, 'SSH_TTY')) {
    return 'ssh';
  }
  return has(facts, 'WSL_DISTRO_NAME') || has(facts, 'WSL_INTEROP') ? 'wsl' : null;
}
