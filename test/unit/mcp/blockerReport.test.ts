import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { refusalOf, useMcpProject, valueOf } from '../../support/mcpProject';
import { documentedAwsKey } from '../../support/secretSamples';

// The built bundle, over its real stdin and stdout.
describe('MCP tool blocker_report', function () {
  this.timeout(120_000);
  const { create, root, file, start } = useMcpProject();
  const blocker = { type: 'dependency', description: 'The registry is not reachable' };

  it('writes a blocker down, and counts it up when it is reported again', async () => {
    create();
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
    assert.deepEqual(valueOf(first), told);
    assert.deepEqual(JSON.parse(first.result?.content?.[0]?.text ?? ''), told);
    const second = await client.call('blocker_report', blocker);
    assert.deepEqual(valueOf(second), { ...told, count: 2 });
    assert.equal(file()?.open.length, 1);
  });

  it('keeps secrets and long texts out of what it writes and answers', async () => {
    create();
    const client = await start();
    const description = `Login with ${documentedAwsKey} fails\u001b[31m ${'x'.repeat(1_000_000)}`;
    const answer = await client.call('blocker_report', { ...blocker, description });
    const written = file()?.open[0]?.description ?? '';
    assert.ok(written.length <= 500, `${written.length} characters`);
    assert.match(written, /^Login with /);
    assert.equal(valueOf(answer).description, written);
    assert.doesNotMatch(JSON.stringify(answer), /AKIA|\\u001b/);
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
      create();
      const client = await start();
      const answer = await client.call('blocker_report', args);
      assert.equal(answer.error, undefined);
      assert.match(refusalOf(answer), says);
      assert.equal(existsSync(root('.claude/state/blockers.json')), false);
    });
  }

  it('says what is in the way', async () => {
    create();
    mkdirSync(root('.claude'));
    writeFileSync(root('.claude/state'), 'a file where a folder belongs');
    const client = await start();
    const answer = await client.call('blocker_report', blocker);
    assert.match(refusalOf(answer), /state is not a folder.* Move it away, then try again\.$/);
  });

  it('loses nothing when several servers report at once', async () => {
    create();
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
});
