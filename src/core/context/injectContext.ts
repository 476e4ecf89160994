// Decides what a session gets when it begins, comes back or was compacted, and keeps the receipt.
// Never another project's, and nothing that came with the repository as local state.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { parseSessionMarkdown } from '../documents/sessionMarkdown';
import { isTracked } from '../git/trackedFiles';
import { projectPaths, relativePath } from '../projectPaths';
import { repositoryId } from '../repositoryId';
import { parseLenient } from '../schemas/lenient';
import { type SessionContext, sessionContextSchema } from '../schemas/sessionContext';
import { type SessionState, sessionStateSchema } from '../schemas/sessionState';
import { describeError } from '../support/errors';
import type { Translate } from '../support/message';
import { relativeTime } from '../support/relativeTime';
import { parseTime } from '../support/time';
import { textOf } from '../transcript/lineValues';
import type { AgentName } from '../transcript/transcriptEvent';
import { changesSince } from './changesSince';
import { latestDecisions, readJson, readText } from './contextFacts';
import { contextFile, type ContextPlace, contextsFolder, isSessionId } from './contextPlace';
import { contentLanguage } from './contentLanguage';
import { newDeliveryId, noteDelivery } from './deliveries';
import { injectionText, type Section } from './injection';
import {
  contextSections,
  decisionsSection,
  goalSection,
  handoverSection,
  stateSection,
} from './injectionSections';
import { recentContextFiles } from './recentContextFiles';

export type StartSource = 'startup' | 'clear' | 'resume' | 'fork' | 'compact';

export interface InjectionRequest {
  readonly agent: AgentName;
  readonly session: string;
  /** When the agent last answered in it, where it tells: a fork does not say whose it is. */
  readonly lastAnswer?: Date | undefined;
  readonly source: StartSource;
  readonly event: 'SessionStart' | 'UserPromptSubmit';
  /** That nothing was saved right before a compaction. */
  readonly isMissed?: boolean | undefined;
}

export interface InjectionHost {
  /** In the language of what is injected. */
  translate(language: string): Translate;
  /** What a load says; it runs git, so it may take its time or fail. */
  verdict(t: Translate): Promise<readonly string[]>;
}

/** The text to print; undefined where there is nothing to say. */
export async function injectContext(
  place: ContextPlace,
  request: InjectionRequest,
  host: InjectionHost,
): Promise<string | undefined> {
  const found = await contextFor(place, request);
  const handover = handoverOf(place);
  const state = await trustedJson(place, place.paths.sessionState, sessionStateSchema);
  const language = contentLanguage([
    found?.context.goal?.original_request,
    found?.context.goal?.current_objective,
    state?.working_on,
    handover?.document.goal ?? undefined,
    handover?.document.nextAction ?? undefined,
  ]);
  const t = host.translate(language);
  const sections = sectionsOf(place, request, { found, state, handover }, t);
  if (sections.every(({ lines }) => lines.length === 0)) {
    return undefined;
  }
  const id = newDeliveryId();
  const about = aboutOf(place, request, found, language, t);
  const verdict = await host.verdict(t);
  const { text, leftOut } = injectionText({ id, about, sections, verdict }, t);
  const { agent, session, event, source } = request;
  await noteDelivery(place, {
    id,
    session_id: session,
    agent,
    event,
    source,
    at: place.now().toISOString(),
    characters: text.length,
    ...(leftOut.length > 0 && { left_out: leftOut }),
    status: 'injected',
  }).catch((error: unknown) => {
    place.logger.warn(`The receipt was not kept: ${describeError(error)}`);
  });
  return text;
}

interface FoundContext {
  readonly context: SessionContext;
  /** Relative to the project. */
  readonly file: string;
}

interface Sources {
  readonly found: FoundContext | undefined;
  readonly state: SessionState | undefined;
  readonly handover: ReturnType<typeof handoverOf>;
}

function isBack(source: StartSource): boolean {
  return source === 'resume' || source === 'fork';
}

function sectionsOf(
  place: ContextPlace,
  { source, session, lastAnswer }: InjectionRequest,
  { found, state, handover }: Sources,
  t: Translate,
): Section[] {
  if (source === 'compact') {
    return found ? contextSections(found.context, found.file, t) : [];
  }
  if (isBack(source)) {
    const at = lastWorkOf(found, lastAnswer);
    return at === undefined ? [] : changesSince(place, { at, session, context: found?.context }, t);
  }
  const name = (file: string) => relativePath(place.root, file);
  const { paths } = place;
  const [goal, progress, , , discoveries] = found
    ? contextSections(found.context, found.file, t)
    : [];
  return [
    ...(state ? [stateSection(state, name(paths.sessionState), t)] : []),
    ...(handover ? [handoverSection(handover.document, handover.file, t)] : []),
    ...(found && goal ? [goalSection(found.context, found.file, t)] : []),
    ...(progress ? [{ ...progress, share: 1_200 }] : []),
    decisionsSection(latestDecisions(place), name(paths.decisions), t),
    ...(discoveries ? [{ ...discoveries, share: 900 }] : []),
  ];
}

