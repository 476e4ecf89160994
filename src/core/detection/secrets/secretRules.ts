// The one table of secrets: commits, saved context, blocker evidence and logs are held against it.
// The kinds are those of secretlint's recommended preset and the common ones of gitleaks.

import { type Message, msg } from '../../support/message';
import {
  isAddressPassword,
  isGenerated,
  isGeneratedSetting,
  isPassword,
  isPasswordSetting,
  isPlaceholder,
  isVaried,
} from './credibleSecret';
import { toldSecrets } from './toldSecrets';

/** In a file a false alarm stops a commit; in a text it takes a word out of what is kept or logged. */
export type Searched = 'file' | 'text';

export interface SecretRule {
  /** Stays the same for good: people may name it in a setting or a report. */
  readonly id: string;
  /** A short noun phrase for people. Never contains anything of the secret. */
  readonly kind: Message;
  /** In lower case. A text without any of them is not searched for this rule. */
  readonly keywords: readonly string[];
  /**
   * Global. Every repeat is bounded and each match starts at a fixed text, so that no input takes
   * longer than its length allows. A group named `secret` is the secret and ends the match;
   * without one the whole match is. Made when it is needed: a hook loads all rules and needs few.
   */
  readonly pattern: () => RegExp;
  readonly accept?: ((match: RegExpExecArray, searched: Searched) => boolean) | undefined;
}

