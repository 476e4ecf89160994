// What every program may run into: git, CI, the shell, ports, permissions, time, memory, disk; and the
// commands that only show or ask.

import { type Ecosystem, fact, hint, names, proof, summary, vague } from '../ecosystem';

const git: Ecosystem = {
  name: 'git',
  commands: [
    {
      programs: ['git', 'jj', 'hg', 'svn'],
      args: /^(?:-\S+ (?:\S+=\S+ )?)*(?:log|show|diff|status|st|blame|annotate|grep|reflog|shortlog|ls-files|ls-remote|ls-tree|describe|cat-file|whatchanged|range-diff|format-patch|help|--version|rev-list|name-rev|count-objects|fsck|bisect|for-each-ref)(?: |$)|stash (?:list|show)|(?:branch|tag|remote|worktree list|notes show)(?: -\S+)*$/,
      purpose: 'display',
    },
    {
      programs: ['git'],
      args: /^(?:-\S+ (?:\S+=\S+ )?)*(?:rev-parse|show-ref|symbolic-ref|check-ignore|check-ref-format|merge-base|config|diff-index|diff-files|diff-tree|check-attr|var|branch|tag|remote|verify-commit|merge-tree|init|add|rm|mv|restore|reset|clean|worktree|gc)(?: |$)/,
      purpose: 'probe',
    },
    {
      programs: ['git', 'jj', 'hg', 'svn'],
      args: /^(?:-\S+ )*(?:commit|push|merge|pull|rebase|cherry-pick|revert|am|apply)(?: |$)/,
      purpose: 'deliver',
    },
    { programs: ['git', 'jj', 'hg', 'svn'], purpose: 'work' },
  ],
  failures: [
    proof('merge_conflict', /^CONFLICT \(/),
    proof('merge_conflict', /Automatic merge failed; fix conflicts/),
    proof('merge_conflict', /^warning: conflicts while merging |, [1-9]\d* files unresolved$/),
    hint(
      'merge_conflict',
      /^error: could not apply [0-9a-f]{7}|^error: (?:Merging|Committing|Pulling|Cherry-picking|Rebasing|Reverting) is not possible because you have unmerged files|: needs merge$/,
    ),
    hint('merge_conflict', /is not mergeable: the merge commit cannot be cleanly created/),
    hint('merge_conflict', /^Summary of conflicts:|^error: patch failed: /),
    hint(
      'review_blocked',
      /is not mergeable: the base branch policy prohibits|At least \d+ approving review is required|review required by reviewers with write access/,
    ),
    summary('other', /^\s*! \[(?:remote )?rejected\]/),
    proof('other', /^error: failed to push some refs to/),
    proof(
      'other',
      /^fatal: (?:Could not read from remote repository|unable to access '|Authentication failed for)/,
    ),
    hint(
      'none',
      /^fatal: (?:not a git repository|pathspec|ambiguous argument|bad revision|a branch named|invalid reference|No such remote|'\S+' is not a commit|no pattern given|You have nothing to amend|your current branch|No names found|bad object|couldn't find remote ref|no upstream configured|There is no \w+ to |No rebase in progress|no \S+ (?:or \S+ )?in progress|The current branch \S+ has no upstream)/,
    ),
    hint(
      'none',
      /^error: (?:no \S+ (?:or \S+ )?in progress|pathspec|branch '\S+' not found|unknown (?:option|switch)|No such remote|The branch '\S+' is not fully merged)|^git: '\S+' is not a git command/,
    ),
    hint(
      'none',
      /^(?:nothing to commit|no changes added to commit|nothing added to commit|Aborting commit due to empty|Everything up-to-date|Already up to date)/,
    ),
    hint('other', /^fatal: /),
    hint(
      'other',
      /^error: (?:Your local changes|The following untracked working tree files|cannot (?:pull|rebase|lock|stash)|RPC failed|unable to|object file|gpg failed|invalid object)/,
    ),
    hint(
      'other',
      /Permission denied \(publickey|^remote: (?:error|Permission|fatal|ERROR)|Authentication failed for/,
    ),
    hint('other', /hook declined|hook failed|hook exited with/),
  ],
};

const ci: Ecosystem = {
  name: 'gh',
  commands: [
    {
      programs: ['gh'],
      args: /^(?:run watch|pr checks|run view .*--exit-status|run list .*(?:--limit[ =]1|-L ?1)\b)/,
      purpose: 'ci',
    },
    { programs: ['glab'], args: /^(?:ci|pipeline) (?:status|view|get)/, purpose: 'ci' },
    {
      programs: ['gh', 'glab', 'hub'],
      args: /^(?:\S+ (?:list|view|status|diff|checks)|api (?!.*(?:-X|--method|-f |-F ))|auth status|search|browse|--version)(?: |$)/,
      purpose: 'ask',
    },
    { programs: ['gh', 'glab', 'hub'], purpose: 'work' },
    { programs: names('act circleci drone woodpecker buildkite-agent'), purpose: 'ci' },
  ],
  failures: [
    summary(
      'ci_failure',
      /^(?:X |Run ).{1,300} completed with '(?:failure|cancelled|timed_out|startup_failure)'/,
    ),
    fact('ci_failure', /^Some checks were not successful|^Pipeline state: failed/),
    fact('ci_failure', /^completed\t(?:failure|cancelled|timed_out|startup_failure)\t/),
    fact('ci_failure', /\tfail\t|\tcancel\t/),
    fact(
      'ci_failure',
      /^\[?\{?\s*"conclusion": ?"(?:failure|cancelled|timed_out|startup_failure)"/,
    ),
    fact('review_blocked', /"reviewDecision": ?"(?:CHANGES_REQUESTED|REVIEW_REQUIRED)"/),
    fact('review_blocked', /^CHANGES_REQUESTED$|^reviewers:\t.*\(Changes requested\)/),
    fact('merge_conflict', /"mergeable": ?"CONFLICTING"|^CONFLICTING$/),
    hint('none', /^no checks reported on the |^no pull requests found for branch/),
    hint(
      'other',
      /please run: {1,2}gh auth login|^gh: .*\(HTTP \d+\)|^error connecting to |^HTTP 40[13]:|^The connection to the server .* was refused|^Unable to connect to the server:/,
    ),
  ],
};

const shell: Ecosystem = {
  name: 'shell',
  commands: [
    {
      programs: names(`
        bash sh zsh dash ksh fish ash cmd pwsh powershell ssh su sudo script nix-shell mosh cd pushd popd export unset set echo printf true false : source . sleep wait exit
        return clear alias umask shopt trap read break continue eval date pwd nvm fnm
        deactivate chcp rem write-host set-location local declare shift ulimit hash stty
        tput reset
      `),
      purpose: 'neutral',
    },
    {
      programs: names(`
        cp mv rm rmdir mkdir mktemp touch ln chmod chown chgrp tar zip unzip gzip bzip2 xz
        zstd dd install rsync scp split truncate shred copy move del md rd remove-item
        new-item copy-item patch
      `),
      purpose: 'files',
    },
    {
      programs: names(`
        cat tac nl less more most head tail tee sort uniq wc cut tr column fold fmt paste
        sed awk gawk jq yq xq strings xxd hexdump od base64 journalctl dmesg zcat bzcat
        xzcat gunzip man info tldr history fc glow mdcat lnav multitail type get-content gc
        select-string findstr where-object out-file select-object ansi2txt ts pr delta tig
        vim vi nvim nano emacs code open xdg-open start pbcopy xclip pygmentize tmux screen
        watch aha ccze grc sponge
      `),
      purpose: 'display',
    },
    {
      programs: names(`
        grep rg ag ack ugrep find fd fdfind locate ls ll la dir tree exa eza lsd test diff
        cmp comm colordiff which whereis where whence command stat file readlink realpath
        basename dirname du df ps pgrep pidof lsof netstat ss top htop uname hostname whoami
        id groups env printenv expr let curl wget http ping nc ncat telnet dig nslookup host
        traceroute pg_isready redis-cli md5sum sha256sum shasum nproc free uptime w who last
        kill pkill killall jobs fg bg getent locale ldd nm objdump readelf otool size getopt
        seq yes systemctl service launchctl crontab ssh-add ssh-keygen test-path get-command
        get-childitem claude codex gemini qwen baton
      `),
      purpose: 'probe',
    },
  ],
  failures: [],
};

const limits: Ecosystem = {
  name: 'limits',
  commands: [],
  failures: [
    vague(hint('failed', /^(?:\S{1,60}: )?(?:error|Error|ERROR|fatal|FATAL): /)),
    vague(hint('failed', /^(?:\S{1,60}: )?error\[\w+\]: /)),
    proof('other', /EADDRINUSE/),
    hint(
      'other',
      /[Aa]ddress already in use|[Pp]ort \d+ is (?:already )?(?:in use|allocated|used)|port is already allocated|Only one usage of each socket address|Something is already running on port/,
    ),
    hint(
      'other',
      /EACCES|EPERM\b|[Pp]ermission denied|Operation not permitted|Access is denied|UnauthorizedAccess/,
    ),
    hint(
      'other',
      /ENOSPC|No space left on device|There is not enough space on the disk|Disk quota exceeded/,
    ),
    hint('other', /EMFILE|ENFILE|Too many open files/),
    hint(
      'other',
      /ETIMEDOUT|ESOCKETTIMEDOUT|[Oo]peration timed out|[Cc]onnection timed out|TimeoutError|deadline exceeded/,
    ),
    proof('other', /^(?:Error: )?Command timed out after /),
    hint(
      'other',
      /ECONNREFUSED|[Cc]onnection refused|ECONNRESET|ENETUNREACH|EAI_AGAIN|Temporary failure in name resolution|Could not resolve host/,
    ),
    hint(
      'other',
      /Segmentation fault|\(core dumped\)|Bus error|Illegal instruction|Floating point exception|stack smashing detected|AddressSanitizer: |free\(\): invalid/,
    ),
    hint(
      'other',
      /Out of memory|Cannot allocate memory|std::bad_alloc|^Killed\b|MemoryError|OOMKilled|virtual memory exhausted/,
    ),
    hint(
      'other',
      /terminate called after throwing|^Aborted\b|libc\+\+abi: terminating|Assertion [`'].{1,200}' failed/,
    ),
  ],
};

export const machine: readonly Ecosystem[] = [git, ci, shell, limits];
