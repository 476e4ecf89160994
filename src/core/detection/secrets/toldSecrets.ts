// Passwords and tokens that a command line or a sentence gives: `docker login -p x`, `DB_PASS=x`,
// `the password is x`, `비밀번호: x`. Rows of the one table in secretRules.ts; most are for text only,
// because such words stand in documentation, too.

import { msg } from '../../support/message';
import {
  isFilePassword,
  isGeneratedSetting,
  isGivenPassword,
  isGivenToken,
  isToldPassword,
  isToldPin,
} from './credibleSecret';
import type { Searched, SecretRule } from './secretRules';

// Letters beyond ASCII stand beside the raw texts: in those a build could not write them otherwise.
const openQuotes = '“‘「『';
const colon = '[:：]';
const arrow = '→';

/**
 * Up to where it ends by itself, in a language without spaces, too: whole in quotes, else without the
 * sentence's own signs behind it. What goes on with a bracket is code.
 */
const value = (least: number): string =>
  String.raw`\\{0,4}["'\x60${openQuotes}]?(?<secret>(?<=["'\x60])[^\s"'\x60\\<>]{${least},256}(?=\\{0,4}["'\x60])|[\w!@#$%^*+~](?:[\w!@#$%^*+~?=./:,-]|&(?!&)){${least - 2},510}[\w!@#$%^*+~?=/-](?=[.,:)\]}]{0,4}(?:[^!-~]|["'\x60;<>|\\]|&&|$)))`;

/** Between an option and its value: also over the end of a line, and in a list of words. */
const given = String.raw`(?:=|[ \t]{1,4}(?:\\\n\s{0,8})?|["'],\s{0,4})`;
/** An option begins a word. Looked at behind it, so that a search stays a search for its dash. */
const option = String.raw`--?(?<![^\s"'(\x60-]--?)`;
/** The rest of the same command. */
const onward = String.raw`(?:[^\n;&|]|\\\n){0,200}?`;
/** Of the command itself, not of one that it is about. */
const p = String.raw`\s(?<!(?:mkdir|cp|install|tsc)\s)-p`;

const changed = '(?:changed|reset|set|updated|rotated)';
const is = String.raw`\s{1,4}(?:(?:is|was|(?:will|should|must)\sbe|ha[sd]\sbeen)(?:\snow)?(?:\s${changed}\sto)?|(?:${changed}\s)?to(?:\snow)?)\s{0,4}:?\s{1,4}`;
/** `**Password**: x` */
const bold = '[*_]{0,4}';
const ofWhat = String.raw`(?:\s(?:(?:for|of|on)(?:\s[\w.@:/'-]{1,40}){1,4}?|\([^()\n]{1,40}\)))?`;

const secretOf = ({ groups }: RegExpExecArray): string => groups?.secret ?? '';
const isTold = (match: RegExpExecArray): boolean =>
  isToldPassword(
    secretOf(match),
    match.groups?.told !== undefined || isQuoted(match) || isChangedTo(match),
  );

const cjk = {
  passwords: '비밀번호|비번|암호|패스워드|パスワード|(?<pin>暗証番号)|密码|密碼|口令',
  are: '(?:는|은|は|是|为|為)',
  objects: '(?:를|을|가|이|を|が)',
  tokens: '(?:api 키|apiキー|토큰|トークン|令牌|密钥)[는은を를을は是]?',
};

