import assert from 'node:assert/strict';
import { commandSteps } from '../../../../src/core/detection/blockers/commandLine';
import { identityOf, purposeOf } from '../../../../src/core/detection/blockers/commandUse';
import { ecosystems } from '../../../../src/core/detection/blockers/ecosystems';

const stepsOf = (line: string) => commandSteps(line, () => false);
const keyOf = (line: string) =>
  stepsOf(line).map((step) => identityOf(step, purposeOf(step, ecosystems)).key);

describe('what a command is for', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['npm test', 'test'],
    ['npm run -w web test:unit', 'test'],
    ['npm run build', 'build'],
    ['npm run lint', 'lint'],
    ['npm ci', 'install'],
    ['yarn', 'install'],
    ['npm run dev', 'work'],
    ['npm view left-pad', 'probe'],
    ['make -j4', 'build'],
    ['make -C web check', 'test'],
    ['mvn -q verify', 'test'],
    ['mvn package', 'build'],
    ['./gradlew clean test', 'test'],
    ['go vet ./...', 'lint'],
    ['cargo clippy', 'lint'],
    ['cat build.log', 'display'],
    ['git log -p', 'display'],
    ['git push origin main', 'deliver'],
    ['grep -r TODO src', 'probe'],
    ['cd web', 'neutral'],
    ['./run-tests.sh', 'test'],
    ['frobnicate', undefined],
  ];
  for (const [line, purpose] of cases) {
    it(line, () => {
      assert.deepEqual(
        stepsOf(line).map((step) => purposeOf(step, ecosystems)),
        [purpose],
      );
    });
  }
});

describe('the same command', () => {
  const same: readonly (readonly string[])[] = [
    ['npm test', 'npm t', 'npm run test', 'CI=1 npm test --silent', 'npm run-script test'],
    [
      'pytest -k cart tests',
      'python -m pytest tests -k cart -q',
      'poetry run pytest -v tests -k cart',
    ],
    ['npx tsc --noEmit -p .', 'npx tsc -p . --noEmit --pretty'],
    ['git commit -m "a"', 'git commit -am "b"'],
    ['npm install loadsh', 'npm i lodash', 'npm ci'],
    ['vitest run --reporter dot', 'vitest run'],
  ];
  for (const lines of same) {
    it(lines.join(' = '), () => {
      assert.equal(new Set(lines.map((line) => keyOf(line).join())).size, 1);
    });
  }

  it('is another one with another target', () => {
    const lines = [
      './a/test.sh',
      './b/test.sh',
      'gradle build',
      'gradle build -x test',
      'docker run node:18 npm test',
      'pytest -k slow -m unit',
      'pytest -k unit -m slow',
      'npm test',
      'npm run test:unit',
      'npm test -- cart',
      'pnpm test',
      'npm run build',
    ];
    assert.equal(new Set(lines.map((line) => keyOf(line).join())).size, lines.length);
  });

  it('knows the folder by its flag, too', () => {
    const [step] = stepsOf('npm --prefix web test');
    assert.ok(step);
    assert.deepEqual(identityOf(step, 'test'), { key: 'npm test', directory: 'web' });
  });
});
