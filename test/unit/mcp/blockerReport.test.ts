import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../../package.json';
import { silentLogger } from '../../../src/core/support/logger';
import { toolAnswer } from '../../../src/mcp/toolAnswer';
import { useBlockerCommandLine } from '../../support/blockerCommandLine';
import { type Answer, useMcpServers } from '../../support/mcpClient';
import { documentedAwsKey } from '../../support/secretSamples';

// The built bundle, over its real stdin and stdout.
describe('MCP server', function () {
  this.timeout(120_000);
  const { repository, root, file, enable, scratch, dataFolder, run } = useBlockerCommandLine();
  const startServer = useMcpServers();
  const env = () => ({ HOME: scratch('home'), BATON_HOME: dataFolder() });
  const start = (command?: readonly string[], cwd = root()) =>
    startServer({ cwd, env: env(), ...(command && { command }) });
  const textOf = ({ result }: Answer) => result?.content?.[0]?.text ?? '';
  const blocker = { type: 'dependency', description: 'The registry is not reachable' };

  it('names itself and its one tool, with schemas and what it does to the world', async () => {
    repository();
    const client = await start();
    const { result } = await client.request('tools/list');
    const [tool, ...others] = result?.tools as Record<string, unknown>[];
    assert.deepEqual(others, []);
    assert.equal(tool?.name, 'blocker_report');
    assert.deepEqual(tool.annotations, {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    });
    const input = tool.inputSchema as { required: string[]; properties: object };
    assert.deepEqual(input.required, ['type', 'description']);
    assert.deepEqual(Object.keys(input.properties), [
      'type',
      'severity',
      'description',
      'resolution',
      'appeared_after',
    ]);
    assert.ok(tool.outputSchema);
    const { lines, stderr, code } = await client.end();
    assert.match(lines[0] ?? '', new RegExp(`"name":"baton".*"version":"${version}"`));
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
  });

  it('writes a blocker down, and counts it up when it is reported again', async () => {
    repository();
    enable();
    const client = await start();
    const more = { severity: 'low', resolution: 'Use the mirror', appeared_after: 'npm ci' };
    const first = await client.call('blocker_report', { ...blocker, ...more });
    const [open, ...others] = file()?.open ?? [];
    assert.deepEqual(others, []);
    assert.equal(open?.evidence?.source, 'mcp');
    assert.equal(open.severity, 'low');
    assert.equal(open.resolution, 'Use the mirror');
    assert.equal(open.appeared_after, 'npm ci');
    const { id } = open;
    const told = { id, ...blocker, severity: 'low', count: 1 };
    assert.deepEqual(first.result?.structuredContent, told);
    assert.deepEqual(JSON.parse(textOf(first)), told);
    const second = await client.call('blocker_report', blocker);
    assert.deepEqual(second.result?.structuredContent, { ...told, count: 2 });
    assert.equal(file()?.open.length, 1);
  });

  it('keeps secrets and long texts out of what it writes and answers', async () => {
    repository();
    enable();
    const client = await start();
    const description = `Login with ${documentedAwsKey} fails\u001b[31m ${'x'.repeat(1_000_000)}`;
    const answer = await client.call('blocker_report', { ...blocker, description });
    const written = file()?.open[0]?.description ?? '';
    assert.ok(written.length <= 500, `${written.length} characters`);
    assert.match(written, /^Login with /);
    assert.equal(answer.result?.structuredContent?.description, written);
    assert.doesNotMatch(JSON.stringify(answer), /AKIA|\\u001b/);
  });

  it('refuses in a project that nobody enabled, says why, and looks again at the next call', async () => {
    repository();
    const client = await start();
    const refused = await client.call('blocker_report', blocker);
    assert.equal(refused.result?.isError, true);
    assert.match(textOf(refused), /^Nobody has enabled Baton for agents in .*baton blocker add/);
    assert.equal(existsSync(root('.claude')), false);
    assert.equal(existsSync(path.join(root('.git'), 'baton-id')), false);
    enable();
    const allowed = await client.call('blocker_report', blocker);
    assert.equal(allowed.result?.isError, undefined);
    assert.equal(file()?.open.length, 1);
  });

  const wrong: [what: string, args: object, says: RegExp][] = [
    ['no type', { description: 'x' }, /type/],
    ['an unknown type', { ...blocker, type: 'bad_mood' }, /build_error.*merge_conflict/],
    ['an unknown severity', { ...blocker, severity: 'huge' }, /critical/],
    ['a description that is no text', { ...blocker, description: 7 }, /description/],
    ['a field that it does not have', { ...blocker, close: true }, /close/],
    ['an empty description', { ...blocker, description: ' \n ' }, /Say in a few words/],
  ];
  for (const [what, args, says] of wrong) {
    it(`answers ${what} with an error that helps, and writes nothing`, async () => {
      repository();
      enable();
      const client = await start();
      const { result, error } = await client.call('blocker_report', args);
      assert.equal(error, undefined);
      assert.equal(result?.isError, true);
      assert.match(result.content?.[0]?.text ?? '', says);
      assert.equal(existsSync(root('.claude/state/blockers.json')), false);
    });
  }

  it('survives what is no JSON and what it does not offer', async () => {
    repository();
    enable();
    const client = await start();
    client.write('no json');
    const unknown = await client.call('blocker_solve', { id: 'b-1' });
    assert.ok(unknown.error ?? unknown.result?.isError);
    assert.ok((await client.request('resources/list')).error);
    const answer = await client.call('blocker_report', blocker);
    assert.equal(answer.result?.structuredContent?.count, 1);
  });

  it('tells nothing of a failure inside but that there was one, and logs it', async () => {
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
    const answer = await toolAnswer(logger, () => Promise.reject(new TypeError('private words')));
    assert.equal(answer.isError, true);
    assert.match(JSON.stringify(answer.content), /Baton failed unexpectedly/);
    assert.doesNotMatch(JSON.stringify(answer.content), /private words/);
    assert.match(logged.join('\n'), /^TypeError: private words\n +at /);
  });

  it('says what is in the way', async () => {
    repository();
    enable();
    mkdirSync(root('.claude'));
    writeFileSync(root('.claude/state'), 'a file where a folder belongs');
    const client = await start();
    const answer = await client.call('blocker_report', blocker);
    assert.equal(answer.result?.isError, true);
    assert.match(textOf(answer), /state is not a folder.* Move it away, then try again\.$/);
  });

  it('loses nothing when several servers report at once', async () => {
    repository();
    enable();
    const clients = await Promise.all([start(), start()]);
    const answers = await Promise.all(
      clients.flatMap((client, server) =>
        [0, 1, 2, 3, 4].flatMap((each) => [
          client.call('blocker_report', { ...blocker, description: `Of ${server}, ${each}` }),
          client.call('blocker_report', { ...blocker, description: 'Of both' }),
        ]),
      ),
    );
    assert.deepEqual(
      answers.filter(({ result }) => result?.isError ?? !result),
      [],
    );
    const open = file()?.open ?? [];
    assert.equal(open.length, 11);
    assert.equal(open.find(({ description }) => description === 'Of both')?.count, 10);
  });

  for (const [how, command, at] of [
    ['', ['cli.js', 'mcp'], () => root()],
    [' --cwd', ['cli.js', 'mcp', '--cwd', 'project'], () => scratch()],
  ] as const) {
    it(`is what "baton mcp${how}" starts, and ends with its stdin`, async () => {
      repository();
      enable();
      const client = await start(command, at());
      await client.call('blocker_report', blocker);
      assert.equal(file()?.open.length, 1);
      const { lines, stderr, code } = await client.end();
      assert.deepEqual(
        { stderr, code, answers: lines.length },
        { stderr: '', code: 0, answers: 2 },
      );
    });
  }

  it('is not started for a folder that is not there', () => {
    repository();
    const { stdout, stderr, code } = run(['mcp', '--cwd', 'nowhere']);
    assert.deepEqual({ stdout, code }, { stdout: '', code: 1 });
    assert.match(stderr, /^baton: There is no folder .*nowhere\. Check the path\.\n$/);
  });

  it('is explained by "baton mcp --help"', () => {
    repository();
    assert.match(run(['mcp', '--help']).stdout, /^Usage: baton mcp .*\n\n.*blocker_report/);
  });
});
