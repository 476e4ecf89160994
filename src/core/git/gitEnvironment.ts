// What git gets to see of the environment. Pure.

/** Who commits, how to reach a remote, where the user's own configuration is. */
const ofTheUser = [
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
] as const;

/** Whatever would ask answers "no" instead: nobody may be there, and an agent would wait for ever. */
const neverAsks = {
  GIT_TERMINAL_PROMPT: '0',
  // Set but empty: neither the user's nor VS Code's program is started.
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
} as const;

/** A look changes nothing: a git of the user's may want the lock of the index at that moment. */
const onlyLooks = { GIT_OPTIONAL_LOCKS: '0' } as const;

/** The last two only as core gives them; those of the environment are left out below. */
export const allowedVariables: readonly string[] = [
  ...ofTheUser,
  ...Object.keys(neverAsks),
  ...Object.keys(onlyLooks),
  'GIT_INDEX_FILE',
  'GIT_NO_LAZY_FETCH',
];

/**
 * The user's own, because hooks need it, without what would turn git to another repository
 * (GIT_DIR and its like, set when Baton runs inside a hook) or start an editor or a pager.
 */
export function gitEnvironment(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isKept(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    ...neverAsks,
    ...onlyLooks,
    // Its words are matched to find out what went wrong.
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
  };
}

function isKept(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith('GIT_')
    ? (ofTheUser as readonly string[]).includes(upper)
    : !['EDITOR', 'VISUAL', 'PAGER', 'PREFIX', 'SSH_ASKPASS'].includes(upper);
}