/** Where a rule, or a file's name, says that a secret is. */
export interface SecretSpan {
  /** The rule's id. */
  readonly rule: string;
  readonly kind: Message;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** Of a provider: its tokens say by their first letters what they are. */
const token = ofProvider((provider) => msg('{0} token', provider));
const apiKey = ofProvider((provider) => msg('{0} API key', provider));
const webhook = ofProvider((provider) => msg('{0} webhook address', provider));

function ofProvider(kindOf: (provider: string) => Message) {
  return (
    id: string,
    provider: string,
    keywords: readonly string[],
    pattern: () => RegExp,
    accept?: SecretRule['accept'],
  ): SecretRule => ({ id, kind: kindOf(provider), keywords, pattern, accept });
}

/**
 * A token that stands alone: no longer word on either side. The side before it is looked at after
 * the prefix has matched, so that a search stays a search for that prefix. In text inside JSON a
 * word may follow `\n` at once.
 */
function standalone(prefix: string, rest: string): RegExp {
  const alone = String.raw`(?<![\w-](?<!\\[nrt])(?:${prefix}))`;
  return new RegExp(String.raw`(?:${prefix})${alone}(?:${rest})(?![\w-])`, 'g');
}

// Up to four blanks, because up to three are written out by the engine, with copies of what follows:
// that takes a millisecond to compile for each pattern, and a hook waits for it.

/** `name = `, `"name": `, `name => `, `name: string = `; quotes may be escaped, as in JSON. */
const ending = String.raw`(?:[_-]?(?:key|value|string|text|base|prod|production|dev|staging|live|\d{1,2})){0,4}`;
const assigned = String.raw`(?:\\{0,4}["'\x60])?(?:\s{0,4}:\s{0,4}string)?\s{0,4}(?:=>|:=|[:=])\s{0,4}`;
const quoted = (least: number): string =>
  String.raw`\\{0,4}["'\x60](?<secret>[^\s"'\x60\\<>]{${least},256})(?=\\{0,4}["'\x60])`;
const bare = (characters: string, least: number): string =>
  String.raw`(?<secret>[${characters}]{${least},160}={0,2})(?=[\s;,&"'\x60)}\]<|\\]|$)`;
const passwordName = `(?:passw(?:or)?d|passphrase|pwd)${ending}`;
const secretName = `(?:secret|token|credentials?|(?:api|access|auth|private|encryption|signing|master|account)[_-]?key)${ending}`;
const passwordWords = ['passw', 'passphrase', 'pwd'];
const secretWords = ['secret', 'token', 'credential', '_key', '-key'].concat(
  'apikey accesskey authkey privatekey encryptionkey signingkey masterkey accountkey'.split(' '),
);
const assignment = (name: string, value: string): RegExp =>
  new RegExp(`(?<name>${name})${assigned}${value}`, 'gi');

const secretOf = (match: RegExpExecArray): string => match.groups?.secret ?? match[0];
const varied = (match: RegExpExecArray): boolean => isVaried(secretOf(match));
const notPlaceholder = (match: RegExpExecArray): boolean => !isPlaceholder(secretOf(match));

/** From the most specific to the least: where two find the same text, the earlier one names it. */
export const secretRules: readonly SecretRule[] = [
  {
    id: 'aws-access-key',
    kind: msg('AWS access key'),
    keywords: ['a3t', 'akia', 'asia', 'abia', 'acca'],
    // No check for placeholders: the fake keys of AWS's own documentation stop a commit too.
    pattern: () =>
      /(?:A3T[A-Z0-9]|A(?:KIA|SIA|BIA|CCA))(?<![A-Z0-9].{4})[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    id: 'aws-secret-access-key',
    kind: msg('AWS secret access key'),
    keywords: ['secret', 'aws'],
    pattern: () =>
      /(?:secret[ _-]?access[ _-]?key|aws[ \w.-]{0,20}(?:key|secret|token))[\s"'\\[\]None:=>,]{1,16}(?<secret>[a-z0-9/+]{40})(?![a-z0-9/+=])/gi,
    accept: (match) => /[^\da-f]/.test(secretOf(match)),
  },
  token(
    'aws-session-token',
    'AWS session',
    ['iqojb3jpz2lu', 'fwogzxivyxdz', 'fqogzxivyxdz'],
    () =>
      /(?:IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz)(?<![\w/+].{12})[A-Za-z0-9/+]{80,2000}={0,2}(?![A-Za-z0-9/+=])/g,
  ),
  token(
    'github-token',
    'GitHub',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    () => /(?:gh[pousr]_[A-Za-z0-9_]{36,255}|github_pat_[A-Za-z0-9_]{22,255})(?![A-Za-z0-9_])/g,
    varied,
  ),
  token(
    'github-token-in-address',
    'GitHub',
    [':x-oauth-basic@'],
    () => /:\/\/(?<secret>[^\s:/@"'`<>]{16,256})(?=:x-oauth-basic@)/g,
    notPlaceholder,
  ),
  token(
    'gitlab-token',
    'GitLab',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'gloas-'],
    () =>
      standalone(
        'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas)-',
        String.raw`[\w-]{20,300}(?:\.[\w.]{1,32})?`,
      ),
    varied,
  ),
  token(
    'slack-token',
    'Slack',
    ['xox', 'xapp-'],
    () => standalone('xox[abceoprs]|xapp', String.raw`(?:\.xox[bp])?-[A-Za-z0-9-]{10,250}`),
    (match) => /\d/.test(match[0]),
  ),
  webhook(
    'slack-webhook',
    'Slack',
    ['hooks.slack.com'],
    () =>
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{20,120}(?![A-Za-z0-9+/])/gi,
  ),
  webhook(
    'discord-webhook',
    'Discord',
    ['/api/webhooks/'],
    () => /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}(?![\w-])/g,
  ),
  apiKey(
    'stripe-key',
    'Stripe',
    ['sk_live', 'sk_test', 'sk_prod', 'rk_live', 'rk_test', 'rk_prod', 'whsec_'],
    () => standalone('[sr]k_(?:live|test|prod)_|whsec_', '[A-Za-z0-9]{10,250}'),
    varied,
  ),
  apiKey(
    'anthropic-api-key',
    'Anthropic',
    ['sk-ant-'],
    () => /sk-ant-[a-z]{2,12}\d{2}-[\w-]{32,200}(?![\w-])/g,
    varied,
  ),
  apiKey(
    'openai-api-key',
    'OpenAI',
    ['sk-'],
    () =>
      standalone(
        'sk-',
        '(?:proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{20,240}|[A-Za-z0-9]{32,64}',
      ),
    varied,
  ),
  apiKey('google-api-key', 'Google', ['aiza'], () => /AIza[\w-]{35}(?![\w-])/g, varied),
  token(
    'google-oauth',
    'Google OAuth',
    ['gocspx-', 'ya29.'],
    () => standalone(String.raw`GOCSPX-|ya29\.`, '[A-Za-z0-9_-]{28,1000}'),
    varied,
  ),
  {
    id: 'gcp-service-account',
    kind: msg('Google service account key'),
    keywords: ['private_key_id'],
    pattern: () =>
      /private_key_id\\{0,2}["']\s{0,3}:\s{0,3}\\{0,2}["'](?<secret>[0-9a-f]{40})(?![0-9a-f])/g,
    accept: varied,
  },
  token('npm-token', 'npm', ['npm_'], () => /npm_[A-Za-z0-9_]{36}(?![A-Za-z0-9_])/g, varied),
  token(
    'npm-auth',
    'npm',
    [':_auth', ':_password'],
    () =>
      /:_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?(?<secret>[^\s:"'`\\]{8,512})(?=["'\s\\]|$)/gi,
    notPlaceholder,
  ),
  token('pypi-token', 'PyPI', ['pypi-age'], () => standalone('pypi-AgE', '[A-Za-z0-9_-]{50,1000}')),
  token('rubygems-token', 'RubyGems', ['rubygems_'], () => standalone('rubygems_', '[a-f0-9]{48}')),
  apiKey(
    'sendgrid-api-key',
    'SendGrid',
    ['sg.'],
    () => standalone(String.raw`SG\.`, String.raw`[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}`),
    varied,
  ),
  apiKey('twilio-api-key', 'Twilio', ['sk'], () => standalone('SK', '[0-9a-f]{32}'), varied),
  apiKey(
    'mailchimp-api-key',
    'Mailchimp',
    ['-us'],
    () => /(?<![0-9a-f])[0-9a-f]{32}-us\d{1,2}(?![\w-])/g,
    varied,
  ),
  apiKey('mailgun-api-key', 'Mailgun', ['key-'], () => standalone('key-', '[0-9a-f]{32}'), varied),
  token(
    'shopify-token',
    'Shopify',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    () => /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}(?![A-Za-z0-9])/g,
    varied,
  ),
  {
    id: 'azure-account-key',
    kind: msg('Azure account key'),
    keywords: ['accountkey=', 'sharedaccesskey='],
    pattern: () =>
      /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{42,88}={0,2})(?![\w+/=])/gi,
  },
  {
    id: 'azure-client-secret',
    kind: msg('Azure client secret'),
    keywords: ['q~'],
    pattern: () => /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
    accept: varied,
  },
  token(
    'digitalocean-token',
    'DigitalOcean',
    ['doo_v1_', 'dop_v1_', 'dor_v1_'],
    () => /do[opr]_v1_[a-f0-9]{64}(?![A-Za-z0-9])/g,
  ),
  token(
    'hugging-face-token',
    'Hugging Face',
    ['hf_', 'api_org_'],
    () => standalone('hf_|api_org_', '[A-Za-z0-9]{34}'),
    (match) => !isPlaceholder(match[0]),
  ),
  apiKey('groq-api-key', 'Groq', ['gsk_'], () => standalone('gsk_', '[A-Za-z0-9]{52}'), varied),
  apiKey('xai-api-key', 'xAI', ['xai-'], () => standalone('xai-', '[A-Za-z0-9]{80}'), varied),
  apiKey(
    'perplexity-api-key',
    'Perplexity',
    ['pplx-'],
    () => standalone('pplx-', '[A-Za-z0-9]{48}'),
    varied,
  ),
  token(
    'replicate-token',
    'Replicate',
    ['r8_'],
    () => standalone('r8_', '[A-Za-z0-9]{37}'),
    varied,
  ),
  token(
    'linear-token',
    'Linear',
    ['lin_api_', 'lin_oauth_'],
    () => standalone('lin_(?:api|oauth)_', '[A-Za-z0-9_]{32,128}'),
    varied,
  ),
  token(
    'notion-token',
    'Notion',
    ['ntn_', 'secret_'],
    () => standalone('ntn_|secret_', '[A-Za-z0-9]{43,46}'),
    varied,
  ),
  token(
    'figma-token',
    'Figma',
    ['figd_'],
    () => standalone('figd_', '[A-Za-z0-9_-]{40,200}'),
    varied,
  ),
  token('1password-service-account', '1Password', ['ops_eyj'], () =>
    standalone('ops_', 'eyJ[A-Za-z0-9+/]{100,2000}={0,3}'),
  ),
  {
    id: '1password-secret-key',
    kind: msg('1Password secret key'),
    keywords: ['a3-'],
    pattern: () =>
      standalone('A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}'),
    accept: varied,
  },
  token(
    'vault-token',
    'Vault',
    ['hvs.', 'hvb.', 'hvr.'],
    () => standalone(String.raw`hv[sbr]\.`, '[A-Za-z0-9_-]{24,300}'),
    varied,
  ),
  token(
    'docker-token',
    'Docker',
    ['dckr_'],
    () => /dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}(?![\w-])/g,
    varied,
  ),
  token(
    'databricks-token',
    'Databricks',
    ['dapi'],
    () => /dapi[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/gi,
    varied,
  ),
  token(
    'vercel-token',
    'Vercel',
    ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    () => standalone('vc[piark]_', '[A-Za-z0-9]{20,60}'),
    varied,
  ),
  token(
    'cloudflare-token',
    'Cloudflare',
    ['cfk_', 'cfut_', 'cfat_', 'v1.0-'],
    () =>
      standalone(
        String.raw`cfk_|cfut_|cfat_|v1\.0-`,
        '[A-Za-z0-9]{40}[0-9a-f]{8}|[a-f0-9]{24}-[a-f0-9]{146}',
      ),
    varied,
  ),
  token(
    'tailscale-key',
    'Tailscale',
    ['tskey-'],
    () => /tskey-[a-z]{2,20}-\w{8,40}-\w{16,60}(?!\w)/g,
    varied,
  ),
  token(
    'grafana-token',
    'Grafana',
    ['glc_', 'glsa_'],
    () => standalone('glc_|glsa_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|[A-Za-z0-9+/]{32,400}={0,2}'),
    varied,
  ),
  token(
    'atlassian-token',
    'Atlassian',
    ['atatt3', 'atctt3', 'atbb'],
    () => standalone('AT[AC]TT3|ATBB', '[A-Za-z0-9_=-]{32,260}'),
    varied,
  ),
  token('sentry-token', 'Sentry', ['sntrys_', 'sntryu_'], () =>
    standalone('sntry[su]_', '[A-Za-z0-9+/=_]{60,500}'),
  ),
  apiKey(
    'postman-api-key',
    'Postman',
    ['pmak-'],
    () => /PMAK-[a-f0-9]{24}-[a-f0-9]{34}(?![\w-])/gi,
    varied,
  ),
  apiKey(
    'new-relic-api-key',
    'New Relic',
    ['nrak-'],
    () => standalone('NRAK-', '[A-Z0-9]{27}'),
    varied,
  ),
  token(
    'terraform-token',
    'Terraform Cloud',
    ['.atlasv1.'],
    () => /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g,
    varied,
  ),
  token('pulumi-token', 'Pulumi', ['pul-'], () => standalone('pul-', '[a-f0-9]{40}'), varied),
  token(
    'doppler-token',
    'Doppler',
    ['dp.'],
    () =>
      standalone(String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, String.raw`[A-Za-z0-9_.-]{40,80}`),
    varied,
  ),
  token(
    'supabase-token',
    'Supabase',
    ['sbp_', 'sb_secret_'],
    () => standalone('sbp_|sb_secret_', '[a-f0-9]{40}|[A-Za-z0-9_-]{31,60}'),
    varied,
  ),
  token(
    'planetscale-token',
    'PlanetScale',
    ['pscale_'],
    () => /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}(?![\w=-])/g,
    varied,
  ),
  token(
    'airtable-token',
    'Airtable',
    ['pat'],
    () => standalone('pat', String.raw`[A-Za-z0-9]{14}\.[a-f0-9]{64}`),
    varied,
  ),
  token(
    'telegram-token',
    'Telegram',
    [':aa'],
    () => /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g,
    varied,
  ),
  {
    id: 'age-secret-key',
    kind: msg('private key'),
    keywords: ['age-secret-key-1'],
    pattern: () => /AGE-SECRET-KEY-1[A-Z0-9]{58}(?![A-Z0-9])/g,
  },
  {
    id: 'private-key',
    kind: msg('private key'),
    keywords: ['private key'],
    // The whole block, because redacting its first line would show the key. A block that was cut
    // off counts as far as it looks like one. Neither part crosses the next five dashes.
    pattern: () =>
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){40,100000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s\\]{40,100000})/g,
    accept: ([block]) => (block.match(/[\w+/=]{32,}/g) ?? []).some((line) => isVaried(line)),
  },
  {
    id: 'putty-private-key',
    kind: msg('private key'),
    keywords: ['private-lines:'],
    pattern: () => /Private-Lines: \d{1,4}\s{1,4}(?<secret>[A-Za-z0-9+/=\s]{40,100000})/g,
  },
  {
    id: 'jwt',
    kind: msg('JSON web token'),
    keywords: ['eyj'],
    pattern: () => standalone('eyJ', String.raw`[\w-]{10,1000}\.eyJ[\w-]{10,8000}\.[\w-]{10,1000}`),
    accept: ([text]) =>
      Buffer.from(text.slice(0, text.indexOf('.')), 'base64url').includes('"alg"'),
  },
  {
    id: 'password-in-address',
    kind: msg('password in a URL'),
    keywords: ['://'],
    pattern: () =>
      /:\/\/(?<user>[^\s:/?#@"'`<>]{0,100}):(?<secret>[^\s/"'`<>\\]{4,200})(?=@[\w.[%-])/g,
    accept: ({ groups }) => isAddressPassword(groups?.secret ?? '', groups?.user ?? ''),
  },
  {
    id: 'authorization-header',
    kind: msg('authorization header'),
    keywords: ['authorization'],
    pattern: () =>
      /authorization\\{0,2}["'`]?\s{0,3}[:=,]\s{0,3}\\{0,2}["'`]?(?:bearer|basic|token|bot)\s{1,3}(?<secret>[\w.~+/-]{16,2000}={0,2})(?![\w.~+/=-])/gi,
    accept: (match) => varied(match) && notPlaceholder(match),
  },
  {
    id: 'curl-user',
    kind: msg('password'),
    keywords: ['curl'],
    pattern: () =>
      /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]{0,2}["']?(?<user>[^\s:"'$]{1,100}):(?<secret>[^\s"'`\\]{4,200})/g,
    accept: ({ groups }) => isAddressPassword(groups?.secret ?? '', groups?.user ?? ''),
  },
  {
    id: 'password-assignment',
    kind: msg('password'),
    keywords: passwordWords,
    pattern: () => assignment(passwordName, quoted(8)),
    accept: (match) => isPassword(secretOf(match)),
  },
  {
    id: 'password-setting',
    kind: msg('password'),
    keywords: passwordWords,
    pattern: () => assignment(passwordName, bare(String.raw`\w.~!@#$%^&*+/?:=-`, 8)),
    accept: (match) => isPasswordSetting(secretOf(match)),
  },
  {
    id: 'secret-assignment',
    kind: msg('API key or secret'),
    keywords: secretWords,
    pattern: () => assignment(secretName, quoted(16)),
    accept: (match) => isGenerated(secretOf(match)),
  },
  {
    id: 'secret-setting',
    kind: msg('API key or secret'),
    keywords: secretWords,
    pattern: () => assignment(secretName, bare(String.raw`\w.~+/:-`, 16)),
    accept: (match) => isGeneratedSetting(secretOf(match), match.groups?.name ?? ''),
  },
  ...toldSecrets,
];
