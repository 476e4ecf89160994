// What a full save verifies. Each check passes, fails or is skipped, and says why.

import path from 'node:path';
import { type Git } from '../git/git';
import { readFileWithin } from '../stores/fileWithin';
import { type Message, msg } from '../support/message';
import { mentionOf, type Task } from './mention';

export interface Check {
  readonly name: 'changelog' | 'roadmap' | 'ci';
  readonly status: 'pass' | 'fail' | 'skip';
  readonly detail: Message;
}

export interface CheckFacts {
  readonly root: string;
  readonly git: Git;
  readonly task: Task;
  /** What the work began from; null when that is unknown. */
  readonly base: string | null;
}

export async function checkChangelog({ root, git, task, base }: CheckFacts): Promise<Check> {
  const name = 'changelog';
  const text = readText(root, 'CHANGELOG.md');
  if (text === undefined) {
    return { name, status: 'fail', detail: msg('There is no CHANGELOG.md.') };
  }
  const changed =
    base !== null &&
    (await git.ask(['diff', '--quiet', `${base}...HEAD`, '--', 'CHANGELOG.md'])).code === 1;
  if (changed) {
    return { name, status: 'pass', detail: msg('CHANGELOG.md has an entry from this work.') };
  }
  const mention = mentionOf(latestSection(text), task);
  return mention === undefined
    ? {
        name,
        status: 'fail',
        detail: msg('CHANGELOG.md has no entry for this work. Add one under its newest heading.'),
      }
    : { name, status: 'pass', detail: msg('CHANGELOG.md mentions "{0}".', mention) };
}

export function checkRoadmap({ root, task }: Pick<CheckFacts, 'root' | 'task'>): Check {
  const name = 'roadmap';
  const text = readText(root, 'ROADMAP.md');
  if (text === undefined) {
    return { name, status: 'fail', detail: msg('There is no ROADMAP.md.') };
  }
  const mention = mentionOf(text, task);
  return mention === undefined
    ? {
        name,
        status: 'fail',
        detail: msg('ROADMAP.md does not mention this task ({0}).', task.workingOn),
      }
    : { name, status: 'pass', detail: msg('ROADMAP.md mentions "{0}".', mention) };
}

function readText(root: string, name: string): string | undefined {
  const seen = readFileWithin(path.join(root, name), root);
  return seen.kind === 'ok' ? seen.bytes.toString('utf8') : undefined;
}

/** From the top to the second heading of a release: older releases say nothing about this work. */
function latestSection(text: string): string {
  const headings = [...text.matchAll(/^## /gm)];
  return text.slice(0, headings[1]?.index);
}
