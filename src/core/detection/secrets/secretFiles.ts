// Files that are secret by their name, whatever is in them: environment, key and credentials files.
// Knows names and `NAME=value` lines; other contents are secretRules.ts's part.

import { msg } from '../../support/message';
import type { SecretSpan } from './secretRules';

type NamedFile = Pick<SecretSpan, 'rule' | 'kind'>;

const environmentFile: NamedFile = { rule: 'environment-file', kind: msg('environment file') };
const keyFile: NamedFile = { rule: 'private-key-file', kind: msg('private key file') };
const credentialsFile: NamedFile = { rule: 'credentials-file', kind: msg('credentials file') };

/** `.env`, `.env.local`, `production.env`; not those that only show what belongs there. */
const environmentName = /^\.env(?:\.|$)|\.env$/i;
const environmentTemplate = /(?:^|[.\-_])(?:example|sample|template|tmpl|dist|defaults?)(?:\.|$)/i;

const keyName = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:p12|pfx|jks|keystore|kdbx?|ppk)$/i;
const credentialsName = /^(?:[._]netrc|\.(?:pgpass|htpasswd|git-credentials|pypirc|dockercfg))$/i;
/** Whose name alone means nothing, or is long enough to need no folder. */
const credentialsPath =
  /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config|application_default_credentials\.json)$/i;

/** What the name gives away: each value of an environment file, else the first line. */
export function namedSpans(path: string, text: string, isText: boolean): SecretSpan[] {
  const file = namedFile(path);
  if (!file || (file === environmentFile && text.trim() === '')) {
    return [];
  }
  const values = file === environmentFile && isText ? environmentValues(text) : [];
  const places = values.length > 0 ? values : [{ start: 0, end: lineEnd(text, 0) }];
  return places.map((place) => ({ ...file, ...place }));
}

function namedFile(path: string): NamedFile | undefined {
  const posix = path.replaceAll('\\', '/');
  const name = posix.slice(posix.lastIndexOf('/') + 1);
  if (environmentName.test(name) && !environmentTemplate.test(name)) {
    return environmentFile;
  }
  if (keyName.test(name)) {
    return keyFile;
  }
  return credentialsName.test(name) || credentialsPath.test(posix) ? credentialsFile : undefined;
}

/** The values of `NAME=value` lines, with or without `export`. */
function environmentValues(text: string): { start: number; end: number }[] {
  const values: { start: number; end: number }[] = [];
  for (let start = 0; start < text.length; start = lineEnd(text, start) + 1) {
    const line = text.slice(start, lineEnd(text, start));
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    const value = line.slice(equals + 1).trim();
    if (/^(?:export\s+)?[\w.-]+$/.test(name) && value && !/^(?:#|(?:""|'')$)/.test(value)) {
      const valueStart = start + line.indexOf(value, equals + 1);
      values.push({ start: valueStart, end: valueStart + value.length });
    }
  }
  return values;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
