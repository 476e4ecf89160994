import assert from 'node:assert/strict';
import {
  taskCommand,
  type TaskExecutionLike,
  taskFolder,
} from '../../../src/extension/sources/taskCommand';

describe('what a task runs', () => {
  const cases: [what: string, execution: TaskExecutionLike | undefined, command?: string][] = [
    ['a command line', { commandLine: 'npm test && npm run lint' }, 'npm test && npm run lint'],
    ['words', { command: 'npm', args: ['run', { value: 'test' }] }, 'npm run test'],
    ['a program', { process: 'cargo', args: ['build'] }, 'cargo build'],
    ['blanks', { command: 'node', args: ['-e', "say('a b')"] }, `node -e 'say('\\''a b'\\'')'`],
    ['its folder', { process: '${workspaceFolder}/build.sh', args: ['$x'] }, "/p/build.sh '$x'"],
    ['variables', { commandLine: '${fileDirname}/build.sh' }],
    ['no program', {}],
    ['nothing', undefined],
  ];
  for (const [what, execution, command] of cases) {
    it(`${what}: ${command ?? 'not known'}`, () => {
      assert.equal(taskCommand(execution, '/p'), command);
    });
  }
});

describe('where a task runs', () => {
  const at = (cwd: string | undefined, folder: string | undefined) =>
    taskFolder({ options: { cwd } }, folder);

  it('is its folder, else that of the workspace', () => {
    assert.equal(at(undefined, '/project'), '/project');
    assert.equal(at('${workspaceFolder}', '/project'), '/project');
    assert.equal(at('${workspaceFolder}/web', '/project'), '/project/web');
    assert.equal(at('web', '/project'), '/project/web');
    assert.equal(at('/elsewhere', '/project'), '/elsewhere');
    assert.equal(taskFolder(undefined, '/project'), '/project');
  });

  it('is not known where only VS Code knows it', () => {
    assert.equal(at('${fileDirname}', '/project'), undefined);
    assert.equal(at('${workspaceFolder}', undefined), undefined);
    assert.equal(at('web', undefined), undefined);
    assert.equal(at(undefined, undefined), undefined);
  });
});
