import assert from 'node:assert/strict';
import {
  addTomlServer,
  findTomlServer,
  removeTomlServer,
  tomlAt,
} from '../../../src/core/install/tomlServer';
import { parseToml, TomlSyntaxError } from '../../../src/core/install/tomlStatements';
import { createRandom } from '../../support/generatedJson';

const file = 'config.toml';
const server = { command: `/home/it's "é"/bin/baton`, args: ['mcp'] };

describe('TOML with places', () => {
  const values: [text: string, value: unknown][] = [
    ['"a \\"b\\" \\\\ \\t \\u00e9 \\U0001F600"', 'a "b" \\ \t é 😀'],
    ["'C:\\dir'", 'C:\\dir'],
    ['"""\none "two"\n  three\\\n     four"""', 'one "two"\n  threefour'],
    ["'''\nit's '' here'''", "it's '' here"],
    ['""""quoted""""', '"quoted"'],
    ['""', ''],
    ['[ "a", # first\n  \'b\',\n]', ['a', 'b']],
    ['[[1, 2], []]', [['1', '2'], []]],
    ['{ a = "x", b.c = [true], "d e" = {} }', { a: 'x', b: { c: [true] }, 'd e': {} }],
    ['false', false],
    ['-1_000.5e3', '-1_000.5e3'],
    ['1979-05-27 07:32:00Z', '1979-05-27 07:32:00Z'],
  ];
  for (const [text, value] of values) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const source = `[t]\nkey = ${text} # = "no"\nnext = 1\n`;
      const statements = parseToml(source);
      assert.deepEqual(statements[1]?.value, value);
      const { start = 0, end = 0 } = statements[1]?.at ?? {};
      assert.equal(source.slice(start, end), text);
      assert.deepEqual(statements[2]?.path, ['t', 'next']);
    });
  }

  it('knows where each statement is', () => {
    const text =
      '\uFEFF# head\r\na = 1\r\n\r\n [ b . "c.d" ] # c\r\n  \'e\'.f = "[x]"\r\n[[g]]\r\nh = """\r\n[no]\r\n"""\r\n';
    assert.deepEqual(
      parseToml(text).map(({ kind, path, start, end }) => [kind, path, text.slice(start, end)]),
      [
        ['pair', ['a'], 'a = 1\r\n'],
        ['table', ['b', 'c.d'], ' [ b . "c.d" ] # c\r\n'],
        ['pair', ['b', 'c.d', 'e', 'f'], '  \'e\'.f = "[x]"\r\n'],
        ['tables', ['g'], '[[g]]\r\n'],
        ['pair', ['g', 'h'], 'h = """\r\n[no]\r\n"""\r\n'],
      ],
    );
  });

  for (const text of [
    'a',
    'a = ',
    'a = "x',
    'a = "\\q"',
    '[a',
    '[a]]',
    'a = 1 b = 2',
    'a = [1',
    'a = """x',
    'é = 1',
    `a = ${'['.repeat(200)}`,
    'a = "\\UFFFFFFFF"',
  ]) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.throws(() => parseToml(text), TomlSyntaxError);
    });
  }
});

