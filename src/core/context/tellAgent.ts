// One part of what is known, for an agent that asks for it: as quoted data, with where it is from.
// Reads files only, and writes nothing.

import path from 'node:path';
import { parseDecisions } from '../documents/decisions';
import { relativePath } from '../projectPaths';
import type { Decision } from '../schemas/handover';
import { english as t } from '../support/message';
import type { QuietPlace } from '../workplace';
import { blockerLines } from './blockerLines';
import { newestContext, ownState } from './contextFor';
import { newDeliveryId } from './deliveries';
import { injectionText, type Section } from './injection';
import { contextParts, stateSection } from './injectionSections';
import { ownJson, shownPaths } from './localState';
import { readText } from './readFiles';

export type ToldPart = 'state' | 'decisions' | 'handover';

/** More than a hook may print: whoever asks for one part wants all of it. */
const budget = 40_000;

const nothingYet: Readonly<Record<ToldPart, string>> = {
  state:
    'Nothing has been saved in this project yet. The tool session_save saves where the work stands.',
  decisions:
    'No decision has been written down in this project yet. The tool decision_add does it.',
  handover: 'There is no handover in this project yet. The tool handover_draft drafts one.',
};

export async function tellAgent(place: QuietPlace, part: ToldPart): Promise<string> {
  const sections = (await sectionsOf[part](place)).filter(({ lines }) => lines.length > 0);
  if (sections.length === 0) {
    return nothingYet[part];
  }
  const about = t('where the work in {0} stands.', path.basename(place.root));
  const told = { id: newDeliveryId(), about, sections, verdict: [] };
  return injectionText(told, t, budget).text;
}

const sectionsOf: Readonly<Record<ToldPart, (place: QuietPlace) => Promise<Section[]>>> = {
  state: async (place) => {
    const state = await ownState(place);
    const found = await newestContext(place);
    const { sessionState, blockers } = shownPaths(place);
    const name = (file: string) => relativePath(place.root, file);
    const open = await ownJson(place, blockers);
    return [
      ...(state ? [stateSection(state, name(sessionState), t)] : []),
      { title: t('Blockers'), lines: blockerLines(open?.open), share: 2_000, file: name(blockers) },
      ...(found ? Object.values(contextParts(found.context, found.file, t)) : []),
    ];
  },
  decisions: (place) => Promise.resolve([decisionSection(place)]),
  handover: (place) => {
    const { sessionMarkdown: file, root } = place.paths;
    const lines = readText(file, root)?.split('\n') ?? [];
    return Promise.resolve([
      { title: t('Handover'), lines, share: budget, file: relativePath(root, file) },
    ]);
  },
};

/** The newest first: what is left out is the oldest. */
function decisionSection({ paths }: QuietPlace): Section {
  const { decisions: file, root } = paths;
  const { decisions } = parseDecisions(readText(file, root) ?? '');
  return {
    title: t('Decisions'),
    lines: decisions.toReversed().map(decisionLine),
    share: budget,
    file: relativePath(root, file),
  };
}

function decisionLine({ id, at, type, summary, ...fields }: Decision): string {
  const { context, decision, reason, impact, source, steeringRef, supersedes } = fields;
  const ref = { 'steering-ref': steeringRef };
  const said = { context, decision, reason, impact, source, ...ref, supersedes };
  const details = Object.entries(said).flatMap(([name, text]) =>
    text ? [`${name}: ${text}`] : [],
  );
  return [`- ${id} (${at}) ${type}: ${summary}`, ...details].join(' | ');
}
