// Baton: Search… finds words in what was written, said and done, and opens it at the place.

import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SearchResult } from '../../core/search/search';
import { commands, settings } from '../contributions';
import type { Projects } from '../projects';
import { createBackgroundSearch } from '../search/backgroundSearch';
import { pickResult } from '../search/searchPick';
import type { FileTarget } from '../views/treeNode';
import type { TranscriptPlace } from './agentCommands';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import type { ProjectRow } from './projectOf';

/** `words`: what is looked for at first. */
type SearchArguments = Partial<ProjectRow> & { readonly words?: unknown };

export function registerSearchCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands(log, {
    [commands.search]: async (given?: SearchArguments) => {
      const { root } = await chooseProject(
        projects,
        given?.root ? { root: given.root } : undefined,
      );
      const words = typeof given?.words === 'string' ? given.words : '';
      const setting = vscode.workspace
        .getConfiguration(settings.section, vscode.Uri.file(root))
        .get<string>(settings.sddDirectory);
      const sddDirectory = process.env.BATON_SDD_DIR || setting;
      const search = createBackgroundSearch();
      try {
        const result = await pickResult(search, { root, home: homedir(), sddDirectory }, words);
        if (result) {
          await open(result, root);
        }
      } finally {
        search.dispose();
      }
    },
  });
}

async function open({ kind, file, line, agent }: SearchResult, root: string): Promise<void> {
  if (kind === 'transcripts' && agent) {
    const place: TranscriptPlace = { file, agent, line };
    await vscode.commands.executeCommand(commands.openTranscript, place);
  } else {
    // A worktree shows the contexts of the main one.
    const within = file.startsWith(root + path.sep) ? { within: root } : {};
    const target: FileTarget = { file, line, ...within };
    await vscode.commands.executeCommand(commands.openFile, target);
  }
}
