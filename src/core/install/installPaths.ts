// Where the files are that an install of each scope is about, and where Claude Code has them.

import path from 'node:path';
import { claudeFolder } from '../retention/claudeFolder';
import type { InstallScope } from './hookEntries';

export interface ScopePaths {
  /** No link may lead out of it; undefined for the user's own files, whose links are the user's. */
  readonly within: string | undefined;
  /** The agent's own: commands and skills are in it, too. */
  readonly folder: string;
  /** The file with hooks. */
  readonly settings: string;
  /** The file with MCP servers, which may be the same, and where in it they are. */
  readonly servers: {
    readonly file: string;
    readonly path: readonly string[];
    readonly isToml?: boolean;
  };
}

export interface ScopeFacts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
  /** Not needed for the user's scope. */
  readonly root: string | undefined;
  /** The main working tree, where this is another one of it. */
  readonly mainRoot: string | undefined;
}

export function scopePaths(scope: InstallScope, facts: ScopeFacts): ScopePaths {
  const { root = '', mainRoot = root } = facts;
  const { folder, config } = userConfiguration(facts);
  if (scope === 'user') {
    return {
      within: undefined,
      folder,
      settings: path.join(folder, 'settings.json'),
      servers: { file: config, path: ['mcpServers'] },
    };
  }
  const claude = path.join(root, '.claude');
  return scope === 'shared'
    ? {
        within: root,
        folder: claude,
        settings: path.join(claude, 'settings.json'),
        servers: { file: path.join(root, '.mcp.json'), path: ['mcpServers'] },
      }
    : {
        within: root,
        folder: claude,
        settings: path.join(claude, 'settings.local.json'),
        // The CLI keeps what is local to a repository under its main working tree.
        servers: { file: config, path: ['projects', mainRoot, 'mcpServers'] },
      };
}

/** The folder with the user's settings, and the file in which the CLI keeps what it knows. */
export function userConfiguration({ env, home }: Pick<ScopeFacts, 'env' | 'home'>): {
  folder: string;
  config: string;
} {
  const folder = claudeFolder({ env, home });
  return { folder, config: path.join(env.CLAUDE_CONFIG_DIR ? folder : home, '.claude.json') };
}