/** What was saved last is as old as the last turn, unless Baton was not there then. */
function lastWorkOf(
  found: FoundContext | undefined,
  lastAnswer: Date | undefined,
): number | undefined {
  const saved = parseTime(found?.context.meta?.saved_at ?? '');
  return Number.isNaN(saved) ? lastAnswer?.getTime() : saved;
}

function aboutOf(
  place: ContextPlace,
  { source, isMissed, lastAnswer }: InjectionRequest,
  found: FoundContext | undefined,
  language: string,
  t: Translate,
): string {
  const project = path.basename(place.root);
  const at = found?.context.meta?.saved_at ?? lastAnswer?.toISOString();
  const age = at === undefined ? undefined : relativeTime(at, place.now(), language);
  if (age === undefined) {
    return t('where the work in {0} stands.', project);
  }
  if (!found) {
    return t('what has changed in {0} since this session last worked here, {1}.', project, age);
  }
  const { file } = found;
  if (source === 'compact') {
    return isMissed
      ? t(
          'what this session knew before it was compacted. Nothing could be saved right before, so this is the last checkpoint, {0} ({1}).',
          age,
          file,
        )
      : t('what this session knew before it was compacted, saved {0} ({1}).', age, file);
  }
  if (isBack(source)) {
    return t(
      'what has changed in {0} since this session last worked here, {1}. All it knew is in {2}.',
      project,
      age,
      file,
    );
  }
  return t(
    'where the work in {0} stands, from an earlier session, saved {1} ({2}).',
    project,
    age,
    file,
  );
}

/** Compact, resume and fork get their own; a new session the newest that has something to go on from. */
async function contextFor(
  place: ContextPlace,
  { source, session }: InjectionRequest,
): Promise<FoundContext | undefined> {
  const isNew = source === 'startup' || source === 'clear';
  const files = isNew
    ? [newestFile(place), ...recentContextFiles(contextsFolder(place), mostSessions)]
    : isSessionId(session)
      ? [contextFile(place, session)]
      : [];
  let newest: FoundContext | undefined;
  for (const file of files) {
    const context = await trustedJson(place, file, sessionContextSchema);
    if (context && isOfThis(place, context)) {
      const found = { context, file: relativePath(place.root, file) };
      if (!isNew || hasSubstance(context)) {
        return found;
      }
      newest ??= found;
    }
  }
  return newest;
}

/** A session of one question must not hide the work that it asked about. */
function hasSubstance({ progress, state, discoveries }: SessionContext): boolean {
  const lists = [progress?.current, progress?.pending, progress?.done, state?.recent_files];
  return [...lists, discoveries].some((list) => list && list.length > 0);
}

/** How many sessions back there may be work to go on from. */
const mostSessions = 10;

/** A new worktree goes on from the main one. */
function newestFile({ paths, repository }: ContextPlace): string {
  const main = repository?.mainRoot;
  return existsSync(paths.sessionContext) || !main
    ? paths.sessionContext
    : projectPaths(main, '').sessionContext;
}

/** By the repository, because folders are moved; by the folder where no repository was written down. */
function isOfThis(place: ContextPlace, { meta }: SessionContext): boolean {
  const repo = textOf(meta?.repo);
  const project = textOf(meta?.project);
  if (repo !== undefined) {
    return repo === repositoryId(place);
  }
  return project === undefined || project === place.root || project === place.repository?.mainRoot;
}

function handoverOf({ paths, root }: ContextPlace) {
  const text = readText(paths.sessionMarkdown, root);
  return text === undefined
    ? undefined
    : {
        document: parseSessionMarkdown(text).document,
        file: relativePath(root, paths.sessionMarkdown),
      };
}

/** Local state that is tracked came from somebody else: it is shown to people, never injected. */
async function trustedJson<T extends z.ZodMiniType>(
  { root, repository, env }: ContextPlace,
  file: string,
  schema: T,
): Promise<z.infer<T> | undefined> {
  const within = file.startsWith(root + path.sep) ? root : (repository?.mainRoot ?? root);
  const value = readJson(file, within);
  if (!value) {
    return undefined;
  }
  const { createGit } = await import('../git/git');
  const isOthers = await isTracked(
    createGit({ root: within, env }),
    repository,
    relativePath(within, file),
  ).catch(() => true);
  return isOthers ? undefined : parseLenient(schema, value).value;
}
