// The terminal an agent runs in, as `baton env` prints it and a session's meta.json keeps it.

import * as z from 'zod/mini';

export const terminals = [
  'cursor',
  'windsurf',
  'vscode',
  'warp',
  'iterm',
  'windows-terminal',
  'jetbrains',
  'apple-terminal',
  'ghostty',
  'wezterm',
  'kitty',
  'alacritty',
  'konsole',
  'gnome-terminal',
  'tmux',
  'powershell',
  'cmd',
  'unknown',
] as const;
export type TerminalKind = (typeof terminals)[number];

export const remotes = ['ssh', 'dev-container', 'codespaces', 'wsl'] as const;
export type Remote = (typeof remotes)[number];

export const environmentSchema = z.looseObject({
  terminal: z.enum(terminals),
  shell: z.nullable(z.string()),
  pid: z.nullable(z.number()),
  displayName: z.string(),
  remote: z.nullable(z.enum(remotes)),
});
export type Environment = z.infer<typeof environmentSchema>;
