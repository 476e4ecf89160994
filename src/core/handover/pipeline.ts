// The pipeline, rebuilt from every spec.yaml each time and kept nowhere else. What is broken in one
// spec costs one problem, never the others.

import { opendirSync } from 'node:fs';
import path from 'node:path';
import type { DocumentProblem } from '../documents/decisions';
import { parseRoadmap } from '../documents/roadmap';
import { parseSpec } from '../documents/spec';
import { latestReview, trackedItems } from '../documents/verdicts';
import { type ProjectPaths, relativePath } from '../projectPaths';
import type { Spec } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import { placeProblem, readFileWithin } from '../stores/fileWithin';
import { hasCode } from '../support/errors';
import { msg } from '../support/message';
import { isRecord, listOf } from '../transcript/lineValues';
import type { Pipeline, SpecProgress, WaveProgress } from './handoverReports';
import { compareWaves, isCompletePhase, nextInPipeline } from './nextInPipeline';
import { quotedLine } from './quotedWords';

export interface ReadPipeline extends Pipeline {
  readonly problems: readonly Problem[];
  /** Relative to the root; undefined where there is none. */
  readonly roadmap: string | undefined;
}

const mostSpecs = 500;
/** Of a folder, before those that are specs are picked out. */
const mostEntries = 5_000;
/** Far more than people and agents write into them. */
const maxMegabytes = 1;

export function readPipeline(paths: ProjectPaths): ReadPipeline {
  const problems: Problem[] = [];
  const folders = foldersToRead(paths, problems);
  const specs = folders.flatMap((folder) => specsIn(paths, folder, problems)).slice(0, mostSpecs);
  const roadmap = roadmapOf(paths, folders, problems);
  const waves = wavesOf(specs);
  const isPlanned = roadmap !== undefined || waves.length > 0;
  return {
    specs,
    waves,
    roadmap: roadmap?.file,
    isActive: isPlanned && (roadmap?.isActive ?? true) && specs.some((each) => !each.isComplete),
    next: nextInPipeline(specs),
    problems,
  };
}

export function specFolders({ handover }: Pick<ProjectPaths, 'handover'>): string[] {
  const sdd = path.dirname(handover);
  return [path.join(sdd, 'project', 'specs'), path.join(sdd, 'specs')];
}

/** Those that are inside the project. */
function foldersToRead(paths: ProjectPaths, problems: Problem[]): string[] {
  return specFolders(paths).filter((folder) => {
    const leaves = placeProblem(folder, paths.root);
    if (leaves) {
      const code = leaves.kind === 'outside' ? 'outside-project' : 'unreadable';
      problems.push({ code, file: relativePath(paths.root, folder), message: leaves.reason });
    }
    return !leaves;
  });
}

function specsIn(paths: ProjectPaths, folder: string, problems: Problem[]): SpecProgress[] {
  const names = foldersIn(folder);
  if (names.length > mostSpecs) {
    problems.push({
      code: 'unreadable',
      file: relativePath(paths.root, folder),
      message: msg('There are more than {0} specs here: only the first ones are read.', mostSpecs),
    });
  }
  return names
    .slice(0, mostSpecs)
    .flatMap((name) => specIn(paths, path.join(folder, name), name, problems) ?? []);
}

