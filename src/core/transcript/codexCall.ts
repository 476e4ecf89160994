// What a tool call of Codex sets out to do.

import path from 'node:path';
import { taskList } from './agentTasks';
import {
  embeddedRecord,
  listOf,
  type Json,
  recordOf,
  recordsOf,
  textOf,
  stringOf,
} from './lineValues';
import { otherCall } from './otherCall';
import type { AgentAction } from './transcriptEvent';

const patchStart = '*** Begin Patch';

export function codexCall(item: Json): AgentAction {
  const tool = stringOf(item.name);
  const given = embeddedRecord(item.arguments);
  switch (tool) {
    case 'apply_patch':
      return { do: 'edit', paths: patchedFiles(stringOf(item.input) || stringOf(given.input), '') };
    case 'update_plan':
      return { do: 'setTasks', tasks: taskList(given.plan) };
    case 'request_user_input':
      return { do: 'ask', questions: questions(given.questions) };
    default: {
      const action = recordOf(item.action);
      const command = commandLine(given.cmd ?? given.command ?? action.command);
      const folder = stringOf(given.workdir ?? action.working_directory);
      return command === '' ? otherCall(tool, given) : shellAction(command, folder);
    }
  }
}

/** A string, or an argv, of which a shell's script is the interesting part. */
export function commandLine(command: unknown): string {
  if (typeof command === 'string') {
    return command;
  }
  const argv = listOf(command).map(stringOf);
  return /^-l?c$/.test(argv[1] ?? '') ? (argv[2] ?? '') : argv.join(' ');
}

/** Files are edited by a patch in a here document too. */
function shellAction(command: string, folder: string): AgentAction {
  if (!command.includes(patchStart)) {
    return { do: 'run', command };
  }
  const changed = /^\s*cd\s+(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'";&|]+))\s*&&/.exec(command);
  const inside = changed?.[1] ?? changed?.[2] ?? changed?.[3] ?? '';
  return { do: 'edit', paths: patchedFiles(command, path.join(folder, inside)) };
}

function patchedFiles(patch: string, folder: string): readonly string[] {
  const named = [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm)];
  const files = named.map(([, file]) => file ?? '');
  return [
    ...new Set(files.map((file) => (path.isAbsolute(file) ? file : path.join(folder, file)))),
  ];
}

function questions(asked: unknown): Extract<AgentAction, { do: 'ask' }>['questions'] {
  return recordsOf(asked).flatMap((each) => {
    const question = textOf(each.question);
    const options = recordsOf(each.options).map((option) => stringOf(option.label));
    return question === undefined ? [] : [{ question, options }];
  });
}

const quoted = String.raw`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'`;
const stepInCode = new RegExp(
  String.raw`["']?step["']?\s*:\s*(?:${quoted})\s*,\s*["']?status["']?\s*:\s*["'](\w+)["']`,
  'g',
);

/** In its code mode Codex writes the plan as a literal in a script, and nowhere else. */
export function planInCode(script: string): readonly unknown[] | undefined {
  const from = script.lastIndexOf('update_plan(');
  if (from < 0) {
    return undefined;
  }
  return [...script.slice(from).matchAll(stepInCode)].map(([, double, single, status]) => ({
    step: (double ?? single ?? '').replace(/\\(.)/g, '$1'),
    status,
  }));
}
