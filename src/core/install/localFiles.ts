// Keeps what is installed for one person out of the status of git, by the file that git has for that;
// the tracked .gitignore is the team's.

import path from 'node:path';
import { relativePath } from '../projectPaths';
import { seeFile } from './fileChange';
import type { InstallPlace } from './installPlace';
import type { ExcludeRecord, InstallRecord } from './installRecord';
import type { PlannedFile } from './plannedFile';

const header = '# Baton: installed for this user only';

type Place = Pick<InstallPlace, 'root' | 'repository' | 'scope' | 'plan'>;

/** By the names that git sees, which may be links. */
export function excludes(
  place: Place,
  files: readonly PlannedFile[],
  record: InstallRecord,
): PlannedFile[] {
  const found = excludeFile(place);
  if (!found) {
    return [];
  }
  const { seen, within } = found;
  const names = files.map((each) => relativePath(place.root ?? '', each.seen.file));
  const added = missingLines(seen.text ?? '', names);
  const known = record.excludes?.[seen.real];
  return added === ''
    ? []
    : [
        {
          seen,
          after: (seen.text ?? '') + added,
          mode: 0o644,
          within,
          excluded: {
            added: [...(known?.added ?? []), added],
            isNew: seen.text === null || (known?.isNew ?? false),
          },
        },
      ];
}

export function includes(place: Place, record: InstallRecord): PlannedFile[] {
  const found = excludeFile(place);
  if (found?.seen.text == null) {
    return [];
  }
  const { seen, within } = found;
  const known = record.excludes?.[seen.real];
  const text = withoutLines(seen.text ?? '', known);
  return [{ seen, after: text === '' && known?.isNew ? null : text, mode: 0o644, within }];
}

function excludeFile({ repository, scope, root, plan }: Place) {
  if (scope !== 'local' || !plan.hasLocalFile || root === undefined || !repository?.isOwn) {
    return undefined;
  }
  const within = repository.commonDirectory;
  return { seen: seeFile(path.join(within, 'info', 'exclude'), within), within };
}

/** What to append; `names` are relative to the root, with forward slashes. */
function missingLines(text: string, names: readonly string[]): string {
  const lines = new Set(text.split(/\r?\n/));
  const missing = names.map((name) => `/${name}`).filter((line) => !lines.has(line));
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return missing.length === 0 ? '' : `${separator}${header}\n${missing.join('\n')}\n`;
}

/** The last first, so that each is found as it was appended. */
function withoutLines(text: string, known: ExcludeRecord | undefined): string {
  const left = (known?.added ?? []).toReversed().reduce((now, added) => {
    const at = now.lastIndexOf(added);
    const after = now.slice(at + added.length);
    // A line that came later still needs the end of the one before ours.
    const separator = added.startsWith('\n') && after !== '' ? '\n' : '';
    return at < 0 ? now : now.slice(0, at) + separator + after;
  }, text);
  return left.replace(
    // Of an install that nothing is known of, or edited since.
    /# Baton: installed for this user only\r?\n(?:\/\.claude\/(?:settings\.local\.json|commands\/|skills\/)\S*\r?\n)*/g,
    '',
  );
}