describe('the MCP server in config.toml', () => {
  const files: Record<string, string> = {
    nothing: '',
    'a line': 'model = "x"\n',
    'a line without end': 'model = "x"',
    'Windows line ends':
      '# mine\r\nmodel = "x" # it\r\n\r\n[mcp_servers.other]\r\ncommand = "a"   # b\r\n',
    'Windows line ends without the last': '[a]\r\nb = 1',
    'empty lines at the end': 'a = 1\n\n\n',
    'a comment at the end': '[mcp_servers.other]\ncommand = "x"\n# the end',
    'a byte order mark': '\uFEFFa = 1\n',
    'what looks like ours':
      '# [mcp_servers.baton]\ntext = """\n[mcp_servers.baton]\ncommand = "x"\n"""\n',
    'a table of servers': '[mcp_servers]\nother = { command = "x" }\n',
    'dotted servers': 'mcp_servers.other.command = "x"\n',
    'lists of tables': '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\n',
  };
  for (const [name, before] of Object.entries(files)) {
    it(`goes into ${name} and out again`, () => {
      const { text, added } = addTomlServer(before, file, server, undefined);
      assert.ok(text.startsWith(before));
      const found = findTomlServer(text, file);
      assert.deepEqual(found, { value: server, isOurs: true });
      assert.deepEqual(addTomlServer(text, file, server, added), { text, added });
      assert.equal(removeTomlServer(text, file, added), before);
      assert.equal(removeTomlServer(before, file, added), before);
    });
  }

  it('goes out of what Codex wrote behind it since', () => {
    const before = 'model = "x"';
    const { text, added } = addTomlServer(before, file, server, undefined);
    const later = '\n[projects."/a"]\ntrust_level = "trusted"\n';
    assert.equal(removeTomlServer(text + later, file, added), `${before}\n${later}`);
  });

  it('goes out with all that Codex knows of it, where Codex has written the file anew', () => {
    const written = [
      'model = "x"',
      '',
      '[mcp_servers.baton]',
      'command = "/h/bin/baton"',
      'args = ["mcp"]',
      'startup_timeout_sec = 20',
      '',
      '[mcp_servers.baton.tools.session_save]',
      'approval_mode = "approve"',
      '',
      '[mcp_servers.baton2]',
      'command = "y" # not ours',
      '',
    ];
    assert.equal(
      removeTomlServer(written.join('\n'), file, undefined),
      'model = "x"\n\n[mcp_servers.baton2]\ncommand = "y" # not ours\n',
    );
  });

  it('is changed in its place, with what the user wrote beside it', () => {
    const { text, added } = addTomlServer('a = 1\n', file, server, undefined);
    const edited = `${text.replace('args = ["mcp"]', 'args = [ "mcp" ] # mine\nenabled = false')}b = 2\n`;
    const other = { ...server, command: '/elsewhere/bin/baton' };
    const { text: moved } = addTomlServer(edited, file, other, added);
    assert.equal(moved, edited.replace(JSON.stringify(server.command), '"/elsewhere/bin/baton"'));
  });

  it('is undone to the byte after it was changed', () => {
    const before = 'a = 1';
    const first = addTomlServer(before, file, server, undefined);
    const other = { ...server, command: '/elsewhere, which is longer/bin/baton' };
    const second = addTomlServer(first.text, file, other, first.added);
    assert.deepEqual(findTomlServer(second.text, file)?.value, other);
    assert.equal(removeTomlServer(second.text, file, second.added), before);
  });

  it('gets what it had not before', () => {
    const first = addTomlServer('a = 1\n', file, server, undefined);
    const wider = { ...server, env_vars: ['BATON_HOME'] };
    const second = addTomlServer(first.text, file, wider, first.added);
    assert.deepEqual(findTomlServer(second.text, file)?.value, wider);
    assert.equal(removeTomlServer(second.text, file, second.added), 'a = 1\n');
  });

  it('of others with the same name is left alone', () => {
    const text = '[mcp_servers.baton]\ncommand = "relay"\n';
    assert.equal(findTomlServer(text, file)?.isOurs, false);
    assert.equal(addTomlServer(text, file, server, undefined).text, text);
    assert.equal(removeTomlServer(text, file, undefined), text);
  });

  const refused: [text: string, reason: string, says: RegExp][] = [
    [
      'a = 1\nmcp_servers = { other = { command = "x" } }\n',
      'unexpected-shape',
      /line 2.*mcp_servers/,
    ],
    ['a = 1\nb = "open\n', 'not-toml', /line 2, column 5/],
  ];
  for (const [text, reason, says] of refused) {
    it(`does not go into ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => addTomlServer(text, file, server, undefined),
        (error: unknown) =>
          (error as { reason: string }).reason === reason && says.test((error as Error).message),
      );
    });
  }

  it('goes into generated files and out again', () => {
    const random = createRandom(9);
    const pick = (...all: string[]) => all[random(all.length)] ?? '';
    for (let round = 0; round < 400; round++) {
      const eol = pick('\n', '\r\n');
      const value = () =>
        pick(
          '1',
          '"x # y"',
          "'[a]'",
          `[${eol} 1, # c${eol}]`,
          '{ a = "}" }',
          `"""${eol}[z]${eol}"""`,
        );
      const line = (index: number) =>
        pick(
          `k${round}_${index} = ${value()}${pick('', ' # c', '  ')}`,
          `[t${index}."a.b"]${pick('', ' # [mcp_servers.baton]')}`,
          `[[l${index}]]`,
          `[mcp_servers.s${index}]`,
          pick('', '  ', '# "open', "# '''"),
        );
      const lines = Array.from({ length: random(12) }, (_, index) => line(index));
      const before = pick('', '\uFEFF') + lines.join(eol) + pick('', eol, eol + eol);
      const { text, added } = addTomlServer(before, file, server, undefined);
      const behind = pick('', `${eol}[later]${eol}a = 1${eol}`, `# c${eol}`);
      const theirs = parseToml(before).length + parseToml(behind).length;
      assert.equal(parseToml(text + behind).length, theirs + 3, before);
      assert.deepEqual(tomlAt(parseToml(text + behind), ['mcp_servers', 'baton']), server);
      const after = removeTomlServer(text + behind, file, added);
      const isOpen = behind !== '' && !/(?:^|\n|\uFEFF)$/.test(before);
      assert.equal(
        after,
        before + (isOpen ? (before.includes('\r\n') ? '\r\n' : '\n') : '') + behind,
      );
    }
  });
});
