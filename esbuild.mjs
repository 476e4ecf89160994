// Builds what ships (dist/) and what only this repository runs (out/: scripts and tests).
// Plain JavaScript, because it is the one file that runs before anything is built.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** Each file that imports it would copy all its members at start, which a hook feels. */
const plainPath = {
  name: 'plain path',
  setup: (build) => {
    build.onResolve({ filter: /^node:path$/ }, ({ importer, kind }) =>
      kind === 'import-statement' && !importer.includes('node_modules')
        ? { path: 'node:path', namespace: 'plain' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'plain' }, () => ({
      contents: "const path = require('node:path');\nexport default path;\n",
    }));
  },
};

/** The VS Code host: the only bundle that may see `vscode`. */
export const extensionBundle = {
  entryPoints: { extension: 'src/extension/extension.ts' },
  external: ['vscode'],
};

/** Run outside VS Code. `vscode` is not external here, so an import of it fails the build. */
export const commandLineBundle = {
  entryPoints: {
    cli: 'src/cli/start.ts',
    cliMain: 'src/cli/main.ts',
  },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [plainPath],
};

/** What the window does in a thread of its own, where there is no `vscode`. */
export const threadBundle = {
  entryPoints: { searchWorker: 'src/extension/search/searchWorker.ts' },
};

/**
 * What agents run several times on every turn. Each of these is a file of its own, so that a call
 * reads only what it needs, and Node keeps the compiled code of just that.
 */
const hookParts = {
  hook: 'src/cli/hooks/main.ts',
  hookSessionStart: 'src/cli/hooks/sessionStart.ts',
  hookUserPrompt: 'src/cli/hooks/userPrompt.ts',
  hookAgentInput: 'src/cli/hooks/agentInput.ts',
  hookToolUse: 'src/cli/hooks/toolUse.ts',
  hookStop: 'src/cli/hooks/stop.ts',
  hookSubagentStop: 'src/cli/hooks/subagentStop.ts',
  hookTagged: 'src/cli/hooks/keepTagged.ts',
  hookTriggers: 'src/core/handover/triggers.ts',
  hookDraft: 'src/cli/hooks/draftAtStop.ts',
  hookBuffer: 'src/core/handover/buffer.ts',
  hookDraftNow: 'src/core/handover/draftNow.ts',
  hookOffers: 'src/core/handover/offers.ts',
  hookKeepContext: 'src/cli/hooks/keepContext.ts',
  hookLiveSession: 'src/cli/hooks/liveSession.ts',
  hookForget: 'src/core/context/forgetOldSessions.ts',
  hookApart: 'src/core/context/contextApart.ts',
  hookLog: 'src/cli/hooks/hookLog.ts',
  hookStatus: 'src/core/detection/blockers/workflowStatus.ts',
  hookCodex: 'src/core/transcript/codex.ts',
  hookGemini: 'src/core/transcript/gemini.ts',
  hookQwen: 'src/core/transcript/qwen.ts',
  hookInjection: 'src/cli/hooks/injection.ts',
  hookSessionMark: 'src/core/handover/sessionStart.ts',
  hookOpenProject: 'src/cli/openProject.ts',
  hookGit: 'src/core/git/git.ts',
};

export const hookBundle = bundleOfParts(hookParts);

/**
 * The MCP server, apart from the command line: its protocol library weighs more than all hooks. What
 * a tool works with is loaded at its first call, so that an agent does not wait for it when it starts.
 */
export const mcpBundle = bundleOfParts({
  mcp: 'src/mcp/main.ts',
  mcpProject: 'src/core/project.ts',
  mcpLiveSession: 'src/core/sessions/serverSession.ts',
});

/** A verb that reads a long log and should answer at once. */
export const decisionsBundle = bundleOfParts({ cliDecisions: 'src/cli/decision/readMain.ts' });

/** What a search works with only when something is new, or when lines are shown, is loaded then. */
export const searchBundle = bundleOfParts({
  cliSearch: 'src/cli/search/main.ts',
  searchUpdate: 'src/core/search/updateIndex.ts',
  searchText: 'src/core/search/unitText.ts',
  searchScan: 'src/core/agents/sessionScan.ts',
  searchRegistry: 'src/core/agents/registryFile.ts',
});
/** One that looks at many sessions. */
export const sweepBundle = bundleOfParts({ cliSweep: 'src/cli/sessions/sweepMain.ts' });