/** Also a link to one: where it leads is looked at when a file in it is read. */
function foldersIn(folder: string): string[] {
  const names: string[] = [];
  try {
    const directory = opendirSync(folder);
    try {
      for (let seen = 0; seen < mostEntries; seen++) {
        const entry = directory.readSync();
        if (!entry) {
          break;
        }
        if (entry.isDirectory() || entry.isSymbolicLink()) {
          names.push(entry.name);
        }
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) {
      throw error;
    }
  }
  return names.sort();
}

function specIn(
  paths: ProjectPaths,
  folder: string,
  name: string,
  problems: Problem[],
): SpecProgress | undefined {
  const file = path.join(folder, 'spec.yaml');
  const text = readDocument(paths, file, problems);
  if (text === undefined) {
    return undefined;
  }
  const { spec, problems: found } = parseSpec(text);
  problems.push(...at(paths, file, found));
  const verdicts = ['reviews/verdicts.md', 'verdicts.md']
    .map((each) => readDocument(paths, path.join(folder, each), problems))
    .find((each) => each !== undefined);
  const review = verdicts === undefined ? undefined : latestReview(verdicts);
  const phase = spec.phase === undefined ? undefined : quotedLine(spec.phase, 60);
  return {
    name: quotedLine(name, 100),
    file: relativePath(paths.root, file),
    phase,
    isComplete: isCompletePhase(phase),
    wave: waveOf(spec),
    blocked: blockedOf(spec, phase),
    dependencies: dependenciesOf(spec),
    review: review && { batch: quotedLine(review.batch, 100), isBlocked: review.isBlocked },
    tracked:
      verdicts === undefined ? [] : trackedItems(verdicts).map((each) => quotedLine(each, 300)),
  };
}

function roadmapOf(paths: ProjectPaths, folders: readonly string[], problems: Problem[]) {
  for (const folder of folders.flatMap((each) => [each, path.dirname(each)])) {
    const file = path.join(folder, 'roadmap.md');
    const text = readDocument(paths, file, problems);
    if (text !== undefined) {
      const parsed = parseRoadmap(text);
      problems.push(...at(paths, file, parsed.problems));
      return { file: relativePath(paths.root, file), isActive: true };
    }
  }
  return undefined;
}

/** undefined where it is not there, or must not or cannot be read, which is told. */
function readDocument(paths: ProjectPaths, file: string, problems: Problem[]): string | undefined {
  const seen = readFileWithin(file, paths.root, maxMegabytes);
  switch (seen.kind) {
    case 'ok':
      return seen.bytes.toString('utf8');
    case 'missing':
      return undefined;
    default:
      problems.push({
        code: seen.kind === 'outside' ? 'outside-project' : 'unreadable',
        file: relativePath(paths.root, file),
        message: seen.reason,
      });
      return undefined;
  }
}

function at(paths: ProjectPaths, file: string, found: readonly DocumentProblem[]): Problem[] {
  return found.map((each) => ({ ...each, file: relativePath(paths.root, file) }));
}

function waveOf({ roadmap }: Spec): string | undefined {
  const wave = roadmap?.wave;
  return wave === undefined || wave === null ? undefined : quotedLine(String(wave), 40);
}

/** In the wild they are below `roadmap`, too. */
function dependenciesOf({ dependencies, roadmap }: Spec): string[] {
  const all = [...(dependencies ?? []), ...listOf(roadmap?.dependencies)];
  const names = all.flatMap((each) => (typeof each === 'string' ? [quotedLine(each, 100)] : []));
  return [...new Set(names.filter((each) => each !== ''))];
}

/** Why it is blocked, in the words of the spec. */
function blockedOf({ blocked_info: info }: Spec, phase: string | undefined): string | undefined {
  const isBlocked = phase?.toLowerCase() === 'blocked';
  if (typeof info === 'string' && info.trim() !== '') {
    return quotedLine(info, 300);
  }
  const words = isRecord(info)
    ? [info.reason, info.blocked_by].flatMap((each) =>
        typeof each === 'string' && each.trim() !== '' ? [quotedLine(each, 200)] : [],
      )
    : [];
  return words.length > 0 ? words.join(' – ') : isBlocked ? 'blocked' : undefined;
}

function wavesOf(specs: readonly SpecProgress[]): WaveProgress[] {
  const waves = [...new Set(specs.flatMap(({ wave }) => wave ?? []))].sort(compareWaves);
  return waves.map((wave) => {
    const own = specs.filter((each) => each.wave === wave);
    return { wave, complete: own.filter((each) => each.isComplete).length, total: own.length };
  });
}
