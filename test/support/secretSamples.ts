// Texts with and without secrets. The secrets are put together here, so that no scanner of this
// repository's own files finds them.

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const hex = `${digits}abcdef`;
const alphanumeric = upper + lower + digits;

/** Looks random, is the same in every run. */
export function generated(length: number, alphabet = alphanumeric, seed = 1): string {
  let state = seed * 7919 + length;
  let text = '';
  for (let index = 0; index < length; index++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += alphabet.charAt(Math.floor((state / 2147483648) * alphabet.length));
  }
  return text;
}

const base64Url = (value: string) => Buffer.from(value).toString('base64url');

export const documentedAwsKey = 'AKIA' + 'IOSFODNN7' + 'EXAMPLE';
export const documentedAwsSecret = 'wJalrXUtnFEMI' + '/K7MDENG/' + 'bPxRfiCYEXAMPLEKEY';

const keyBody = (lines: number, first = 'MIIE') =>
  [
    first + generated(60),
    ...Array.from({ length: lines }, (_, line) => generated(64, undefined, line + 2)),
  ].join('\n');

export function pem(label: string, body = keyBody(8)): string {
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
}

export const jsonWebToken = [
  base64Url('{"alg":"HS256","typ":"JWT"}'),
  base64Url('{"sub":"1234567890","name":"Jane"}'),
  generated(43),
].join('.');