/** A part that another one imports when it needs it stays a file of its own. */
function bundleOfParts(entryPoints) {
  return {
    entryPoints,
    // As require(): the loader for modules takes longer to start than a hook may.
    supported: { 'dynamic-import': false },
    plugins: [
      {
        name: 'parts',
        setup: (build) => {
          build.onResolve({ filter: /^\./ }, ({ kind, path: name, resolveDir }) => {
            const file = path
              .relative('.', path.resolve(resolveDir, `${name}.ts`))
              .split(path.sep)
              .join('/');
            const part = Object.entries(entryPoints).find(([, source]) => source === file)?.[0];
            return part && kind === 'dynamic-import'
              ? { path: `./${part}.js`, external: true }
              : undefined;
          });
        },
      },
      plainPath,
    ],
  };
}

/** Scripts of pages: they run in a browser, and see neither Node nor VS Code. */
const pageBundle = {
  entryPoints: { handoverForm: 'src/webview/handover/main.ts' },
  outdir: 'dist/webview',
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
};

/** Puts what a module exports into the bundles in its place, where to work it out takes long. */
const workedOut = {
  name: 'worked out',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]signWords\.ts$/ }, async ({ path: file }) => {
      const { outputFiles } = await esbuild.build({
        entryPoints: [file],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        write: false,
      });
      const module = { exports: {} };
      new Function('module', outputFiles[0].text)(module);
      const values = Object.entries(module.exports);
      return {
        contents: values
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
};

export async function build({ production = false } = {}) {
  const shipped = {
    ...common,
    outdir: 'dist',
    minify: production,
    sourcemap: !production,
    alias: { debug: './src/core/git/silentDebug.ts' },
  };
  const internal = {
    ...common,
    outdir: 'out',
    outbase: '.',
    packages: 'external',
    external: ['vscode'],
    sourcemap: true,
    banner: { js: '#!/usr/bin/env node' },
  };
  rmSync('dist', { recursive: true, force: true });
  rmSync('out', { recursive: true, force: true });
  const [bundles] = await Promise.all([
    Promise.all(
      [
        extensionBundle,
        threadBundle,
        commandLineBundle,
        decisionsBundle,
        searchBundle,
        sweepBundle,
        hookBundle,
        mcpBundle,
        pageBundle,
      ].map(({ plugins = [], ...bundle }) =>
        esbuild.build({
          ...shipped,
          ...bundle,
          plugins: [workedOut, ...plugins],
          metafile: true,
        }),
      ),
    ),
    esbuild.build({
      ...internal,
      plugins: [workedOut],
      entryPoints: await entryPointsOfScriptsAndTests(),
    }),
  ]);
  if (production) {
    bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs)).forEach(writeInAscii);
  }
  writeFileSync('dist/THIRD_PARTY_NOTICES.txt', noticesOf(bundles));
}

/**
 * esbuild leaves the letters of patterns as they are, and a single one beyond ASCII makes V8 hold the
 * whole file in twice the memory, at each call of a hook.
 */
function writeInAscii(file) {
  const text = readFileSync(file, 'utf8');
  if (/String\.raw`[^`]*[^\0-\x7F]/.test(text)) {
    throw new Error(`${file}: what is raw cannot be escaped.`);
  }
  const escaped = text.replace(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== text) {
    writeFileSync(file, escaped);
  }
}

/** The licences of what is in the bundles, which they ask to be passed on with it. */
function noticesOf(bundles) {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(
    files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const text = readdirSync(folder).find((file) => /^licen[cs]e(?:\.\w+)?$/i.test(file));
      if (!text) {
        throw new Error(`${name} has no licence file to pass on.`);
      }
      return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${text}`, 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

async function entryPointsOfScriptsAndTests() {
  const patterns = [
    'scripts/*.ts',
    'test/{unit,integration,e2e,claude,agents}/**/*.test.ts',
    'test/integration/index.ts',
    'test/bench/main.ts',
    'test/bench/readWhole.ts',
    'test/bench/scanInput.ts',
    'test/fixtures/*/generator/main.ts',
    'test/support/processes/*.ts',
  ];
  return Array.fromAsync(glob(patterns));
}

if (import.meta.main) {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `Baton's scripts run on the Node 24 that "npm ci" installs, but this is Node ${process.versions.node}.\n` +
        'Run "npm ci" without --ignore-scripts, then the npm script again.',
    );
    process.exit(1);
  }
  await build({ production: process.argv.includes('--production') });
}
