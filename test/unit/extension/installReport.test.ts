import assert from 'node:assert/strict';
import { fail, ok } from '../../../src/core/doctor/doctorCheck';
import { msg } from '../../../src/core/support/message';
import { doctorMarkdown, installHelps } from '../../../src/extension/views/installReport';
import { inEnglish } from '../../support/snapshots';

describe('report of the doctor in the window', () => {
  const found = ok('node', msg('Node.js {0}', '24'));
  const toInstall = fail('hooks', msg('None.'), msg('Run {0}.', '"baton install --shared"'));
  const other = fail('git', msg('None.'), msg('Install git.'));

  it('names the commands of the window where one of them mends it', () => {
    const shown = (...checks: (typeof found)[]) =>
      doctorMarkdown('Doctor', { ok: false, checks }, inEnglish.t);
    assert.match(shown(found, toInstall), /"Baton: Install Agent Hooks" does what "baton install"/);
    assert.doesNotMatch(shown(found, other), /Baton: Install/);
    assert.deepEqual([installHelps([found, toInstall]), installHelps([other])], [true, false]);
  });
});
