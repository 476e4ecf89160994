import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as esbuild from 'esbuild';
import { ESLint } from 'eslint';

// Architecture is a lint error and a build error. These tests show that both bite.
describe('boundaries', function () {
  this.timeout(60_000);

  describe('lint', () => {
    const eslint = new ESLint({
      cwd: process.cwd(),
      // Probe files do not exist on disk, so the rules that need types are left out.
      overrideConfig: {
        files: ['**/*.ts'],
        languageOptions: {
          parserOptions: { projectService: false, project: false, programs: null },
        },
      },
      ruleFilter: ({ ruleId }) =>
        ruleId === '@typescript-eslint/no-restricted-imports' ||
        ruleId === 'no-restricted-properties',
    });
    const cases: [file: string, code: string, bites: boolean][] = [
      ['src/core/probe.ts', "import * as vscode from 'vscode';\nvscode.window;", true],
      ['src/core/probe.ts', "import type { Uri } from 'vscode';\nexport type X = Uri;", true],
      ['src/core/probe.ts', "import { main } from '../cli/main';\nmain();", true],
      ['src/core/stores/probe.ts', "import { x } from '../../extension/views/x';\nx();", true],
      ['src/core/probe.ts', 'export const x = process.argv;', true],
      ['src/core/probe.ts', "import path from 'node:path';\npath.sep;", false],
      ['src/cli/probe.ts', "import * as vscode from 'vscode';\nvscode.window;", true],
      ['src/cli/probe.ts', "import { x } from '../extension/x';\nx();", true],
      ['src/cli/probe.ts', "import { x } from '../core/project';\nx();", false],
      ['src/cli/probe.ts', "import { x } from '../mcp/server';\nx();", true],
      ['src/mcp/probe.ts', "import type { Uri } from 'vscode';\nexport type X = Uri;", true],
      ['src/mcp/probe.ts', "import { x } from '../cli/openProject';\nx();", true],
      ['src/mcp/tools/probe.ts', "import { x } from '../../extension/projects';\nx();", true],
      ['src/mcp/tools/probe.ts', "import { x } from '../../core/project';\nx();", false],
      ['src/mcp/probe.ts', "process.stdout.write('x');", true],
      ['src/extension/probe.ts', "import { x } from '../mcp/server';\nx();", true],
      ['src/extension/probe.ts', "import * as vscode from 'vscode';\nvscode.window;", false],
      ['src/extension/probe.ts', "vscode.window.showWarningMessage('[x](command:y)');", true],
      ['src/extension/messages.ts', "vscode.window.showWarningMessage('x');", false],
      ['src/extension/probe.ts', "import { x } from '../cli/x';\nx();", true],
      ['src/webview/probe.ts', "import * as vscode from 'vscode';\nvscode.window;", true],
      ['src/webview/probe.ts', "import { x } from '../extension/x';\nx();", true],
      ['src/webview/probe.ts', "import { x } from '../core/project';\nx();", true],
    ];
    for (const [file, code, bites] of cases) {
      it(`${bites ? 'refuses' : 'allows'} ${code.split('\n')[0] ?? ''} in ${file}`, async () => {
        const [result] = await eslint.lintText(code, { filePath: path.resolve(file) });
        assert.ok(result);
        const parseErrors = result.messages.filter((message) => message.fatal);
        assert.deepEqual(parseErrors, []);
        assert.equal(result.messages.length > 0, bites, JSON.stringify(result.messages));
      });
    }
  });

  describe('bundle', () => {
    const probe = "import * as vscode from 'vscode'; console.log(vscode);";

    async function bundle(options: esbuild.BuildOptions): Promise<string> {
      const { build } = await import('esbuild');
      try {
        await build({
          ...options,
          entryPoints: undefined,
          stdin: { contents: probe, resolveDir: process.cwd() },
          bundle: true,
          write: false,
          platform: 'node',
          logLevel: 'silent',
        });
        return 'built';
      } catch (error) {
        return String(error);
      }
    }
    const builder = () =>
      import(pathToFileURL(path.resolve('esbuild.mjs')).href) as Promise<
        Record<'commandLineBundle' | 'extensionBundle' | 'mcpBundle', esbuild.BuildOptions>
      >;

    it('of the command line fails when something imports vscode', async () => {
      const { commandLineBundle } = await builder();
      assert.match(await bundle(commandLineBundle), /Could not resolve "vscode"/);
    });

    it('of the MCP server fails when something imports vscode', async () => {
      const { mcpBundle } = await builder();
      assert.match(await bundle(mcpBundle), /Could not resolve "vscode"/);
    });

    it('of the MCP server alone holds the protocol library', () => {
      const holds = (name: string) =>
        readFileSync(`dist/${name}.js`, 'utf8').includes('notifications/initialized');
      assert.deepEqual(['mcp', 'cli', 'cliMain', 'extension'].filter(holds), ['mcp']);
    });

    it('of the extension leaves vscode to its host', async () => {
      const { extensionBundle } = await builder();
      assert.equal(await bundle(extensionBundle), 'built');
    });
  });
});
