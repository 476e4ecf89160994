// Whether a matched value may be a real secret, or is a placeholder, a name, a piece of code.
// Judges one short value at a time; patterns that find values are in secretRules.ts.

/** Templates (`<key>`, `${KEY}`, `{{ key }}`, `%KEY%`), masks (`xxxx`, `****`), what was redacted. */
const template = /^\[secret:|[<>{}]|\$\(|^\$\w|^%\w+%$|^@\w+@$|\.\.\.|…|\*{3}|x{4}/i;

/** Words that people write where a secret goes. */
const standIn =
  /example|sample|placeholder|change[-_]?(?:me|it)|replace|redacted|insert|your|dummy|fake|mock|lorem|undefined|password|passwd|secret|token|api[-_]?key|credential|process\.env|environ|getenv|import\.meta/i;

const sequence = /12345678|abcdefgh|qwerty|01234567/i;

/** `this.config.value`, `Options::value`: code that fetches a value, not the value. */
const propertyPath = /^[a-z_$][\w$]*(?:(?:\.|::|->)[a-z_$][\w$]*)+$/i;

/** What sentences about passwords name, and is none: algorithms, encodings, types, files. */
const technical =
  /^(?:argon2|[bs]?crypt|pbkdf2|sha-?\d|md5|hmac|aes-?\d|rsa-?\d|base64|utf-?\d|u?int\d|float\d|oauth)|\/[\w.-]*\.[a-z]\w{0,4}$/i;

/** A word of a sentence (`--password option`), or what stands for a value (`--password DB_PASS`). */
const plainWord = /^(?:[A-Z]?[a-z]+(?:[-_/.,:][a-z]+)*|[A-Z][A-Z_]*)$/;

/** `8080`, `127.0.0.1:8080:80/tcp`. */
const port = /(?:^|:)\d{1,5}(?:\/\w+)?$/;

/** What documentation puts before the @ of an address. */
const addressStandIns: ReadonlySet<string> = new Set(
  'pass passwd pwd pw secret token key root admin user username guest test demo foo bar postgres mysql mongo redis changeme x-oauth-basic'.split(
    ' ',
  ),
);

/** Bits per character, after Shannon: about 3.2 for words, 3.5 and more for generated values. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

export function isPlaceholder(value: string): boolean {
  return (
    new Set(value).size < 4 || template.test(value) || standIn.test(value) || sequence.test(value)
  );
}

/** Most values of a kind whose form alone says a lot: only what is plainly invented is refused. */
export function isVaried(value: string): boolean {
  return /\d/.test(value) && entropy(value) >= 3;
}

/** A generated value: letters and digits mixed, of high entropy. */
export function isGenerated(value: string): boolean {
  const least = /^[\da-f-]+$/i.test(value) ? 3 : 3.5;
  return (
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !isPlaceholder(value) &&
    !isLocation(value) &&
    !isWords(value) &&
    entropy(value) >= least
  );
}

/** Without quotes around it, a value may as well be code: more than one number in it says no. */
export function isGeneratedSetting(value: string, name: string): boolean {
  const shouted = name === name.toUpperCase();
  return (
    isGenerated(value) &&
    !propertyPath.test(value) &&
    (shouted || (value.match(/\d+/g) ?? []).length > 1)
  );
}

/** What people choose: letters with a digit or a sign among them. */
export function isPassword(value: string): boolean {
  return (
    /[a-z]/i.test(value) &&
    /[\d!@#$%^&*?+~]/.test(value) &&
    !isPlaceholder(value) &&
    !isLocation(value) &&
    !/test|demo|1234|abcd/i.test(value) &&
    entropy(value) >= 2.75
  );
}

export function isPasswordSetting(value: string): boolean {
  return isPassword(value) && /\d/.test(value) && !propertyPath.test(value);
}

/** A sentence that says which (`told`) may name any; next to the word alone it has to look generated. */
export function isToldPassword(value: string, told: boolean): boolean {
  return (
    isPasswordSetting(value) &&
    !technical.test(value) &&
    (told || ((value.match(/\d+/g) ?? []).length > 1 && !isWords(value)))
  );
}

/**
 * Where a file has a password without its whole name or quotes: there stand as well paths, versions
 * (`redis-7-alpine`) and names (`shadow_map2`, `shadowMap2`).
 */
export function isFilePassword(value: string): boolean {
  return (
    value.length >= 8 &&
    isPasswordSetting(value) &&
    !technical.test(value) &&
    !/^[a-z]+(?:[A-Z][a-z]+)+\d{0,2}$/.test(value) &&
    !(/[-_./:@]/.test(value) && isWords(value))
  );
}

export function isToldPin(value: string): boolean {
  return /^\d{4,12}$/.test(value);
}

/**
 * Where a command line has a password: all but what stands for one. Attached to its option it may be
 * a plain word.
 */
export function isGivenPassword(value: string, isAttached = false): boolean {
  return (
    isAddressPassword(value, '') &&
    !isLocation(value) &&
    !port.test(value) &&
    (isAttached || !plainWord.test(value)) &&
    (/\d/.test(value) || !standIn.test(value))
  );
}

/** Where it has a token: what is no word, no number and no `name=value`. */
export function isGivenToken(value: string): boolean {
  return (
    isGivenPassword(value) &&
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !/^\w+=/.test(value) &&
    !isWords(value)
  );
}

/** The password of `scheme://user:password@host`. */
export function isAddressPassword(password: string, user: string): boolean {
  const lower = password.toLowerCase();
  return (
    password !== user &&
    new Set(password).size > 1 &&
    !addressStandIns.has(lower) &&
    !lower.includes('password') &&
    !template.test(password)
  );
}

function isLocation(value: string): boolean {
  return /^(?:[./~\\]|[a-z]:[\\/])|:\/\//i.test(value);
}

/** `refresh-v2-staging`: words, each with a number after it at most. */
function isWords(value: string): boolean {
  return value.split(/[-_./:@]/).every((part) => /^[a-z]*\d{0,4}$/i.test(part));
}
