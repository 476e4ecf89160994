import { createHash } from 'node:crypto';

/** Text whose completeness can be seen, of any size between 1 and 200 KB. */
export function makeVersion(): string {
  const body = Math.random()
    .toString(36)
    .repeat(Math.ceil(Math.random() * 16_000));
  return `${createHash('sha256').update(body).digest('hex')}\n${body}`;
}

export function isWholeVersion(text: string): boolean {
  const [hash, body = ''] = text.split('\n');
  return hash === createHash('sha256').update(body).digest('hex');
}
