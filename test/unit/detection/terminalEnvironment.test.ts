import assert from 'node:assert/strict';
import {
  terminalEnvironment,
  type TerminalFacts,
} from '../../../src/core/detection/terminalEnvironment';
import { terminals } from '../../../src/core/schemas/environment';

type Env = TerminalFacts['env'];

function detect(env: Env, facts: Partial<TerminalFacts> = {}) {
  return terminalEnvironment({ env, platform: 'linux', pid: 4711, ...facts });
}

const askpass = (program: string) => ({ VSCODE_GIT_ASKPASS_NODE: program });
const windows = { platform: 'win32' } as const;

/** One row per way to recognise a terminal, in the order of the contract. */
const rows: [terminal: string, displayName: string, env: Env, facts?: Partial<TerminalFacts>][] = [
  ['cursor', 'Cursor', { CURSOR_TRACE_ID: 'a1' }],
  ['cursor', 'Cursor', askpass('/Applications/Cursor.app/Contents/Frameworks/Cursor Helper')],
  ['cursor', 'Cursor', askpass('C:\\Users\\me\\AppData\\Local\\Programs\\cursor\\Cursor.exe')],
  ['cursor', 'Cursor', { HOME: '/home/me', ...askpass('/home/me/.cursor-server/bin/1/node') }],
  ['windsurf', 'Windsurf', askpass('/usr/share/windsurf/windsurf')],
  ['windsurf', 'Windsurf', { __CFBundleIdentifier: 'com.exafunction.windsurf' }],
  ['vscode', 'VS Code (PID 4242)', { VSCODE_PID: '4242' }],
  ['vscode', 'VS Code', { TERM_PROGRAM: 'vscode' }],
  ['warp', 'Warp', { TERM_PROGRAM: 'WarpTerminal' }],
  ['iterm', 'iTerm2', { TERM_PROGRAM: 'iTerm.app' }],
  [
    'windows-terminal',
    'Windows Terminal (0a1b2c3d)',
    { WT_SESSION: '0a1b2c3d-4e5f-6789' },
    windows,
  ],
  ['jetbrains', 'JetBrains', { TERMINAL_EMULATOR: 'JetBrains-JediTerm' }],
  ['apple-terminal', 'Terminal', { TERM_PROGRAM: 'Apple_Terminal' }, { platform: 'darwin' }],
  ['ghostty', 'Ghostty', { TERM_PROGRAM: 'ghostty' }],
  ['ghostty', 'Ghostty', { GHOSTTY_RESOURCES_DIR: '/usr/share/ghostty' }],
  ['wezterm', 'WezTerm', { TERM_PROGRAM: 'WezTerm' }],
  ['wezterm', 'WezTerm', { WEZTERM_PANE: '0' }],
  ['kitty', 'kitty', { KITTY_WINDOW_ID: '1' }],
  ['kitty', 'kitty', { TERM: 'xterm-kitty' }],
  ['alacritty', 'Alacritty', { ALACRITTY_WINDOW_ID: '1' }],
  ['alacritty', 'Alacritty', { TERM: 'alacritty' }],
  ['konsole', 'Konsole', { KONSOLE_VERSION: '230804' }],
  ['gnome-terminal', 'GNOME Terminal', { GNOME_TERMINAL_SCREEN: '/org/gnome/Terminal/screen/1' }],
  ['tmux', 'tmux', { TMUX: '/tmp/tmux-0/default,1,0', TERM_PROGRAM: 'tmux' }],
  ['powershell', 'PowerShell', { PSModulePath: 'C:\\Modules' }, windows],
  ['cmd', 'Command Prompt', { PSModulePath: 'C:\\Modules', PROMPT: '$P$G' }, windows],
  ['cmd', 'Command Prompt', {}, windows],
  ['unknown', 'Terminal', { TERM: 'xterm-256color' }],
];

