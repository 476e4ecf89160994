import assert from 'node:assert/strict';
import { ecosystems } from '../../../../src/core/detection/blockers/ecosystems';
import { isHarmlessLine } from '../../../../src/core/detection/blockers/harmlessLine';

describe('a line that may be run again while nobody looks', () => {
  const harmless = [
    'npm test',
    'npm test 2>&1 | tail -40',
    'cd web && npm run test:unit',
    'CI=1 npx vitest run',
    'cargo build --release',
    'npm install && npm run build > build.log',
    'bash -c "npm ci && npm test"',
    'pytest tests/test_commit.py -q',
    'mvn -q clean verify',
    'go test ./... || true',
  ];
  const others = [
    'git checkout -- f && npm test',
    'git commit -qm x',
    'git checkout other && git push -f && npm test',
    'git reset --hard && npm test',
    'git clean -fdx; npm test',
    'git stash && npm test',
    'npm publish',
    'npm run release:build',
    'npm run build && npm run deploy',
    'cargo publish',
    'mvn deploy',
    'dotnet nuget push a.nupkg',
    'helm upgrade app .',
    'rm -rf dist && npm run build',
    'sed -i s/a/b/ f && npm test',
    'npm test $(git push)',
    'npm test `git push`',
    'eval "git push"; npm test',
    'npm test && ((((((((((git push))))))))))',
    'ssh host npm test',
    'curl -X DELETE http://localhost/all; npm test',
    'frobnicate --all',
    '',
  ];
  for (const line of harmless) {
    it(`is "${line}"`, () => {
      assert.equal(isHarmlessLine(line, ecosystems), true);
    });
  }
  for (const line of others) {
    it(`is not "${line}"`, () => {
      assert.equal(isHarmlessLine(line, ecosystems), false);
    });
  }
});
