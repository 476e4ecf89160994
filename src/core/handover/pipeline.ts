// The pipeline, rebuilt from every spec.yaml each time and kept nowhere else. What is broken in one
// spec costs one problem, never the others.

import { opendirSync } from 'node:fs';
import path from 'node:path';
import type { DocumentProblem } from '../documents/documentProblem';
import { parseRoadmap, type Roadmap } from '../documents/roadmap';
import { parseSpec } from '../documents/spec';
import { parseVerdicts } from '../documents/verdicts';
import { type ProjectPaths, relativePath } from '../projectPaths';
import type { Spec } from '../schemas/handover';
import type { Problem } from '../schemas/problem';
import { placeProblem, readFileWithin } from '../stores/fileWithin';
import { hasCode } from '../support/errors';
import { msg } from '../support/message';
import { isRecord } from '../transcript/lineValues';
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
  const planned = plannedIn(roadmap, specs);
  const isLeft = specs.some((each) => !each.isComplete) || planned.length > 0;
  const isPlanned = roadmap ? !laidAside.test(roadmap.status ?? '') : waves.length > 0;
  return {
    specs,
    waves,
    roadmap: roadmap?.file,
    isActive: isPlanned && isLeft,
    next: nextInPipeline(specs) ?? (planned[0] && `/sdd-design ${planned[0]}`),
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
  const { review, tracked } = verdictsIn(paths, folder, problems);
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
    tracked: tracked.map(({ text: item }) => quotedLine(item)),
  };
}

/** The one that is kept today; older ones are beside spec.yaml. */
function verdictsIn(paths: ProjectPaths, folder: string, problems: Problem[]) {
  for (const name of ['reviews/verdicts.md', 'verdicts.md']) {
    const file = path.join(folder, name);
    const text = readDocument(paths, file, problems);
    if (text !== undefined) {
      const parsed = parseVerdicts(text);
      problems.push(...at(paths, file, parsed.problems));
      return parsed;
    }
  }
  return { review: undefined, tracked: [] };
}

function roadmapOf(paths: ProjectPaths, folders: readonly string[], problems: Problem[]) {
  for (const folder of folders.flatMap((each) => [each, path.dirname(each)])) {
    const file = path.join(folder, 'roadmap.md');
    const text = readDocument(paths, file, problems);
    if (text !== undefined) {
      const { roadmap, problems: found } = parseRoadmap(text);
      problems.push(...at(paths, file, found));
      return { ...roadmap, file: relativePath(paths.root, file) };
    }
  }
  return undefined;
}

/** In the roadmap, but without a folder of its own yet. */
function plannedIn(roadmap: Roadmap | undefined, specs: readonly SpecProgress[]): string[] {
  return (roadmap?.specs ?? [])
    .filter(
      ({ name, status }) => !isCompletePhase(status) && !specs.some((each) => each.name === name),
    )
    .map(({ name }) => quotedLine(name, 100));
}

/** Whatever its specs say, nobody works on it. */
const laidAside = /^(?:paused|on hold|cancell?ed|abandoned|archived|superseded|obsolete)\b/i;

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

function dependenciesOf({ dependencies }: Spec): string[] {
  const names = (dependencies ?? []).map((each) => quotedLine(each, 100));
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
