import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baton, json, type Run } from './baton';
import { commitAll, git, initRepository } from './git';
import { useScratchFolder } from './scratchFolder';

export interface LoadDocument {
  readonly status: string;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly detail: string;
    readonly points: readonly string[];
    readonly actions: readonly { readonly id: string; readonly title: string }[];
  }[];
  readonly state: Record<string, unknown> | null;
  readonly banner: string;
  readonly warnings: readonly string[];
  readonly did: readonly string[];
  readonly interrupted: readonly Record<string, unknown>[];
}

export interface AppliedDocument {
  readonly action: string;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly load: LoadDocument;
}

const identity = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

/** A repository whose state was saved on feature/login, and the command line to load it with. */
export function useSavedProject() {
  const scratch = useScratchFolder();
  const root = (...parts: string[]) => scratch('project', ...parts);
  const stateFile = () => root('.claude', 'session-state.json');

  function write(file: string, content: string | object): void {
    mkdirSync(path.dirname(root(file)), { recursive: true });
    writeFileSync(root(file), typeof content === 'string' ? content : JSON.stringify(content));
  }

  const run = (args: readonly string[], env: Record<string, string> = {}, cwd = root()): Run =>
    baton(cwd, args, { HOME: scratch('home'), ...identity, ...env });

  const load = (...args: string[]): LoadDocument & { code: number | null } => {
    const done = run(['load', '--json', ...args]);
    return { ...json<LoadDocument>(done), code: done.code };
  };

  return {
    scratch,
    root,
    stateFile,
    write,
    run,
    load,
    git: (...args: string[]) => git(root(), ...args),

    /** `state` is laid over one to which nothing is to be said. */
    create(state: Record<string, unknown> = {}): string {
      mkdirSync(root(), { recursive: true });
      initRepository(root());
      write('app.ts', 'one\n');
      write('lib.ts', 'one\n');
      commitAll(root(), 'first');
      git(root(), 'switch', '-q', '-c', 'feature/login');
      write('app.ts', 'two\n');
      const commit = commitAll(root(), 'second');
      this.save({ git_commit: commit.slice(0, 7), ...state });
      return commit;
    },

    save(state: Record<string, unknown>): void {
      write('.claude/session-state.json', {
        mode: 'quick',
        saved_at: '2026-01-15T14:30:00Z',
        git_branch: 'feature/login',
        git_commit: null,
        git_pushed: false,
        openspec: null,
        openspec_status: null,
        working_on: 'Log in with a password',
        next_steps: ['Write the tests', 'Draw the form'],
        task_progress: { completed: 5, total: 12, percentage: 42 },
        modified_files: ['app.ts'],
        made_by_hand: 'kept',
        ...state,
      });
    },

    /** What is in the file now. */
    state: () => JSON.parse(readFileSync(stateFile(), 'utf8')) as Record<string, unknown>,

    blockers: () =>
      JSON.parse(
        existsSync(root('.claude/state/blockers.json'))
          ? readFileSync(root('.claude/state/blockers.json'), 'utf8')
          : '{}',
      ) as { open?: Record<string, unknown>[]; closed?: Record<string, unknown>[] },

    apply(id: string, ...args: string[]): AppliedDocument {
      const done = run(['load', '--json', '--apply', id, ...args]);
      if (done.code !== 0) {
        throw new Error(`${done.stdout}${done.stderr}`);
      }
      return json<AppliedDocument>(done);
    },

    /** The reason of an error, with its message. */
    refused(id: string, ...args: string[]): { reason: string; message: string } {
      const done = run(['load', '--json', '--apply', id, ...args]);
      return json(done).error as { reason: string; message: string };
    },
  };
}

export const codes = ({ findings }: LoadDocument) => findings.map(({ code }) => code);

/** The one finding of that code. */
export function finding({ findings }: LoadDocument, code: string) {
  const found = findings.filter((each) => each.code === code);
  const [first] = found;
  if (!first || found.length > 1) {
    throw new Error(`${found.length} of ${code}: ${JSON.stringify(findings)}`);
  }
  return { ...first, ids: first.actions.map(({ id }) => id) };
}
