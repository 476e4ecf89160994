// Sessions of Claude Code in a project, as hooks see them: transcripts in its store, and calls of the
// built hooks.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Delivery } from '../../src/core/schemas/delivery';
import type { SessionContext } from '../../src/core/schemas/sessionContext';
import { useBlockerCommandLine } from './blockerCommandLine';
import { type ClaudeLines, claudeLines } from './claudeLines';

export const firstSession = 'aaaaaaaa-0001-4000-8000-000000000001';
export const secondSession = 'bbbbbbbb-0002-4000-8000-000000000002';

/** What an agent that worked on something leaves in its transcript. */
export function work(request: string, root: string, session = firstSession): ClaudeLines {
  return claudeLines(session)
    .prompt(request)
    .uses('toolu_1', 'TodoWrite', {
      todos: [
        { content: 'Draw the form', status: 'completed', activeForm: 'Drawing' },
        { content: 'Check the password', status: 'in_progress', activeForm: 'Checking' },
        { content: 'Write the tests', status: 'pending', activeForm: 'Writing' },
      ],
    })
    .uses('toolu_2', 'Edit', { file_path: path.join(root, 'src', 'login.ts') })
    .says('The root cause is that src/login.ts compares the password with itself.');
}

export function useAgentSessions() {
  const line = useBlockerCommandLine();
  const { scratch, root, run, repository, enable } = line;
  const transcriptOf = (session: string) =>
    scratch('home', '.claude', 'projects', '-project', `${session}.jsonl`);
  const inputOf = (event: string, session: string, more: object) =>
    JSON.stringify({
      session_id: session,
      transcript_path: transcriptOf(session),
      cwd: root(),
      hook_event_name: event,
      ...more,
    });
  const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

  const tell = (lines: ClaudeLines | string, session = firstSession): void => {
    mkdirSync(path.dirname(transcriptOf(session)), { recursive: true });
    writeFileSync(transcriptOf(session), typeof lines === 'string' ? lines : lines.text());
  };

  /** What the hook prints; it ends well, whatever it is given. */
  const hook = (event: string, session = firstSession, more: object = {}): string => {
    const { stdout, stderr, code } = run(['hook', event], {}, inputOf(event, session, more));
    assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    return stdout;
  };

  /** A repository in which a person enabled Baton. */
  const create = () => {
    const made = repository();
    enable();
    return made;
  };

  const write = (file: string, content: string | object): void => {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), typeof content === 'string' ? content : JSON.stringify(content));
  };

  return {
    ...line,
    transcriptOf,
    inputOf,

    create,
    tell,
    hook,
    write,

    start: (source: string, session = secondSession, more: object = {}): string =>
      hook('SessionStart', session, { source, ...more }),

    /** One session has worked here, and its turn is over. */
    worked: (request = 'Write the log-in form'): void => {
      create();
      tell(work(request, root()).says('So far.', { timestamp: new Date().toISOString() }));
      hook('Stop');
    },

    saveState: (working_on: string): void => {
      write('.claude/session-state.json', {
        mode: 'quick',
        saved_at: '2026-11-16T08:00:00Z',
        git_branch: 'feature/login',
        git_commit: null,
        git_pushed: false,
        openspec: null,
        openspec_status: null,
        working_on,
        next_steps: ['Mend the comparison'],
        task_progress: { completed: 1, total: 3, percentage: 33 },
      });
    },

    handOver: (more = ''): void => {
      const goal = '# Session Handover\n**Session Goal**: Log in with a password\n\n';
      const next = '## Direction\n### Immediate Next Action\nAsk for the design\n';
      write('.claude/sdd/handover/session.md', goal + next + more);
      write(
        '.claude/sdd/handover/decisions.md',
        '[2026-11-16T08:00:00Z] D1: USER_DECISION | No cookies\n- Decision: Tokens in memory\n',
      );
    },

    context: (session?: string): SessionContext =>
      readJson(
        session === undefined
          ? root('.claude', 'session-context.json')
          : root('.claude', 'state', 'contexts', `${session}.json`),
      ) as SessionContext,

    deliveries: (): readonly Delivery[] =>
      (readJson(root('.claude/state/deliveries.json')) as { deliveries: Delivery[] }).deliveries,

    log: (): string => readFileSync(scratch('data', 'logs', 'hooks.log'), 'utf8'),
  };
}

/** The lines of an injected text between its fences, and those after them. */
export function partsOf(text: string): { inside: string; after: string } {
  const [head = '', after = '', ...more] = text.split('\n</baton-context>');
  assert.deepEqual(more, []);
  assert.ok(text.length <= 9_500, `${text.length} characters`);
  return { inside: head.split(/<baton-context id="\w+">\n/)[1] ?? '', after };
}

/** The titles of its sections, in order. */
export function titlesOf(text: string): string[] {
  return [...partsOf(text).inside.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
}
