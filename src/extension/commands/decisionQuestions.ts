// What a person is asked about decisions. Each answers undefined when it was cancelled.

import type { NewDecision } from '../../core/documents/decisionEntry';
import type { DecisionFilter } from '../../core/documents/decisionFilter';
import { decisionTypes } from '../../core/documents/decisionTypes';
import type { Decision } from '../../core/schemas/handover';
import { shortLine } from '../../core/support/plainText';
import { t } from '../translate';
import {
  decisionIcon,
  decisionTypeMeaning,
  decisionTypeName,
  type DecisionType,
} from '../views/decisionWords';
import { noIcons } from '../views/noIcons';
import { askForText, askInSteps, back, pickMany, pickOne, type Step } from './askInSteps';

type Written = Omit<NewDecision, 'at' | 'source'>;
type WrittenKey = 'summary' | 'context' | 'decision' | 'reason' | 'impact' | 'steeringRef';

/** Sessions mark their start and end by themselves. */
const offered = decisionTypes.filter(
  (type): type is Exclude<DecisionType, 'SESSION_START' | 'SESSION_END'> =>
    type !== 'SESSION_START' && type !== 'SESSION_END',
);

/** `decisions`: those in the log, which the new one may take the place of. */
export async function askForDecision(decisions: readonly Decision[]): Promise<Written | undefined> {
  const mayReplace = decisions.filter(({ type }) => offered.some((each) => each === type));
  const answers = await askInSteps<Written>(t('Add Decision'), [
    typeStep,
    textStep('summary', () => ({
      prompt: t('What was decided, in one line?'),
      placeholder: t('Sessions are kept in a cookie'),
      required: t('Say in a few words what was decided.'),
    })),
    textStep('context', () => ({ prompt: t('What led to it? May be left empty.') })),
    textStep('decision', ({ summary }) => ({
      prompt: t('What exactly was decided?'),
      value: summary ?? '',
      required: t('Say what was decided.'),
    })),
    textStep('reason', () => ({
      prompt: t('Why?'),
      required: t('Say why: those who come later cannot ask.'),
    })),
    textStep('impact', () => ({
      prompt: t('What follows from it?'),
      required: t('Say what it changes.'),
    })),
    {
      ...textStep('steeringRef', () => ({
        prompt: t('Which steering document does it depart from?'),
        placeholder: t('tech.md, section "Messages"'),
        required: t('Name the steering document and its section.'),
      })),
      isAsked: ({ type }) => type === 'STEERING_EXCEPTION',
    },
    { ...supersedesStep(mayReplace), isAsked: () => mayReplace.length > 0 },
  ]);
  const { type, summary } = answers ?? {};
  if (!answers || type === undefined || summary === undefined) {
    return undefined;
  }
  const { steeringRef, ...rest } = answers;
  // It may have been written before the type was changed.
  return { ...rest, type, summary, ...(type === 'STEERING_EXCEPTION' && { steeringRef }) };
}

const typeStep: Step<Written> = {
  ask: async ({ type }, frame) => {
    const choice = await pickOne(frame, {
      placeholder: t('What kind is it?'),
      items: offered.map((each) => ({
        label: `$(${decisionIcon(each).id}) ${decisionTypeName(each, t)}`,
        description: each,
        detail: decisionTypeMeaning(each, t),
        type: each,
      })),
      chosen: (item) => item.type === type,
    });
    return choice === back || choice === undefined ? choice : { type: choice.type };
  },
};

interface Wording {
  readonly prompt: string;
  readonly placeholder?: string;
  /** What it may be, where nothing was written yet. */
  readonly value?: string;
  readonly required?: string;
}

function textStep(key: WrittenKey, wording: (answers: Partial<Written>) => Wording): Step<Written> {
  return {
    ask: async (answers, frame) => {
      const question = wording(answers);
      const value = answers[key] ?? question.value ?? '';
      const text = await askForText(frame, { ...question, value });
      return text === back || text === undefined ? text : { [key]: text };
    },
  };
}

function supersedesStep(decisions: readonly Decision[]): Step<Written> {
  return {
    ask: async ({ supersedes }, frame) => {
      const choice = await pickOne(frame, {
        placeholder: t('Does it take the place of an earlier decision?'),
        items: [
          { label: t('No'), id: undefined },
          ...decisions.toReversed().map(({ id, type, summary }) => ({
            label: `${id} ${noIcons(shortLine(summary))}`,
            description: decisionTypeName(type, t),
            id,
          })),
        ],
        chosen: ({ id }) => id === supersedes,
      });
      return choice === back || choice === undefined ? choice : { supersedes: choice.id };
    },
  };
}

export async function askForFilter(
  decisions: readonly Decision[],
  before: DecisionFilter,
): Promise<DecisionFilter | undefined> {
  const counts = new Map<string, number>(decisionTypes.map((type) => [type, 0]));
  for (const { type } of decisions) {
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const answers = await askInSteps<DecisionFilter>(t('Filter Decisions'), [
    {
      ask: async ({ types = before.types }, frame) => {
        const chosen = await pickMany(frame, {
          placeholder: t('Which kinds? None means all.'),
          items: [...counts].map(([type, count]) => ({
            label: `$(${decisionIcon(type).id}) ${noIcons(decisionTypeName(type, t))}`,
            description: String(count),
            type,
          })),
          chosen: ({ type }) => types.includes(type),
        });
        return chosen === back || chosen === undefined
          ? chosen
          : { types: chosen.map(({ type }) => type) };
      },
    },
    {
      ask: async ({ text = before.text }, frame) => {
        const words = await askForText(frame, {
          prompt: t('Words that must all be in it, such as cookie or D12. Empty means any.'),
          value: text,
        });
        return words === back || words === undefined ? words : { text: words };
      },
    },
  ]);
  return answers && { ...before, ...answers };
}
