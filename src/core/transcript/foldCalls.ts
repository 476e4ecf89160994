// What an agent set out to do and what came of it, folded into the digest.

import { isAsking } from './askingCommand';
import { commandPlace } from './commandPlace';
import {
  type Attempt,
  type Digest,
  type KeptAnswer,
  type KeptError,
  type KeptPlan,
  type OpenCall,
  type OpenQuestion,
  shares,
} from './digest';
import { tellingLines } from './findings';
import type { FileFold } from './foldFiles';
import type { TaskFold } from './foldTasks';
import { keepLast } from './keepLast';
import { hashOf, plainId, windowOf } from './keptText';
import type { ActionResult, AgentAction } from './transcriptEvent';
import type { Unsettled } from './unsettled';

interface When {
  readonly at: string | undefined;
  readonly offset: number;
}

/** What these bring is not only whether they passed. */
const tellingResults: ReadonlySet<string> = new Set(['addTask', 'plan', 'ask']);

/** A person said no, which is no error. */
const refused = /^(?:The user doesn't want to|\[Request interrupted|User rejected)/;

export function createCallFold(
  digest: Digest,
  unsettled: Unsettled,
  tasks: TaskFold,
  files: FileFold,
  /** Where the agent is now. */
  folder: () => string,
) {
  /** Most results are those of the newest call. */
  const indexOf = (id: string | undefined): number => {
    let index = digest.open.length - 1;
    while (index >= 0 && digest.open[index]?.call !== id) {
      index--;
    }
    return index;
  };

  const take = (id: string | undefined): OpenCall | undefined => {
    const index = indexOf(id);
    return index < 0 ? undefined : digest.open.splice(index, 1)[0];
  };

  const placeOf = (line: string): OpenCall['inPlace'] => {
    const place = commandPlace(line, folder);
    return { size: place.command.length, folder: place.folder && hashOf(place.folder) };
  };

  const open = (
    name: string,
    does: OpenCall['does'],
    what: string,
    offset: number,
    before?: OpenCall['before'],
    questions?: OpenCall['questions'],
  ) => {
    const call = plainId(name) ?? '';
    const inPlace = does === 'run' ? placeOf(what) : undefined;
    const opened: OpenCall = {
      call,
      does,
      size: what.length,
      inPlace,
      what: '',
      offset,
      before,
      questions,
    };
    unsettled.text(opened, 'what', what, shares.open.text);
    take(call);
    digest.open.push(opened);
    keepLast(digest.open, shares.open.count);
  };

  const wholeHash = (call: OpenCall): string =>
    (call.hash ??= hashOf(unsettled.raw(call, 'what')?.trim() ?? ''));

  const placeHash = (call: OpenCall, place: NonNullable<OpenCall['inPlace']>): string =>
    (place.hash ??= hashOf(
      `${place.folder} ${commandPlace(unsettled.raw(call, 'what') ?? '', () => '').command}`,
    ));

  const attemptOf = (call: OpenCall): Attempt => {
    const { does, size, inPlace } = call;
    return {
      does,
      size,
      hash: wholeHash(call),
      inPlace: inPlace && { size: inPlace.size, hash: placeHash(call, inPlace) },
    };
  };

  /** Hashes are made for those only that may be the same. */
  const isAbout = ({ attempt }: KeptError, call: OpenCall): boolean => {
    if (attempt?.does !== call.does) {
      return false;
    }
    const { inPlace } = call;
    // The same words are another command in another folder.
    return inPlace && attempt.inPlace
      ? attempt.inPlace.size === inPlace.size && attempt.inPlace.hash === placeHash(call, inPlace)
      : attempt.size === call.size && attempt.hash === wholeHash(call);
  };

  const asked = ({ questions }: Extract<AgentAction, { do: 'ask' }>): OpenQuestion[] =>
    questions.slice(0, shares.open.questions).map(({ question, options }) => {
      const kept: OpenQuestion = {
        hash: hashOf(question),
        question: '',
        options: options.slice(0, shares.open.options).map((text) => {
          const option = { hash: hashOf(text), text: '' };
          unsettled.text(option, 'text', text, shares.open.option);
          return option;
        }),
      };
      unsettled.text(kept, 'question', question, shares.answers.text);
      return kept;
    });

  const answered = (questions: readonly OpenQuestion[], result: ActionResult, when: When) => {
    for (const [question, answer] of Object.entries(result.answers ?? {})) {
      const known = questions.find(({ hash }) => hash === hashOf(question));
      // Several may have been chosen.
      const chosen = new Set([answer, ...answer.split(', ')].map(hashOf));
      const kept: KeptAnswer = {
        question: '',
        answer: '',
        rejected: (known?.options ?? [])
          .filter(({ hash }) => !chosen.has(hash))
          .map((option) => {
            const left = { text: '' };
            unsettled.hand(option, 'text', left, 'text');
            return left;
          }),
        ...when,
      };
      unsettled.text(kept, 'question', question, shares.answers.text);
      unsettled.text(kept, 'answer', answer, shares.answers.text);
      digest.answers.push(kept);
    }
    keepLast(digest.answers, shares.answers.count);
  };

  const failed = (call: OpenCall | undefined, result: ActionResult, when: When) => {
    const text = windowOf(result.text, shares.errors.text);
    const told = tellingLines(text);
    const hash = told === '' ? '' : hashOf(told.replace(/\d+/g, '0'));
    const attempt = call && attemptOf(call);
    const isSame = (known: KeptError) =>
      (told !== '' && known.hash === hash) || (call !== undefined && isAbout(known, call));
    const { exitCode } = result;
    const error: KeptError = { hash, attempt, what: '', text: '', exitCode, ...when };
    if (call) {
      unsettled.hand(call, 'what', error, 'what');
    }
    unsettled.made(error, 'text', text, shares.errors.text, tellingLines);
    digest.errors = [...digest.errors.filter((known) => !isSame(known)), error];
    keepLast(digest.errors, shares.errors.count);
  };

  /** A command that asked something, and was told no. */
  const isNo = (call: OpenCall, { failed: hasFailed, exitCode, text }: ActionResult): boolean =>
    hasFailed &&
    exitCode === 1 &&
    call.does === 'run' &&
    tellingLines(text) === '' &&
    (call.asks ?? isAsking(unsettled.raw(call, 'what') ?? ''));

  return {
    call(name: string, action: AgentAction, { at, offset }: When) {
      switch (action.do) {
        case 'edit': {
          const [path, ...others] = action.paths;
          const file = others.length === 0 ? files.find(path ?? '') : undefined;
          const before = file && { at: file.at, offset: file.offset };
          files.edited(action.paths, at, offset);
          open(name, 'edit', action.paths.join(', '), offset, before);
          return;
        }
        case 'read':
          files.read(action.path);
          open(name, 'read', action.path, offset);
          return;
        case 'run':
          open(name, 'run', action.command, offset);
          return;
        case 'setTasks':
          tasks.set(action.tasks, offset);
          return;
        case 'addTask':
          open(name, 'addTask', action.text, offset);
          return;
        case 'changeTask':
          tasks.change(action, offset);
          return;
        case 'plan': {
          // Without words it is about the plan that was written down before.
          if (action.text.trim() !== '') {
            const plan: KeptPlan = { text: '', at, offset };
            unsettled.text(plan, 'text', action.text, shares.plan);
            digest.plan = plan;
          }
          open(name, 'plan', '', offset);
          return;
        }
        case 'ask':
          for (const known of digest.open) {
            known.questions = undefined;
          }
          open(name, 'ask', '', offset, undefined, asked(action));
          return;
        case 'other':
          open(name, 'other', action.tool, offset);
      }
    },
    result(name: string, told: ActionResult, when: When) {
      const id = plainId(name);
      const call = take(id);
      const result = call && isNo(call, told) ? { ...told, failed: false } : told;
      if (call?.does === 'plan' && digest.plan) {
        digest.plan.accepted = !result.failed;
      } else if (!result.failed && !result.unfinished && call) {
        const isOver = (error: KeptError) => isAbout(error, call);
        if (digest.errors.some(isOver)) {
          digest.errors = digest.errors.filter((error) => !isOver(error));
        }
      } else if (result.failed && !refused.test(result.text)) {
        failed(call, result, when);
      }
      if (call?.does === 'edit' && result.failed) {
        files.unedited(call);
      } else if (call?.does === 'addTask' && !result.failed) {
        tasks.add(result.task, call, when.offset);
      } else if (call?.does === 'ask') {
        answered(call.questions ?? [], result, when);
      }
    },
    /** What has to be known of calls that are still open, while what they say is here whole. */
    settle() {
      for (const call of digest.open) {
        attemptOf(call);
        call.asks ??=
          (call.does === 'run' && isAsking(unsettled.raw(call, 'what') ?? '')) || undefined;
      }
    },
    /** Whether it has to be known what exactly came of this call, and not only that it passed. */
    needsResult(name: string): boolean {
      const call = digest.open[indexOf(name)];
      return (
        call !== undefined &&
        (tellingResults.has(call.does) || digest.errors.some((error) => isAbout(error, call)))
      );
    },
  };
}
