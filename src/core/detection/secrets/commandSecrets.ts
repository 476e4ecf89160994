// Secrets that a command line names as such: `--password x`, `API_TOKEN=x`, `mysql -px`. Whatever the
// value looks like, its place says what it is; the table of secretRules.ts is about values. Pure.

/** With an `&` in it, too, though a shell would want quotes then: people forget them. */
const value = String.raw`(?:"[^"]{1,500}"|'[^']{1,500}'|(?:[^\s"';&|]|&(?![&\s]|$)){1,500})`;
/** A variable is no secret, and what is redacted stays as it is. */
const literal = String.raw`(?!["']?(?:\$|%\w|\[secret: ))`;
const word = String.raw`(?:password|passwd|passphrase|pwd|secret|token|api-?key|apikey|access-?key|auth-?key|private-?key|client-?secret|credentials?)`;

const named: readonly RegExp[] = [
  new RegExp(
    String.raw`((?:^|[\s"'])--?(?:[a-z]{1,20}-){0,3}${word}(?:=|\s{1,4}))${literal}(?!-)${value}`,
    'gi',
  ),
  new RegExp(
    String.raw`((?:^|[\s"';&|(])(?!(?:OLD)?PWD=)(?:[A-Z0-9]{1,30}_){0,5}(?:PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|APIKEY|CREDENTIALS?|(?:API|ACCESS|AUTH|PRIVATE|SIGNING|ENCRYPTION|SECRET)_KEY)=)${literal}${value}`,
    'g',
  ),
  new RegExp(
    String.raw`((?:^|[\s;&|/])(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mongosh?|sshpass)\s[^;&|\n]{0,300}?(?<=\s)-p)${literal}(?![\s=])${value}`,
    'g',
  ),
];

export function redactCommand(line: string): string {
  return named.reduce(
    (text, pattern) => text.replace(pattern, (_, before: string) => `${before}[secret: password]`),
    line,
  );
}
