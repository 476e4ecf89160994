import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { firstSession, secondSession, useAgentSessions, work } from '../../support/agentSession';
import { json } from '../../support/baton';
import { largeSession, writeLargeTranscript } from '../../support/largeTranscript';

// The built command line, over transcripts in the store of Claude Code.
describe('baton agent transcript', function () {
  this.timeout(60_000);
  const { scratch, root, run, repository } = useAgentSessions();
  const transcriptOf = (session: string) =>
    scratch(
      'home',
      '.claude',
      'projects',
      root().replace(/[^A-Za-z0-9]/g, '-'),
      `${session}.jsonl`,
    );
  const tell = (session: string, text: string) => {
    mkdirSync(path.dirname(transcriptOf(session)), { recursive: true });
    writeFileSync(transcriptOf(session), text.replaceAll('/home/dev/demo-app', root()));
  };

  it('prints what was said and done, by id or the beginning of one', () => {
    repository();
    tell(firstSession, work('Write the log-in form', root()).text());
    tell(secondSession, work('Paint the shed', root(), secondSession).text());
    const { stdout, stderr, code } = run(['agent', 'transcript', 'aaaa']);
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    assert.match(stdout, /^# Claude Code · `aaaaaaaa-[^\n]*`\n\nPage 1 of 1\n\n## You · /);
    assert.match(stdout, /\n```\nWrite the log-in form\n```\n/);
    assert.match(stdout, /\n- \[x\] `Draw the form`\n- \[ \] `Check the password` · in progress\n/);
    assert.ok(!stdout.includes('Paint the shed'));
    const report = json(run(['agent', 'transcript', secondSession, '--json']));
    assert.deepEqual(
      [report.session, report.agent, report.transcript, report.page, report.pages],
      [secondSession, 'claude', transcriptOf(secondSession), 1, 1],
    );
    assert.match(String(report.markdown), /Paint the shed/);
  });

  it('prints the last page of a long one, and any other that is asked for', () => {
    repository();
    mkdirSync(path.dirname(transcriptOf(largeSession)), { recursive: true });
    writeLargeTranscript(transcriptOf(largeSession), 2_000_000, root());
    const last = json(run(['agent', 'transcript', largeSession, '--json']));
    assert.ok(Number(last.pages) > 2);
    assert.equal(last.page, last.pages);
    const first = run(['agent', 'transcript', largeSession, '--page', '1']).stdout;
    assert.match(first, /\nPlease look at module 0 and /);
    assert.match(first, /\n---\n\nPage 1 of \d+ · The others: `--page N`\n$/);
  });

  it('says what is wrong', () => {
    repository();
    tell(firstSession, work('Write the log-in form', root()).text());
    const wrong = (...args: string[]) => {
      const { stderr, code } = run(['agent', 'transcript', ...args]);
      return [code, stderr.split('\n', 1)[0]];
    };
    assert.deepEqual(wrong('nothing-so'), [
      1,
      'baton: There is no session "nothing-so" in this project. List them with "baton agent sessions".',
    ]);
    assert.deepEqual(wrong(firstSession, '--page', '0'), [
      2,
      'baton: --page takes the number of a page. The first one is 1.',
    ]);
    assert.equal(wrong()[0], 2);
    const entry = {
      cli_name: 'claude',
      cli_session_id: secondSession,
      created_at: '2026-11-16T08:00:00Z',
      last_used: '2026-11-16T08:00:00Z',
      request_count: 1,
    };
    mkdirSync(root('.claude', 'state'), { recursive: true });
    writeFileSync(
      root('.claude', 'state', 'registry.json'),
      JSON.stringify({ [secondSession]: entry }),
    );
    assert.deepEqual(wrong(secondSession), [
      1,
      `baton: There is no transcript of session ${secondSession} on this machine.`,
    ]);
  });
});
