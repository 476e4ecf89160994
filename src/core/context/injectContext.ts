// Decides what a session gets when it begins, comes back or was compacted, and keeps the receipt.
// Never another project's, and nothing that came with the repository as local state.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseSessionMarkdown } from '../documents/sessionMarkdown';
import { relativePath } from '../projectPaths';
import type { SessionState } from '../schemas/sessionState';
import { describeError } from '../support/errors';
import type { Translate } from '../support/message';
import { relativeTime } from '../support/relativeTime';
import { parseTime } from '../support/time';
import { momentOf } from '../transcript/lineValues';
import { notTold, type Verdict } from '../load/verdict';
import type { AgentName } from '../transcript/transcriptEvent';
import { changesSince } from './changesSince';
import { contextAge } from './contextAge';
import { latestDecisions } from './contextFacts';
import { type FoundContext, newestContext, ownContext, ownState } from './contextFor';
import { blockersSection } from './blockersSection';
import type { ContextPlace } from './contextPlace';
import { contentLanguage } from './contentLanguage';
import { newDeliveryId, noteDelivery, whyUnseen } from './deliveries';
import { elsewhereSection } from './elsewhereSection';
import { injectionText, type Section } from './injection';
import { contextParts, decisionsSection, handoverSection, stateSection } from './injectionSections';
import { cameWithRepository, shownPaths } from './localState';
import { readText } from './readFiles';
import { seenFrom } from './seenFrom';

export type StartSource = 'startup' | 'clear' | 'resume' | 'fork' | 'compact';

export interface InjectionRequest {
  readonly agent: AgentName;
  readonly session: string;
  /** Where the agent is, within the project or not. */
  readonly cwd?: string | undefined;
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
  verdict(t: Translate): Promise<Verdict>;
}

/** The text to print; undefined where there is nothing to say. */
export async function injectContext(
  place: ContextPlace,
  request: InjectionRequest,
  host: InjectionHost,
): Promise<string | undefined> {
  const isNew = request.source === 'startup' || request.source === 'clear';
  const found = isNew ? await newestContext(place) : await ownContext(place, request.session);
  const handover = handoverOf(place);
  const paths = shownPaths(place);
  const state = await ownState(place);
  // A fork has none of its own yet, but speaks as the work before it.
  const spoken = (found ?? (await newestContext(place)))?.context.goal;
  const language = contentLanguage([
    spoken?.original_request,
    spoken?.current_objective,
    state?.working_on,
    handover?.document.goal ?? undefined,
    handover?.document.nextAction ?? undefined,
  ]);
  const t = host.translate(language);
  const sections = await sectionsOf(place, request, { found, state, handover }, t);
  if (sections.every(({ lines }) => lines.length === 0)) {
    return undefined;
  }
  const id = newDeliveryId();
  const about = aboutOf(place, request, found, language, t);
  const verdict = await toldVerdict(place, host, t);
  const details = {
    title: t('Load'),
    lines: verdict.details,
    share: 1_200,
    file: relativePath(place.root, paths.sessionState),
  };
  const named = [...sections, details].map((section) => ({
    ...section,
    file: seenFrom(place.root, request.cwd, section.file),
  }));
  const told = { id, about, sections: named, verdict: [verdict.sentence] };
  const { text, leftOut } = injectionText(told, t);
  const isNoted = await noted(place, request, { id, characters: text.length, leftOut });
  // At every prompt again, where that it was given cannot be kept.
  return isNoted || request.event === 'SessionStart' ? text : undefined;
}

/** What it is made of may have come with the repository. */
async function toldVerdict(
  place: ContextPlace,
  host: InjectionHost,
  t: Translate,
): Promise<Verdict> {
  const { sessionState, blockers } = shownPaths(place);
  for (const file of [sessionState, blockers]) {
    if (existsSync(file) && (await cameWithRepository(place, file))) {
      return notTold(t);
    }
  }
  return host.verdict(t);
}

async function noted(
  place: ContextPlace,
  { agent, session, event, source }: InjectionRequest,
  { id, characters, leftOut }: { id: string; characters: number; leftOut: readonly string[] },
): Promise<boolean> {
  const problem = whyUnseen(agent, event);
  try {
    await noteDelivery(place, {
      id,
      session_id: session,
      agent,
      event,
      source,
      at: place.now().toISOString(),
      characters,
      ...(leftOut.length > 0 && { left_out: [...leftOut] }),
      status: 'injected',
      ...(problem !== undefined && { problem }),
    });
    return true;
  } catch (error) {
    place.logger.warn(`The receipt was not kept: ${describeError(error)}`);
    return false;
  }
}

interface Sources {
  readonly found: FoundContext | undefined;
  readonly state: SessionState | undefined;
  readonly handover: ReturnType<typeof handoverOf>;
}

function isBack(source: StartSource): boolean {
  return source === 'resume' || source === 'fork';
}

async function sectionsOf(
  place: ContextPlace,
  { source, session, lastAnswer, cwd }: InjectionRequest,
  { found, state, handover }: Sources,
  t: Translate,
): Promise<Section[]> {
  const parts = found && contextParts(found.context, found.file, t);
  if (source === 'compact') {
    const before = found && elsewhereSection(found.context, found.file, t);
    return [...Object.values(parts ?? {}), ...(before ? [before] : [])];
  }
  if (isBack(source)) {
    const at = lastWorkOf(found, lastAnswer);
    const last = { session, cwd, context: found?.context };
    return at === undefined ? [] : changesSince(place, { at, ...last }, t);
  }
  const name = (file: string) => relativePath(place.root, file);
  const { paths } = place;
  return [
    ...(state ? [stateSection(state, name(paths.sessionState), t)] : []),
    await blockersSection(place, t),
    ...(handover ? [handoverSection(handover.document, handover.file, t)] : []),
    ...(parts ? [parts.goal, { ...parts.progress, share: 1_200 }] : []),
    decisionsSection(latestDecisions(place), name(paths.decisions), t),
    ...(parts ? [{ ...parts.discoveries, share: 900 }] : []),
  ];
}

/** Its last word, where it was saved again since; unless Baton was not there then. */
function lastWorkOf(
  found: FoundContext | undefined,
  lastAnswer: Date | undefined,
): number | undefined {
  const { saved_at: saved = '', last_event_at: last } = found?.context.meta ?? {};
  const times = [saved, momentOf(last) ?? ''].map(parseTime).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? lastAnswer?.getTime() : Math.min(...times);
}

function aboutOf(
  place: ContextPlace,
  { source, isMissed, lastAnswer, cwd }: InjectionRequest,
  found: FoundContext | undefined,
  language: string,
  t: Translate,
): string {
  const project = path.basename(place.root);
  const { last_event_at: last, saved_at: saved } = found?.context.meta ?? {};
  const at = momentOf(last) ?? saved ?? lastAnswer?.toISOString();
  const age = at === undefined ? undefined : relativeTime(at, place.now(), language);
  if (age === undefined) {
    return t('where the work in {0} stands.', project);
  }
  if (!found) {
    return t('what has changed in {0} since this session last worked here, {1}.', project, age);
  }
  const file = seenFrom(place.root, cwd, found.file);
  const savedAge = contextAge(found.context, { t, language, now: place.now() }) ?? age;
  if (source === 'compact') {
    return isMissed
      ? t(
          'what this session knew before it was compacted. Nothing could be saved right before, so this is the last checkpoint, {0} ({1}).',
          age,
          file,
        )
      : t('what this session knew before it was compacted, saved {0} ({1}).', savedAge, file);
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
    savedAge,
    file,
  );
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
