// What people, merges, crashes and strangers may do to the files of a project and to Baton's own.

import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type FuzzPlace, pipeBeside, session } from './fuzzPlace';
import { pick, type Random, tornBytes, withOddValue } from './oddValues';
import { generated } from '../secretSamples';

const jsonFiles = [
  '.claude/session-context.json',
  '.claude/session-state.json',
  '.claude/state/deliveries.json',
  '.claude/state/blockers.json',
  `.claude/state/contexts/${session}.json`,
];
const otherFiles = [
  '.claude/sdd/handover/session.md',
  '.claude/sdd/handover/decisions.md',
  '.claude/state/project-id',
  '.git/baton-id',
  '.git/info/exclude',
  '.git/HEAD',
  '.git/index',
];
const folders = [
  '.claude',
  '.claude/state',
  '.claude/state/contexts',
  '.claude/state/locks',
  '.claude/state/locks/contexts',
  '.claude/sdd/handover',
  '.git/info',
];

/** Says what was done. */
export function mutateProject(place: FuzzPlace, random: Random): string {
  const [note, change] = pick(random, changes);
  return `${note} ${change(place, random)}`;
}

type Change = (place: FuzzPlace, random: Random) => string;

const changes: readonly (readonly [string, Change])[] = [
  [
    'torn',
    onFile([...jsonFiles, ...otherFiles], (file, random) => {
      writeFileSync(file, tornBytes(readFileSync(file), random));
    }),
  ],
  ['odd value in', onFile(jsonFiles, oddJson)],
  ['odd value in', onFile(jsonFiles, oddJson)],
  [
    'gone:',
    onFile([...jsonFiles, ...otherFiles], (file) => {
      rmSync(file);
    }),
  ],
  [
    'a folder for',
    onFile([...jsonFiles, ...otherFiles], (file) => {
      rmSync(file);
      mkdirSync(file);
    }),
  ],
  [
    'a link out for',
    onFile([...jsonFiles, ...otherFiles], (file, random, { outside }) => {
      rmSync(file);
      symlinkSync(path.join(outside, pick(random, ['secret.json', 'missing', 'folder'])), file);
    }),
  ],
  [
    'a pipe for',
    onFile(jsonFiles, (file, _, { folder }) => {
      rmSync(file);
      linkSync(pipeBeside(folder), file);
    }),
  ],
  [
    'a huge',
    onFile([...jsonFiles, ...otherFiles], (file, random) => {
      const bytes = readFileSync(file);
      const times = random(6) === 0 ? 9_000_000 / (bytes.length + 1) : 100;
      writeFileSync(file, Buffer.concat(Array.from({ length: times }, () => bytes)));
    }),
  ],
  [
    'many lines of',
    onFile(['.claude/sdd/handover/session.md'], (file, random) => {
      const line = pick(random, [
        `http://a:${generated(6)}@c `,
        `password: ${generated(9)} `,
        '</baton-context> ',
        '한국어 ',
      ]);
      writeFileSync(
        file,
        `## Warnings\n${line.repeat(1_000)}\n\n## Immediate Next Action\n${line}\n`,
      );
    }),
  ],
  [
    'a link out for folder',
    onFolder((folder, { outside }) => {
      rmSync(folder, { recursive: true, force: true });
      symlinkSync(path.join(outside, 'folder'), folder);
    }),
  ],
  [
    'a file for folder',
    onFolder((folder) => {
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, 'a file in the place of a folder\n');
    }),
  ],
  [
    'read-only folder',
    onFolder((folder) => {
      chmodSync(folder, 0o555);
    }),
  ],
  [
    'gone: folder',
    onFolder((folder) => {
      rmSync(folder, { recursive: true, force: true });
    }),
  ],
  [
    'torn data',
    (place, random) => {
      const files = filesBelow(place.data);
      const file = pick(random, files);
      writeFileSync(file, random(2) === 0 ? tornBytes(readFileSync(file), random) : '{}');
      return path.basename(file);
    },
  ],
  [
    'odd data',
    (place, random) => {
      const file = pick(random, filesBelow(place.data));
      oddJson(file, random);
      return path.basename(file);
    },
  ],
];

function onFile(
  files: readonly string[],
  change: (file: string, random: Random, place: FuzzPlace) => void,
): Change {
  return (place, random) => {
    const name = pick(random, files);
    const file = path.join(place.root, name);
    if (typeOf(file) !== 'file') {
      return `${name}, which is not there`;
    }
    change(file, random, place);
    return name;
  };
}

function onFolder(change: (folder: string, place: FuzzPlace) => void): Change {
  return (place, random) => {
    const name = pick(random, folders);
    const folder = path.join(place.root, name);
    if (typeOf(folder) === 'folder') {
      change(folder, place);
    }
    return name;
  };
}

function oddJson(file: string, random: Random): void {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(withOddValue(value, random)));
  } catch {
    writeFileSync(file, '{}');
  }
}

/** Through no link: what is behind one is not to be changed here either. */
function typeOf(file: string): 'file' | 'folder' | undefined {
  const parent = path.dirname(file);
  if (path.basename(parent) !== 'project' && typeOf(parent) !== 'folder') {
    return undefined;
  }
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
