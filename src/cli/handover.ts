// `baton handover`: archives session.md and writes the next one, from answers in a file or asked here;
// or prints the handover in one file for somebody else.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { givenAnswers } from '../core/handover/givenAnswers';
import {
  type HandoverReport,
  type HandoverTarget,
  handoverTargets,
} from '../core/handover/handoverReports';
import type { Project } from '../core/project';
import { readRegularFile } from '../core/stores/regularFile';
import { describeError, hasCode, UserError } from '../core/support/errors';
import { type Message, msg, render } from '../core/support/message';
import { openProject } from './openProject';
import { inputText } from './readInput';
import type { Verb, VerbInput, VerbResult } from './verb';

export const handover: Verb = {
  summary: msg('Hand the work over: archive session.md, write the next one, log SESSION_END'),
  options: {
    answers: {
      type: 'string',
      value: 'FILE',
      summary: msg('The answers as JSON, - for stdin; without it, you are asked'),
    },
    to: {
      type: 'string',
      value: 'WHO',
      summary: msg('Write nothing, print it in one file for {0}', handoverTargets.join(', ')),
    },
    out: { type: 'string', value: 'FILE', summary: msg('With --to: into this new file') },
  },
  run: async (input) => {
    const { answers, to, out } = input.values;
    const target = typeof to === 'string' ? targetOf(to) : undefined;
    if (target && typeof answers === 'string') {
      throw new UserError('usage', msg('--answers and --to do not go together.'));
    }
    if (!target && typeof out === 'string') {
      throw new UserError('usage', msg('--out needs --to. See "baton handover --help".'));
    }
    const json = typeof answers === 'string' ? await readAnswers(answers, input) : undefined;
    if (!target && json === undefined) {
      needsTerminal(input);
    }
    const project = openProject(input);
    try {
      return target ? await printed(project, target, input) : await written(project, json, input);
    } finally {
      project.dispose();
    }
  },
};

function targetOf(to: string): HandoverTarget {
  const target = handoverTargets.find((each) => each === to);
  if (!target) {
    throw new UserError(
      'usage',
      msg('--to {0}: it has to be one of {1}.', to, handoverTargets.join(', ')),
    );
  }
  return target;
}

function needsTerminal({ values }: VerbInput): void {
  if (values.json === true || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UserError(
      'usage',
      msg('This is no terminal to ask in: give the answers with --answers FILE, or - for stdin.'),
    );
  }
}

const longestAnswers = 4 * 1024 * 1024;

async function readAnswers(file: string, { cwd }: VerbInput): Promise<unknown> {
  const text = file === '-' ? await standardInput() : fileText(path.resolve(cwd, file));
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UserError('bad-answers', msg('The answers are no JSON: {0}', describeError(error)));
  }
}

async function standardInput(): Promise<string> {
  const text = await inputText(longestAnswers);
  if (text === undefined) {
    throw tooLong;
  }
  return text;
}

const tooLong = new UserError('bad-answers', msg('The answers are longer than 4 MB.'));

function fileText(file: string): string {
  try {
    const { content, stats } = readRegularFile(file, longestAnswers);
    if (content === undefined) {
      throw stats.isFile() ? tooLong : noFile(file);
    }
    return content.toString('utf8');
  } catch (error) {
    throw hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP') ? noFile(file) : error;
  }
}

function noFile(file: string): UserError {
  return new UserError('no-answers', msg('There is no file {0}. Check the path.', file));
}

async function written(project: Project, json: unknown, input: VerbInput): Promise<VerbResult> {
  const plan = await project.planHandover();
  const { answers, warnings } =
    json === undefined
      ? { answers: await (await import('./askHandover')).askHandover(plan, input.t), warnings: [] }
      : givenAnswers(json, plan);
  return result(await project.handover(plan, answers), warnings, input);
}

/** The seed's four things: where it is, where the archive is, what it holds, and who reads it. */
function result(
  { path: file, archive, captured, decision, warnings: found, reminder }: HandoverReport,
  ignored: readonly Message[],
  { t }: VerbInput,
): VerbResult {
  const warnings = [...ignored, ...found];
  return {
    json: {
      path: file,
      archive: archive ?? null,
      captured,
      decision: decision ?? null,
      warnings: warnings.map((each) => render(each)),
    },
    text: () =>
      [
        t('Handed over in {0}.', file),
        archive === undefined
          ? t('There was none before to archive.')
          : t('Archived: {0}', archive),
        decision === undefined ? t('SESSION_END waits for the lock.') : `SESSION_END: ${decision}`,
        '',
        ...captured.map((line) => `  ${line}`),
        '',
        ...warnings.map((each) => `! ${render(each, t)}`),
        render(reminder, t),
        '',
      ].join('\n'),
  };
}

async function printed(
  project: Project,
  target: HandoverTarget,
  { values: { out }, cwd, t }: VerbInput,
): Promise<VerbResult> {
  const markdown = await project.handoverTo(target);
  if (typeof out !== 'string') {
    return { json: { to: target, markdown }, text: () => markdown };
  }
  const file = path.resolve(cwd, out);
  save(file, markdown);
  return {
    json: { to: target, path: file, characters: markdown.length },
    text: () => `${t('Saved: {0}', file)}\n`,
  };
}

/** Never over something that is there. */
function save(file: string, markdown: string): void {
  try {
    writeFileSync(file, markdown, { flag: 'wx' });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      throw new UserError('exists', msg('{0} is there already. Give another name.', file));
    }
    throw new UserError('not-written', msg('{0} was not written: {1}', file, describeError(error)));
  }
}
