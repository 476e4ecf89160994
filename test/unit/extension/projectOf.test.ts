import assert from 'node:assert/strict';
import type { Project } from '../../../src/core/project';
import { UserError } from '../../../src/core/support/errors';
import { msg } from '../../../src/core/support/message';
import { projectOf, projectWithRoadmap } from '../../../src/extension/commands/projectOf';
import { toOpen } from '../../../src/extension/views/openingNotice';
import { snapshotWith } from '../../support/snapshots';

const project = (root: string, hasRoadmap = false) =>
  ({ root, snapshot: snapshotWith({ root, hasRoadmap }) }) as Project;
const [one, two, three] = [project('/one'), project('/two'), project('/three', true)];
const all = [one, two, three];
const projects = { all, active: () => two, refused: [] };

describe('the project of a command', () => {
  it('is that of the row, else the active one', () => {
    assert.equal(projectOf(projects, { root: '/one' }), one);
    assert.equal(projectOf(projects, undefined), two);
    assert.equal(projectOf(projects, { root: undefined }), two);
  });

  it('is no other when that of the row was closed', () => {
    assert.throws(
      () => projectOf(projects, { root: '/gone' }),
      (error) =>
        UserError.is(error, 'no-project') && error.message.startsWith('/gone is no longer'),
    );
  });

  it('is missing for the reason that is known', () => {
    const none = { all: [], active: () => undefined, refused: [] };
    assert.throws(
      () => projectOf(none, undefined),
      (error) => UserError.is(error, 'no-project'),
    );
    const refused = [new UserError('home-folder', msg('Home.'))];
    assert.throws(
      () => projectOf({ ...none, refused }, undefined),
      (error) => UserError.is(error, 'home-folder'),
    );
  });

  it('is one with a ROADMAP where that is to be opened', () => {
    assert.equal(projectWithRoadmap(projects, undefined), three);
    assert.equal(projectWithRoadmap(projects, { root: '/one' }), one);
    assert.equal(projectWithRoadmap({ ...projects, all: [one, two] }, undefined), two);
    const active = project('/active', true);
    assert.equal(projectWithRoadmap({ ...projects, active: () => active }, undefined), active);
  });
});

describe('projects to tell of at the opening', () => {
  it('are the new ones that are read, and none before the window is trusted', () => {
    const unread = { ...one, snapshot: undefined } as Project;
    const roots = (trusted: boolean) =>
      toOpen([unread, two, three], new Set(['/two']), trusted).map(({ root }) => root);
    assert.deepEqual(roots(true), ['/three']);
    assert.deepEqual(roots(false), []);
  });
});
