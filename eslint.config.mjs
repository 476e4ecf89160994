import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Who may import whom. Arrows point from hosts to core; none points back or sideways. */
const hosts = ['extension', 'cli', 'mcp', 'webview'];
const vscode = {
  name: 'vscode',
  message: 'Only src/extension may know VS Code; core serves the CLI and the MCP server too.',
};
const hostFolders = (names) => ({
  group: names.map((name) => `**/${name}/**`),
  message:
    'Core imports no host, and hosts do not import each other: move the shared part to core.',
});
const boundary = (files, paths, forbiddenHosts) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { paths, patterns: [hostFolders(forbiddenHosts)] },
    ],
  },
});

export default tseslint.config(
  {
    ignores: [
      'dist',
      'out',
      'test-results',
      'test/fixtures/*/*',
      '!test/fixtures/*/generator',
      '.vscode-test',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // An empty string often means "none" in files and environments.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-console': 'error',
    },
  },
  boundary(['src/core/**/*.ts'], [vscode], hosts),
  boundary(['src/cli/**/*.ts'], [vscode], ['extension', 'mcp', 'webview']),
  boundary(['src/mcp/**/*.ts'], [vscode], ['extension', 'cli', 'webview']),
  boundary(['src/extension/**/*.ts'], [], ['cli', 'mcp']),
  boundary(['src/webview/**/*.ts'], [vscode], ['extension', 'cli', 'mcp', 'core']),
  {
    files: ['src/extension/**/*.ts'],
    ignores: ['src/extension/messages.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'withProgress'].map(
          (property) => ({ property, message: 'Use messages.ts: it lets no text become a link.' }),
        ),
      ],
    },
  },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'argv', message: 'Core is given its input by a host.' },
        { object: 'process', property: 'stdout', message: 'Core returns; a host prints.' },
      ],
    },
  },
  {
    files: ['src/mcp/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'stdout', message: 'Stdout is protocol only.' },
      ],
    },
  },
  {
    files: ['scripts/**/*.ts', 'test/**/*.ts', 'esbuild.mjs'],
    rules: { 'no-console': 'off' },
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
);