export const toldSecrets: readonly SecretRule[] = [
  {
    id: 'password-option',
    kind: msg('password'),
    keywords: ['-pass', '-pwd', '-storepass', '-keypass'],
    pattern: () =>
      new RegExp(
        String.raw`${option}(?:[a-z-]{0,40}?(?:passw(?:or)?d|passphrase|pwd)|(?:(?:db|user|smtp|proxy)-|store|key)?pass)${given}${value(4)}`,
        'gi',
      ),
    accept: isGiven,
  },
  {
    id: 'token-option',
    kind: msg('API key or secret'),
    keywords: ['-token', '-secret', '-key', '-apikey'],
    pattern: () =>
      new RegExp(
        String.raw`${option}(?:[a-z]{1,20}-){0,3}?(?:token|secret|api-?key|(?:access|auth|secret)-key)${given}${value(8)}`,
        'gi',
      ),
    accept: (match, searched) =>
      searched === 'text'
        ? isGivenToken(secretOf(match))
        : secretOf(match).length >= 16 && isGeneratedSetting(secretOf(match), 'token'),
  },
  {
    id: 'command-password',
    kind: msg('password'),
    keywords: ['sshpass', 'docker login', 'podman login', 'registry login', 'az login'].concat(
      'mysql mariadb mongo redis-cli openssl htpasswd'.split(' '),
    ),
    pattern: () =>
      new RegExp(
        String.raw`(?:(?:sshpass|(?:docker|podman|registry|az) login|mongo[a-z]{0,8})${onward}${p}[ =]?|(?:mysql|mariadb)[\w-]{0,12}${onward}${p}|(?:redis-cli${onward}\s-a|openssl${onward}\s-k)\s|htpasswd\s(?:-\w{0,5}n\w{0,5}\s|-\w{1,6}\s\S{1,200}\s)\S{1,100}\s)${value(4)}`,
        'g',
      ),
    accept: isGiven,
  },
  {
    id: 'piped-password',
    kind: msg('password'),
    keywords: ['--password-stdin', '--with-token', 'sudo -s'],
    pattern: () =>
      new RegExp(
        String.raw`(?:echo|printf)\s{1,4}(?:-\w\s|["']?%s["']?\s)?${value(4)}(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s-S|[^\n|]{0,100}--(?:password-stdin|with-token)))`,
        'g',
      ),
    accept: isGiven,
  },
  {
    id: 'short-password-name',
    kind: msg('password'),
    keywords: ['pass', 'pw'].flatMap((name) =>
      [':', '=', ' =', ' is', '"', "'", '\\'].map((to) => name + to),
    ),
    // `bypass` is none, `PASS:` is what tests print.
    pattern: () =>
      new RegExp(
        String.raw`(?:(?:pass|PASS|pw|PW)(?<![A-Za-z](?:pass|PASS|pw|PW))|(?:Pass|Pw)(?<![A-Z]P(?:ass|w)))(?<!(?<!_)PASS(?=:))(?:\\{0,4}["'\x60])?(?:\s{0,4}(?:=>|[:=])|\sis\s)\s{0,4}${value(7)}`,
        'g',
      ),
    accept: (match, searched) =>
      searched === 'text' ? isToldPassword(secretOf(match), true) : isEnvironmentSetting(match),
  },
  {
    id: 'password-in-words',
    kind: msg('password'),
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'identified by'],
    pattern: () =>
      new RegExp(
        String.raw`(?:passw(?:or)?d|passphrase|passcode|pwd|identified by)(?:\\{0,4}["'\x60])?${bold}(?:(?<told>${ofWhat}(?:${is}|\s{0,4}:${bold}\s{1,4}|\s{0,4}${arrow}\s{0,4}|\s{1,4}->\s{1,4})|=|\s{0,4}\|\s{0,4})|[ \t]{1,4})${value(7)}`,
        'gi',
      ),
    accept: (match, searched) => searched === 'text' && isTold(match),
  },
  {
    id: 'password-in-cjk-words',
    kind: msg('password'),
    keywords: '비밀번호 비번 암호 패스워드 パスワード 暗証番号 密码 密碼 口令'.split(' '),
    // As the object of a sentence it is less often followed by itself than by what is done with it.
    pattern: () =>
      new RegExp(
        String.raw`(?:${cjk.passwords})${bold}(?:(?<told>\s?${cjk.are}\s{0,4}${colon}?\s{0,4}|\s{0,4}(?:${colon}|[=|]|[=-]>|${arrow})${bold}\s{0,4})|${cjk.objects}?\s{0,4})${value(4)}`,
        'g',
      ),
    accept: (match, searched) =>
      searched === 'text' &&
      ((secretOf(match).length >= 7 && isTold(match)) ||
        (match.groups?.pin !== undefined && isToldPin(secretOf(match)))),
  },
  {
    id: 'secret-in-words',
    kind: msg('API key or secret'),
    keywords: ['token', 'api key', 'access key', 'secret key'].concat(
      'api 키, apiキー, 토큰, トークン, 令牌, 密钥'.split(', '),
    ),
    pattern: () =>
      new RegExp(
        String.raw`(?:(?:token|(?:api|access|secret) key)${ofWhat}(?:${is}|\s{0,4}:?\s{1,4})|${cjk.tokens}\s{0,4}(?:${colon}|=)?\s{0,4})${value(16)}`,
        'gi',
      ),
    accept: (match, searched) =>
      searched === 'text' && isGeneratedSetting(secretOf(match), 'token'),
  },
];

/** `WITH PASSWORD 'x'` */
function isQuoted(match: RegExpExecArray): boolean {
  return /["'\x60“‘「『]$/.test(match[0].slice(0, -secretOf(match).length));
}

/** `비밀번호를 x로 변경`: only what follows says that it is the password. */
function isChangedTo({ 0: { length }, index, input }: RegExpExecArray): boolean {
  const after = input.slice(index + length, index + length + 10);
  return /^["'\x60”’」』]?\s?(?:으?로|に)\s?(?:변경|바꾸|바꿔|설정|変更|設定)/.test(after);
}

function isGiven(match: RegExpExecArray, searched: Searched): boolean {
  const secret = secretOf(match);
  // `-psecret` is never a word of a sentence, as it may be in `-p secret`.
  const isAttached = /\s-p["']?$/.test(match[0].slice(0, -secret.length));
  return searched === 'text' ? isGivenPassword(secret, isAttached) : isFilePassword(secret);
}

/** `DB_PASS=x`, `DB_PASS: x`, as environments are set. */
function isEnvironmentSetting(match: RegExpExecArray): boolean {
  const secret = secretOf(match);
  const end = match.index + match[0].length - secret.length;
  const before = match.input.slice(Math.max(match.index - 2, 0), end);
  return /^[A-Z\d]_(?:PASS|PW)(?:=|: )["']?$/.test(before) && isFilePassword(secret);
}