describe('terminal environment', () => {
  for (const [terminal, displayName, env, facts] of rows) {
    it(`${terminal} from ${JSON.stringify(env)}`, () => {
      const detected = detect(env, facts);
      assert.equal(detected.terminal, terminal);
      assert.equal(detected.displayName, displayName);
    });
  }

  it('covers every terminal of the schema', () => {
    assert.deepEqual([...new Set(rows.map(([terminal]) => terminal))], [...terminals]);
  });

  // Every row against every later one: the variables of both are set, the earlier one wins.
  describe('precedence', () => {
    for (const [index, [earlier, , env, facts]] of rows.entries()) {
      const later = rows.slice(index + 1).filter(([terminal, , other]) => {
        const clash = Object.keys(other).some((key) => key in env && env[key] !== other[key]);
        return terminal !== earlier && !clash;
      });
      it(`${earlier} (${Object.keys(env).join(', ') || 'nothing set'}) before ${later.length} later rows`, () => {
        for (const [terminal, , other] of later) {
          // PowerShell is recognised by what is absent, so another variable may rule it out.
          if (earlier === 'powershell' && ('PROMPT' in other || 'TERM_PROGRAM' in other)) {
            continue;
          }
          assert.equal(detect({ ...other, ...env }, facts).terminal, earlier, terminal);
        }
      });
    }
  });

  const names: [description: string, env: Env, terminal: string][] = [
    [
      'a user called cursor',
      { HOME: '/home/cursor', ...askpass('/home/cursor/.vscode-server/node') },
      'unknown',
    ],
    ['a folder called cursory', askpass('/opt/cursory/node'), 'unknown'],
    ['an empty variable', { CURSOR_TRACE_ID: '', TERM_PROGRAM: 'vscode' }, 'vscode'],
    [
      'PSModulePath inherited by a terminal program',
      { PSModulePath: 'x', TERM_PROGRAM: 'foo' },
      'unknown',
    ],
  ];
  for (const [description, env, terminal] of names) {
    it(`is not misled by ${description}`, () => {
      assert.equal(detect(env).terminal, terminal);
    });
  }

  const remotes: [remote: string | null, env: Env][] = [
    ['ssh', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }],
    ['ssh', { SSH_TTY: '/dev/pts/0' }],
    ['dev-container', { REMOTE_CONTAINERS: 'true' }],
    ['dev-container', { DEVCONTAINER: '1' }],
    ['codespaces', { CODESPACES: 'true', REMOTE_CONTAINERS: 'true', SSH_CONNECTION: 'x' }],
    ['wsl', { WSL_DISTRO_NAME: 'Ubuntu' }],
    [null, {}],
  ];
  for (const [remote, env] of remotes) {
    it(`remote ${remote ?? 'none'} from ${JSON.stringify(env)}`, () => {
      assert.equal(detect(env).remote, remote);
    });
  }

  it('takes the remote from the editor where it knows', () => {
    assert.equal(detect({}, { remote: 'wsl' }).remote, 'wsl');
  });

  const shells: [shell: string | null, env: Env, facts?: Partial<TerminalFacts>][] = [
    ['zsh', { SHELL: '/bin/zsh' }],
    ['fish', { SHELL: '/bin/zsh' }, { shell: '-fish' }],
    ['cmd', { ComSpec: 'C:\\Windows\\System32\\cmd.exe', PROMPT: '$P$G' }, windows],
    ['powershell', { ComSpec: 'C:\\Windows\\System32\\cmd.exe', PSModulePath: 'x' }, windows],
    ['bash', { SHELL: 'C:\\Program Files\\Git\\bin\\bash.exe' }, windows],
    [null, {}],
  ];
  for (const [shell, env, facts] of shells) {
    it(`shell ${shell ?? 'unknown'} from ${JSON.stringify({ ...env, ...facts })}`, () => {
      assert.equal(detect(env, facts).shell, shell);
    });
  }

  it('passes the process id on', () => {
    assert.equal(detect({}, { pid: null }).pid, null);
    assert.equal(detect({}).pid, 4711);
  });
});
