// What a session starts from when an agent asks for it: whether the repository still matches, the
// handover with what belongs to it, and what the last conversation knew, as one text.

import path from 'node:path';
import { resumeSession } from '../handover/resume';
import { resumeParts } from '../handover/resumeText';
import { loadSession } from '../load/load';
import { type ToldLoad, toldLoad } from '../load/toldLoad';
import { toVerdict } from '../load/verdict';
import { relativePath } from '../projectPaths';
import { english as t } from '../support/message';
import type { Workplace } from '../workplace';
import { blockersSection } from './blockersSection';
import { newestContext, ownState } from './contextFor';
import { newDeliveryId } from './deliveries';
import { injectionText, type Section } from './injection';
import { contextParts, stateSection } from './injectionSections';
import { toldLine } from './toldLine';

export interface AgentStart {
  readonly load: ToldLoad;
  /** The id of its SESSION_START; undefined where the session had begun, or it waits for a lock. */
  readonly begun: string | undefined;
  /** Where to go on; undefined: the user says. */
  readonly nextAction: string | undefined;
  /** All that it starts from, as quoted data. */
  readonly text: string;
}

/** More than a hook may print; as much as is read at once. */
const budget = 16_000;

/** `source`: who asked, for the log. */
export async function startForAgent(place: Workplace, source: string): Promise<AgentStart> {
  const report = await loadSession(place);
  const resumed = await resumeSession(place, source);
  const name = (file: string) => relativePath(place.root, file);
  const { sentence, details } = toVerdict(report, t);
  const state = await ownState(place);
  const found = await newestContext(place);
  const context = found && contextParts(found.context, found.file, t);
  const { sessionState, sessionMarkdown } = place.paths;
  const section = (title: string, lines: readonly string[], file: string): Section => ({
    title,
    lines,
    share: 2_500,
    file: name(file),
  });
  const { text } = injectionText(
    {
      id: newDeliveryId(),
      about: t('where the work in {0} stands.', path.basename(place.root)),
      sections: [
        section(t('Load'), details, sessionState),
        ...(state ? [stateSection(state, name(sessionState), t)] : []),
        await blockersSection(place, t),
        section('Immediate next action', linesOf(resumed.nextAction), sessionMarkdown),
        ...resumeParts(resumed, t).map(({ title, lines }) =>
          section(title, lines, sessionMarkdown),
        ),
        ...(context ? [context.goal, context.progress, context.discoveries] : []),
      ],
      verdict: [sentence],
    },
    t,
    budget,
  );
  return {
    load: toldLoad(report),
    begun: resumed.sessionStart.decision,
    nextAction: resumed.nextAction && toldLine(resumed.nextAction, 1_000),
    text,
  };
}

function linesOf(text: string | undefined): string[] {
  return text?.split('\n') ?? [];
}
