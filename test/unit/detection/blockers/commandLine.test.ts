import assert from 'node:assert/strict';
import { type Command, commandSteps } from '../../../../src/core/detection/blockers/commandLine';

const isRetry = (first: Command, second: Command) => first.program === second.program;

/** Each step as "program arg arg", a hidden one in brackets. */
function steps(line: string): string[] {
  return commandSteps(line, isRetry).map(({ program, args, isHidden, directory }) => {
    const text = [program, ...args].join(' ') + (directory === undefined ? '' : ` @ ${directory}`);
    return isHidden ? `[${text}]` : text;
  });
}

describe('the steps of a command line', () => {
  const cases: readonly (readonly [line: string, steps: readonly string[]])[] = [
    ['npm test', ['npm test']],
    ['', []],
    ['npm test 2>&1 | tail -20', ['[npm test]', 'tail -20']],
    ['npm test |& tee out.log', ['[npm test]', 'tee out.log']],
    ['set -o pipefail; npm test | tail', ['[set -o pipefail]', 'npm test', 'tail']],
    ['npm test || true', ['[npm test]', 'true']],
    ['npm ci || npm install', ['npm ci', 'npm install']],
    ['npm test || make', ['[npm test]', 'make']],
    [
      'pushd web; make; popd; npm test',
      ['[pushd web]', '[make @ web]', '[popd @ web]', 'npm test'],
    ],
    ['cd web && make; cd - && npm test', ['[cd web]', '[make @ web]', 'cd - @ web', 'npm test']],
    [
      'cd $(git rev-parse --show-toplevel) && make',
      ['cd $(git rev-parse --show-toplevel)', 'make'],
    ],
    ['npm test || exit 1', ['npm test', 'exit 1']],
    ['npm test || exit 0', ['[npm test]', 'exit 0']],
    ['npm test; echo "exit: $?"', ['[npm test]', 'echo exit: $?']],
    ['set -e\nnpm ci\nnpm test', ['[set -e]', 'npm ci', 'npm test']],
    ['npm run build && npm test', ['npm run build', 'npm test']],
    ['npm run build && npm test; true', ['[npm run build]', '[npm test]', 'true']],
    ['npm start &', ['[npm start]']],
    ['cd web && npm test', ['cd web', 'npm test @ web']],
    ['(cd web && npm test) | cat', ['[cd web]', '[npm test @ web]', 'cat']],
    ['(cd web && npm test) && make', ['cd web', 'npm test @ web', 'make']],
    ['cd a && cd b && make', ['cd a', 'cd b @ a', 'make @ a/b']],
    ['CI=1 FORCE_COLOR=0 npx jest --ci', ['jest --ci']],
    ['env -u X sudo -u dev timeout -k 5 60 nice -n 5 make', ['make']],
    ['npx -y --package typescript tsc -p .', ['tsc -p .']],
    ['pnpm --filter web exec vitest run', ['vitest run']],
    ['poetry run pytest -q', ['pytest -q']],
    ['python3 -m pytest tests', ['pytest tests']],
    ['python3 -W error -m unittest', ['python -W error -m unittest']],
    ['/usr/bin/gcc-13 -c a.c', ['gcc -c a.c']],
    ['.\\gradlew.bat test', ['gradle test']],
    ['bash -c "npm test | tail"', ['[npm test]', 'tail']],
    ["bash -eo pipefail -c 'npm test | tail'", ['npm test', 'tail']],
    ['bash scripts/ci.sh --fast', ['ci.sh --fast']],
    ['docker compose run --rm app pytest -q', ['pytest -q']],
    ['docker run --rm -v "$PWD:/app" node:24 npm test', ['npm test']],
    ["ssh build@host 'cd app && make test'", ['cd app', 'make test @ app']],
    ['kubectl exec pod -- cat /var/log/app.log', ['cat /var/log/app.log']],
    ['docker build -t app .', ['docker build -t app .']],
    ['if npm test; then echo ok; fi', ['[npm test]', '[echo ok]']],
    ['for i in 1 2; do npm test; done', ['[npm test]']],
    ['! grep -q x y', ['[grep -q x y]']],
    ['time make -j4', ['make -j4']],
    ["script -qec 'npm test' /dev/null", ['npm test']],
    ['npm test # all of them', ['npm test']],
    ['npm test -- "a b" \'c d\' e\\ f', ['npm test -- a b c d e f']],
    ['cat <<EOF > x\nnpm test | tail\nEOF\nmake', ['[cat]', 'make']],
    ['echo $(npm test | tail)', ['echo $(npm test | tail)']],
    ['npm test > out.txt 2>&1', ['npm test']],
  ];
  for (const [line, expected] of cases) {
    it(JSON.stringify(line), () => {
      assert.deepEqual(steps(line), expected);
    });
  }

  it('says which commands may be ended by a limit of time', () => {
    assert.deepEqual(
      commandSteps('timeout 60 npm test', isRetry).map(({ isLimited }) => isLimited),
      [true],
    );
  });

  it('takes no longer than it must for a line of many commands', () => {
    let asked = 0;
    const count = () => {
      asked += 1;
      return true;
    };
    assert.equal(commandSteps(`npm test ${'|| a '.repeat(2_000)}`, count).length, 50);
    assert.ok(asked <= 50, `${asked} questions`);
  });

  it('comes to an end with lines that are no shell', () => {
    for (const line of [
      '(((((',
      '"',
      "'",
      '`',
      '$(',
      '|||',
      '&&&&',
      '<<',
      '<<<<<',
      ')'.repeat(500),
    ]) {
      assert.ok(steps(line.repeat(50)).length <= 50, line);
    }
  });
});
