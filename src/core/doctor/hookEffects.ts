// What a hook has to leave behind in the sandbox to have worked.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { contextFile } from '../context/contextPlace';
import { projectPaths } from '../projectPaths';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { failingCommand, type HookEffect } from './hookSamples';
import { doctorRequest } from './sampleTranscripts';
import type { Sandbox } from './sandbox';

/** So that what one hook did is not taken for what the next one does. */
export function clearEffects(sandbox: Sandbox): void {
  for (const file of [sandbox.log, contextOf(sandbox), blockersOf(sandbox)]) {
    rmSync(file, { force: true });
  }
}

/** `given`: what the event adds to the conversation. */
export function missingEffect(
  effect: HookEffect | undefined,
  given: string,
  sandbox: Sandbox,
): Message | undefined {
  const log = textOf(sandbox.log);
  if (log !== '') {
    return msg('It failed: {0}', shortLine(log));
  }
  switch (effect) {
    case 'injects':
      return given.startsWith('Baton context ') && given.includes(doctorRequest)
        ? undefined
        : msg('It ended well, but did not give the session what was saved of it.');
    case 'saves':
      return textOf(contextOf(sandbox)).includes(doctorRequest)
        ? undefined
        : msg('It ended well, but did not save what the session knows.');
    case 'blocks':
      return textOf(blockersOf(sandbox)).includes(failingCommand)
        ? undefined
        : msg('It ended well, but did not open a blocker for a test that failed.');
    case undefined:
      return undefined;
  }
}

function contextOf({ project, session }: Sandbox): string {
  return contextFile({ paths: projectPaths(project, '') }, session);
}

function blockersOf({ project }: Sandbox): string {
  return projectPaths(project, '').blockers;
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
