// Whether a command line only tests, builds, checks or installs, so that it may be run again while
// nobody looks. What is not known to be harmless is not. Pure.

import { type Command, commandSteps } from './commandLine';
import { purposeOf } from './commandUse';
import type { Ecosystem, Purpose } from './ecosystem';

const harmless: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'install']);

/** Of those that only show or move on, by name: `git reset` and `sed -i` count as such elsewhere. */
const idle: ReadonlySet<string> = new Set(
  'cd pushd popd export unset set echo printf true false : sleep cat head tail tee grep egrep fgrep rg wc sort uniq cut tr test [ pwd'.split(
    ' ',
  ),
);

/** Programs that install into something that others use. */
const remote: ReadonlySet<string> = new Set(['git', 'gh', 'glab', 'helm', 'kubectl', 'terraform']);

/** `npm run release:build`, `cargo publish`, `mvn deploy`, whatever else is built on the way. */
const lasting =
  /(?:^|[:._-])(?:(?:un)?publish|deploy|release|push|upload|commit|migrate|checkout|switch|stash|reset|discard|apply|destroy|drop|delete|remove|uninstall)(?:$|[:._-])/;

/** A substitution runs what no step shows; these run it elsewhere or as somebody else. */
const outOfSight = /`|\$\(|[<>]\(|\b(?:ssh|sudo|doas|kubectl|eval)\b/;

const longestLine = 2_000;
const mostSteps = 20;
/** Deeper than steps are looked for, a line may hide anything. */
const mostNested = 3;

export function isHarmlessLine(line: string, ecosystems: readonly Ecosystem[]): boolean {
  const nested = line.match(/\(|\s-\w*c\s/g) ?? [];
  if (line.length > longestLine || nested.length > mostNested || outOfSight.test(line)) {
    return false;
  }
  const steps = commandSteps(line, ({ program }) => idle.has(program));
  return (
    steps.length > 0 &&
    steps.length <= mostSteps &&
    steps.every((step) => idle.has(step.program) || isHarmless(step, ecosystems))
  );
}

function isHarmless(step: Command, ecosystems: readonly Ecosystem[]): boolean {
  const purpose = purposeOf(step, ecosystems);
  return (
    purpose !== undefined &&
    harmless.has(purpose) &&
    !remote.has(step.program) &&
    !step.args.some((arg) => !isFlagOrFile(arg) && lasting.test(arg))
  );
}

/** `--release`, `tests/test_commit.py`. */
function isFlagOrFile(arg: string): boolean {
  return (arg.startsWith('-') && arg !== '--push') || /\/|\.\w{1,4}$/.test(arg);
}
