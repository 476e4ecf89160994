// Offers Baton's MCP server to the agents of VS Code itself, one for each project of a trusted window.
// VS Code starts it when one of its agents needs it, without a shell and with the editor's own runtime.

import path from 'node:path';
import * as vscode from 'vscode';
import type { InstallFacts } from '../core/install/installPlace';
import { mcpProvider } from './contributions';
import type { Projects } from './projects';

export interface McpServers extends vscode.Disposable {
  /** What is offered now. */
  all(): readonly vscode.McpStdioServerDefinition[];
}

export function registerMcpServers(
  projects: Projects,
  facts: Pick<InstallFacts, 'cli' | 'execPath' | 'isElectron' | 'version'>,
): McpServers {
  const changed = new vscode.EventEmitter<void>();
  let offered = '';
  const all = () => (vscode.workspace.isTrusted ? definitions(projects, facts) : []);
  const tell = () => {
    const now = all()
      .map(({ cwd }) => cwd?.toString() ?? '')
      .join('\n');
    // Every snapshot comes through here, and few change the set of projects.
    if (now !== offered) {
      offered = now;
      changed.fire();
    }
  };
  const disposables = vscode.Disposable.from(
    changed,
    vscode.lm.registerMcpServerDefinitionProvider(mcpProvider, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: all,
    }),
    projects.onDidChange(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
  );
  return { all, dispose: () => void disposables.dispose() };
}

function definitions(
  projects: Projects,
  { cli, execPath, isElectron, version }: Parameters<typeof registerMcpServers>[1],
): vscode.McpStdioServerDefinition[] {
  const script = path.join(path.dirname(cli), 'mcp.js');
  return projects.all.map(({ root }) => {
    const label = projects.all.length === 1 ? 'Baton' : `Baton (${path.basename(root)})`;
    const definition = new vscode.McpStdioServerDefinition(
      label,
      execPath,
      [script],
      isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
      version,
    );
    definition.cwd = vscode.Uri.file(root);
    return definition;
  });
}