/** Each with the one rule that is to name it. Every rule is here at least once. */
export const secretSamples: readonly (readonly [rule: string, text: string])[] = [
  ['aws-access-key', `aws_access_key_id = ${documentedAwsKey}`],
  ['aws-access-key', `key: "${'ASIA' + generated(16, upper + digits)}"`],
  ['aws-access-key', `"text\\n${'AKIA' + generated(16, upper + digits)}\\n"`],
  ['aws-secret-access-key', `aws_secret_access_key = ${documentedAwsSecret}`],
  ['aws-secret-access-key', `"SecretAccessKey": "${generated(40)}",`],
  ['aws-secret-access-key', `AWS Secret Access Key [None]: ${documentedAwsSecret}`],
  ['aws-secret-access-key', `awsSecret: '${documentedAwsSecret}'`],
  ['aws-session-token', `export AWS_SESSION_TOKEN=${'IQoJb3' + 'JpZ2lu' + generated(300)}==`],
  ['github-token', `git clone https://x:${'gh' + 'p_' + generated(36)}@github.com/a/b`],
  ['github-token', `GH_TOKEN=${'gh' + 'o_' + generated(36)}`],
  ['github-token', `"text\\n${'gh' + 's_' + generated(36)}"`],
  ['github-token', 'github' + '_pat_' + generated(22) + '_' + generated(59)],
  [
    'github-token-in-address',
    `"a": "git+https://${generated(40, hex)}:x-oauth-basic@github.com/a/b"`,
  ],
  ['gitlab-token', `PRIVATE-TOKEN: ${'glp' + 'at-' + generated(20)}`],
  [
    'slack-token',
    `slack(${'xo' + 'xb-' + generated(12, digits)}-${generated(12, digits)}-${generated(24)})`,
  ],
  [
    'slack-token',
    'xap' + 'p-1-' + generated(11, upper) + '-' + generated(13, digits) + '-' + generated(64, hex),
  ],
  [
    'slack-webhook',
    `https://hooks.slack.com/services/T${generated(8, digits)}/B${generated(8, digits)}/${generated(24)}`,
  ],
  ['discord-webhook', `https://discord.com/api/webhooks/${generated(18, digits)}/${generated(68)}`],
  ['stripe-key', `stripe('${'sk_' + 'live_' + generated(24)}')`],
  ['stripe-key', `stripe('${'rk_' + 'test_' + generated(24)}')`],
  ['anthropic-api-key', `x-api-key: ${'sk-' + 'ant-api03-' + generated(93)}AA`],
  ['openai-api-key', `OpenAI("${'sk' + '-' + generated(20)}T3Blbk${'FJ' + generated(20)}")`],
  ['openai-api-key', `OpenAI("${'sk-' + 'proj-' + generated(74)}T3Blbk${'FJ' + generated(74)}")`],
  ['openai-api-key', `"say\\n${'sk' + '-' + generated(48)}"`],
  ['google-api-key', `maps?key=${'AI' + 'za' + generated(35)}`],
  ['google-oauth', 'GOC' + 'SPX-' + generated(28)],
  ['gcp-service-account', `"private_key_id": "${generated(40, hex)}",`],
  ['npm-token', 'np' + 'm_' + generated(36)],
  ['npm-auth', `//registry.example.org/:_authToken=${generated(36, hex + '-')}`],
  ['pypi-token', 'pypi' + '-AgE' + generated(80)],
  ['rubygems-token', 'ruby' + 'gems_' + generated(48, hex)],
  ['sendgrid-api-key', 'S' + 'G.' + generated(22) + '.' + generated(43)],
  ['twilio-api-key', 'S' + 'K' + generated(32, hex)],
  ['mailchimp-api-key', generated(32, hex) + '-us' + '12'],
  ['mailgun-api-key', 'ke' + 'y-' + generated(32, hex)],
  ['shopify-token', 'shp' + 'at_' + generated(32, hex)],
  [
    'azure-account-key',
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${generated(86)}==;`,
  ],
  ['azure-account-key', `Endpoint=sb://a.example/;SharedAccessKey=${generated(43)}=`],
  ['azure-client-secret', `secret: ${'abc8' + 'Q~' + generated(34)}`],
  ['digitalocean-token', 'dop' + '_v1_' + generated(64, hex)],
  ['hugging-face-token', 'h' + 'f_' + generated(34, upper + lower)],
  ['groq-api-key', 'gs' + 'k_' + generated(52)],
  ['xai-api-key', 'xa' + 'i-' + generated(80)],
  ['perplexity-api-key', 'ppl' + 'x-' + generated(48)],
  ['replicate-token', 'r' + '8_' + generated(37)],
  ['linear-token', 'lin' + '_api_' + generated(40)],
  ['notion-token', 'nt' + 'n_' + generated(11, digits) + generated(35)],
  ['notion-token', 'sec' + 'ret_' + generated(43)],
  ['figma-token', 'fig' + 'd_' + generated(43)],
  [
    '1password-service-account',
    // One byte more than a multiple of three, so that it ends as the real ones do.
    'op' +
      's_' +
      Buffer.from(`{"muk":"${generated(78)}","salt":"${generated(20)}"}`).toString('base64'),
  ],
  [
    '1password-secret-key',
    'A' + '3-' + ['ABC2DE', 'ABC2DEF4GH5', 'A1B2C', 'Z9Y8X', 'Q7W6E'].join('-'),
  ],
  ['vault-token', 'hv' + 's.' + generated(95)],
  ['docker-token', 'dckr' + '_pat_' + generated(27)],
  ['databricks-token', 'da' + 'pi' + generated(32, hex)],
  ['vercel-token', 'vc' + 'p_' + generated(24)],
  ['cloudflare-token', 'cf' + 'ut_' + generated(40) + generated(8, hex)],
  ['cloudflare-token', 'v1' + '.0-' + generated(24, hex) + '-' + generated(146, hex)],
  ['tailscale-key', 'tsk' + 'ey-auth-' + generated(12) + '-' + generated(32)],
  ['grafana-token', 'gl' + 'sa_' + generated(32) + '_' + generated(8, hex)],
  ['grafana-token', 'gl' + 'c_' + generated(60)],
  ['atlassian-token', 'ATA' + 'TT3' + generated(186)],
  ['sentry-token', 'sntr' + 'yu_' + generated(64, hex)],
  ['postman-api-key', 'PMA' + 'K-' + generated(24, hex) + '-' + generated(34, hex)],
  ['new-relic-api-key', 'NRA' + 'K-' + generated(27, upper + digits)],
  ['terraform-token', generated(14) + '.atlas' + 'v1.' + generated(67)],
  ['pulumi-token', 'pu' + 'l-' + generated(40, hex)],
  ['doppler-token', 'dp' + '.pt.' + generated(43)],
  ['supabase-token', 'sb' + 'p_' + generated(40, hex)],
  ['planetscale-token', 'pscale' + '_pw_' + generated(43)],
  ['airtable-token', 'pa' + 't' + generated(14) + '.' + generated(64, hex)],
  ['telegram-token', `bot ${generated(9, digits)}:AA${generated(33)}`],
  ['age-secret-key', 'AGE-SECRET' + '-KEY-1' + generated(58, upper + digits)],
  ['private-key', pem('RSA PRIVATE' + ' KEY')],
  ['private-key', pem('PRIVATE' + ' KEY')],
  ['private-key', pem('OPENSSH PRIVATE' + ' KEY', keyBody(6, 'b3BlbnNzaC1rZXktdjE'))],
  [
    'private-key',
    pem('PGP PRIVATE' + ' KEY BLOCK', `Version: GnuPG v2\n\n${keyBody(6, 'lQPG')}\n=Ab3d`),
  ],
  ['private-key', pem('EC PRIVATE' + ' KEY').replaceAll('\n', '\\n')],
  ['private-key', `-----BEGIN ${'PRIVATE' + ' KEY'}-----\n${keyBody(3)}`],
  [
    'putty-private-key',
    `PuTTY-User-Key-File-2: ssh-rsa\n${'Private' + '-Lines'}: 14\n${keyBody(5)}`,
  ],
  ['jwt', `session=${jsonWebToken}`],
  ['password-in-address', `postgres://app:${'Tr0ub4' + 'dor'}@db.example.com:5432/app`],
  ['password-in-address', `redis://:${'Tr0ub4' + 'dor'}@cache:6379`],
  ['password-in-address', `https://bob:${'p@ss' + 'w0rd!'}@host.example/x`],
  ['authorization-header', `Authorization: Bearer ${generated(40)}`],
  ['authorization-header', `"Authorization": "Basic ${generated(24)}=="`],
  ['curl-user', `curl -s -u bob:${'Tr0ub4' + 'dor'} https://a.example`],
  ['password-assignment', `const password = '${'hunter' + '2!x'}';`],
  ['password-assignment', `{"db_password":"${'Tr0ub4' + 'dor&3'}"}`],
  ['password-assignment', `{\\"password\\": \\"${'Tr0ub4' + 'dor&3'}\\"}`],
  ['password-assignment', `'passwd' => "${'Tr0ub4' + 'dor&3'}",`],
  ['password-assignment', `const dbPassword: string = "${'Tr0ub4' + 'dor&3'}";`],
  ['password-setting', `DB_PASSWORD=${'Tr0ub4' + 'dor&3'}`],
  ['password-setting', `password: ${'Tr0ub4' + 'dor'}`],
  ['password-setting', `Server=db;User Id=sa;Pwd=${'Tr0ub4' + 'dor'};`],
  ['secret-assignment', `client_secret: "${generated(32)}"`],
  ['secret-assignment', `apiKey = '${generated(32, hex)}'`],
  ['secret-assignment', `accessToken := "${generated(24)}"`],
  ['secret-assignment', `SECRET_KEY_BASE = "${generated(64, hex)}"`],
  ['secret-setting', `API_KEY=${generated(32)}`],
  ['secret-setting', `https://a.example/?access_token=${generated(32)}&x=1`],
  ['secret-setting', `api-key: ${generated(32, hex)}`],
];

/** What looks nearly like a secret and is none. */
export const nearMisses: readonly (readonly [name: string, text: string])[] = [
  ['an AWS key that is too short', 'AKIA' + 'IOSFODNN7EXAMPL'],
  ['an AWS key inside a longer word', 'XAKIA' + 'IOSFODNN7EXAMPLE'],
  ['an AWS secret that is a git hash', `aws_key_commit: ${generated(40, hex)}`],
  ['an AWS secret that is too long', `aws_secret_access_key = ${generated(41, lower)}`],
  ['a GitHub token that is too short', 'gh' + 'p_' + generated(30)],
  ['a GitHub name', 'github' + '_pat_for_the_release_workflow_of_this_repository'],
  ['a GitLab placeholder', 'glp' + 'at-xxxxxxxxxxxxxxxxxxxx'],
  ['a Slack placeholder', 'xo' + 'xb-your-token-goes-here'],
  ['a Slack address without a path', 'https://hooks.slack.com/services/'],
  ['a Stripe publishable key', 'pk_' + 'live_' + generated(24)],
  ['a Stripe placeholder', 'sk_' + 'test_xxxxxxxxxxxxxxxxxxxxxxxx'],
  ['a word that ends in sk', `task-${generated(40, hex)}`],
  ['a class name that starts with sk', 'sk' + '-loading-indicator-with-a-long-name'],
  ['a Google key that is too short', 'AI' + 'za' + generated(30)],
  ['an npm package', 'np' + 'm_config_cache_folder_of_this_machine'],
  ['an npm token from the environment', '//registry.npmjs.org/:_authToken=${NPM_TOKEN}'],
  ['a SendGrid-like path', 'SG.module.function'],
  ['a Hugging Face name', 'h' + 'f_hub_download'],
  ['a Vault-like property', 'hv' + 's.somePropertyWithALongNameInIt'],
  ['a locale', 'en-us12'],
  ['the first line of a private key', `text.includes('-----BEGIN ${'PRIVATE' + ' KEY'}-----')`],
  [
    'a private key that is left out',
    pem('PRIVATE' + ' KEY', '...your key, without its password, goes here...'),
  ],
  ['a public key', pem('PUBLIC KEY')],
  ['a certificate', pem('CERTIFICATE')],
  ['a JWT without header', `eyJ${generated(20)}.eyJ${generated(20)}.${generated(43)}`],
  ['two parts of a JWT', jsonWebToken.split('.').slice(0, 2).join('.')],
  ['an address with a port', 'http://localhost:3000/@scope/name'],
  ['an address with a user', 'ssh://git@example.com:22/a/b'],
  ['an address with a variable', 'postgres://app:${DB_PASSWORD}@db/app'],
  ['an address with a placeholder', 'https://user:password@example.com'],
  ['an address with the user twice', 'postgres://postgres:postgres@localhost/db'],
  ['an address with a masked password', 'amqp://app:*****@queue'],
  ['a header with a variable', 'Authorization: Bearer ${token}'],
  ['a header with a placeholder', 'Authorization: Bearer YOUR_ACCESS_TOKEN_1234'],
  ['curl with variables', 'curl -u "$USER:$PASS" https://a.example'],
  ['curl with a user only', 'curl -u bob https://a.example:8080'],
  ...[
    `password = process.env.DB_PASSWORD_2`,
    `password = os.environ["PASSWORD_2"]`,
    `password = getPassword2(user)`,
    `password: string;`,
    `password: z.string().min(12)`,
    `password: 'Please enter your password!'`,
    `passwordLabel: 'auth.form.pw2'`,
    `password="changeme123"`,
    `password="<your-password-1>"`,
    `password="xxxxxxxx1"`,
    `password="aaaaaaaaaaaa"`,
    `password="********"`,
    `password = "{{ db_password_1 }}"`,
    `password = user1.hash.value`,
    `PASSWORD_FILE=/run/secrets/db1`,
    `PWD=/home/me/project2`,
    `<input type="password" name="pw1" />`,
    `token = tokens[12]`,
    `token: CancellationToken2`,
    `token: refresh-v2-staging-eu1`,
    `const token = await session1.createToken();`,
    `secret: example-0a1b2c3d4e5f6071`,
    `apiKey: "YOUR_API_KEY_0a1b2c3d4e5f"`,
    `apiKey: "https://a.example/key/0a1b2c3d4e5f6071"`,
    `api_key: \${{ secrets.API_KEY_1 }}`,
    `privateKey: RsaPrivateKey2048Type,`,
    `accessKey = config2.ofRegion1.a2b3c4d5e6;`,
    `secret: "{{0a1b2c3d4e5f6071}}"`,
    `apiKey = "$A1b2C3d4E5f6G7h8"`,
    `"jsonwebtoken": "^9.0.2",`,
    `token_count=1234567890123456`,
    `secretName: "${generated(32)}"`,
  ].map((text) => ['code or a placeholder', text] as const),
];

const image = Buffer.from(generated(3000)).toString('base64');

/** What every repository has. */
export const harmless: readonly (readonly [name: string, text: string])[] = [
  [
    'a lock file',
    `"node_modules/js-tokens": {\n  "version": "4.0.0",\n  "integrity": "sha512-${generated(86)}==",\n  "license": "MIT"\n}`,
  ],
  [
    'a yarn lock file',
    `js-tokens@^4.0.0:\n  version "4.0.0"\n  resolved "https://registry.yarnpkg.com/js-tokens/-/js-tokens-4.0.0.tgz#${generated(40, hex)}"\n`,
  ],
  ['a Go checksum', `golang.org/x/oauth2 v0.15.0 h1:${generated(43)}=`],
  [
    'git hashes',
    `commit ${generated(40, hex)}\nMerge: ${generated(7, hex)} ${generated(7, hex, 3)}`,
  ],
  ['a UUID', '{"id": "550e8400-e29b-41d4-a716-446655440000"}'],
  ['an image in base64', `<img src="data:image/png;base64,${image}">`],
  [
    'minified code',
    `!function(e,t){var n=e.token,r=t.secret;n.password=r.key,n.apiKey=r.o1.p2,e.exports=function(a){return a.token=n}}(this,0);`.repeat(
      50,
    ),
  ],
  [
    'prose',
    'Reset your password: open Settings, choose Security, then "Change password". Tokens expire after 30 days.',
  ],
  [
    'a diff of code',
    '+  const tokens = tokenize(source);\n-  const secret = await readSecret(path);\n+  expect(user.password).toBe(undefined);',
  ],
  ['a workflow', 'env:\n  NPM_TOKEN: ${{ secrets.NPM_TOKEN }}\n  AWS_REGION: eu-central-1\n'],
];
