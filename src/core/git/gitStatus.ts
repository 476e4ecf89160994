// `git status --porcelain=v2 -z --branch` as a value. Pure.

export interface GitStatus {
  /** null before the first commit. */
  readonly commit: string | null;
  /** null when detached. */
  readonly branch: string | null;
  /** `origin/main` */
  readonly upstream: string | null;
  /** Commits that the upstream does not have; null when that is unknown. */
  readonly ahead: number | null;
  /** Tracked files that differ from the last commit. */
  readonly changes: readonly Change[];
  readonly unmerged: readonly string[];
  /** A folder of new files is one entry with a slash at its end. */
  readonly untracked: readonly string[];
}

export interface Change {
  readonly path: string;
  /** In the index against the last commit; `.` is none. */
  readonly staged: string;
  /** In the working tree against the index. */
  readonly working: string;
  /** What the index holds of it. */
  readonly indexed: string;
  /** That its own commit is another one can be committed; what is changed inside it cannot. */
  readonly submodule: { readonly moved: boolean; readonly dirty: boolean } | undefined;
}

export const statusArguments = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--no-renames',
  '--untracked-files=normal',
] as const;

export function parseStatus(output: string): GitStatus {
  const header = new Map<string, string>();
  const changes: Change[] = [];
  const unmerged: string[] = [];
  const untracked: string[] = [];
  for (const entry of output.split('\0')) {
    switch (entry.slice(0, 1)) {
      case '#': {
        const [key = '', ...value] = entry.slice(2).split(' ');
        header.set(key, value.join(' '));
        break;
      }
      case '1':
        changes.push(toChange(entry));
        break;
      case 'u':
        unmerged.push(afterFields(entry, 10));
        break;
      case '?':
        untracked.push(entry.slice(2));
        break;
    }
  }
  const commit = header.get('branch.oid') ?? '(initial)';
  const branch = header.get('branch.head') ?? '(detached)';
  const ahead = /^\+(\d+) /.exec(header.get('branch.ab') ?? '')?.[1];
  return {
    commit: commit === '(initial)' ? null : commit,
    branch: branch === '(detached)' ? null : branch,
    upstream: header.get('branch.upstream') ?? null,
    ahead: ahead === undefined ? null : Number(ahead),
    changes,
    unmerged,
    untracked,
  };
}

/** `1 XY sub mH mI mW hH hI path` */
function toChange(entry: string): Change {
  const state = entry.slice(2, 4);
  const submodule = entry.slice(5, 9);
  return {
    path: afterFields(entry, 8),
    staged: state[0] ?? '.',
    working: state[1] ?? '.',
    indexed: entry.split(' ', 8)[7] ?? '',
    submodule: submodule.startsWith('S')
      ? { moved: submodule[1] === 'C', dirty: /[MU]/.test(submodule) }
      : undefined,
  };
}

/** The path may hold spaces, so it is what is left after so many fields. */
function afterFields(entry: string, count: number): string {
  let start = 0;
  for (let field = 0; field < count; field++) {
    start = entry.indexOf(' ', start) + 1;
  }
  return entry.slice(start);
}

/** `git add -u` and `git commit -a` would take something in. */
export function isCommittable({ staged, working, submodule }: Change): boolean {
  return staged !== '.' || (working !== '.' && submodule?.moved !== false);
}
