// Commands that answer a question with their exit code: 1 is "no", and no failure.

const asking =
  /^(?:! )?(?:\S*\/)?(?:e?grep|fgrep|rg|ag|test|\[\[?|diff|cmp|pgrep|which|command -v|type|git (?:\S+ )*?(?:diff|grep|check-ignore|merge-base|show-ref|rev-parse|config))(?=\s|$)/;
const leading = /^(?:cd|export|set)(?=\s|$)/;

/** A script does more than ask. */
const longest = 1000;

/** Whether it was the question that ended this command line. */
export function isAsking(command: string): boolean {
  if (command.length > longest) {
    return false;
  }
  const plain = command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, '_').trim();
  const steps = (plain.split(/[;\n]/).at(-1) ?? '').split(/&&|\|\|/);
  // The last of a pipe says how it ended.
  const ends = steps.map((step) => step.split('|').at(-1)?.trim() ?? '');
  return (
    asking.test(ends.at(-1) ?? '') && ends.every((end) => asking.test(end) || leading.test(end))
  );
}
