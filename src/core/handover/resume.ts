// Resume: session.md, active reviews, decisions, buffer and pipeline, read in this order; then
// SESSION_START, and where to go on. One file that cannot be read takes nothing else away.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { latestDecisions } from '../context/contextFacts';
import { parseBuffer } from '../documents/buffer';
import { parseSessionMarkdown } from '../documents/sessionMarkdown';
import { sessionOutline } from '../documents/sessionOutline';
import { type SectionPath, sessionParts } from '../documents/sessionParts';
import { bodyIn } from '../documents/sessionSplice';
import { relativePath } from '../projectPaths';
import type { Problem } from '../schemas/problem';
import { readFileWithin } from '../stores/fileWithin';
import { agentSessionOf } from '../support/agentShell';
import { toFileError } from '../stores/fileErrors';
import { describeError } from '../support/errors';
import { type Message, msg } from '../support/message';
import type { QuietPlace } from '../workplace';
import type { ActiveReview, ResumedSession, ResumeReport } from './handoverReports';
import type { ReadPipeline } from './pipeline';
import { quotedBlock, quotedLine } from './quotedWords';
import { beginSession } from './sessionStart';

const longestSection = 4_000;

/** `source`: who asked, for the log. */
export async function resumeSession(place: QuietPlace, source: string): Promise<ResumeReport> {
  const problems: Problem[] = [];
  const warnings: Message[] = [];
  const session = sessionOf(place, problems);
  const pipeline = await pipelineOf(place);
  problems.push(...(pipeline?.problems ?? []));
  const decisions = latestDecisions(place).map(({ id, at, type, summary, supersededBy }) => ({
    id,
    at,
    type,
    summary: quotedLine(summary),
    ...(supersededBy && { supersededBy }),
  }));
  const buffer = bufferOf(place, problems);
  const sessionStart = await begun(place, source, warnings);
  return {
    session,
    reviews: pipeline?.specs.flatMap(activeReview) ?? [],
    decisions,
    ...buffer,
    pipeline: pipeline?.isActive ? withoutProblems(pipeline) : undefined,
    sessionStart,
    nextAction:
      session?.nextAction ||
      (session && pipeline?.isActive ? pipeline.next : undefined) ||
      undefined,
    problems,
    warnings,
  };
}

function sessionOf(place: QuietPlace, problems: Problem[]): ResumedSession | undefined {
  const file = place.paths.sessionMarkdown;
  const text = readDocument(place, file, problems);
  if (text === undefined) {
    return undefined;
  }
  const { document, problems: found } = parseSessionMarkdown(text);
  const name = relativePath(place.root, file);
  problems.push(...found.map((each) => ({ ...each, file: name })));
  const outline = sessionOutline(text);
  const section = (of: SectionPath) => quotedBlock(bodyIn(outline, of) ?? '', longestSection);
  const line = (value: string | null) => (value === null ? null : quotedLine(value, 100));
  return {
    path: name,
    mode: document.mode,
    generated: line(document.generated),
    branch: line(document.branch),
    goal: quotedLine(document.goal ?? '', 500),
    nextAction: quotedBlock(document.nextAction ?? '', 1_000),
    activeGoals: section(sessionParts.activeGoals),
    keyDecisions: section(sessionParts.keyDecisions),
    warnings: section(sessionParts.warnings),
    tone: section(sessionParts.tone),
    steeringExceptions: section(sessionParts.steeringExceptions),
  };
}

/** Loaded only where there are specs: YAML is no small matter. */
async function pipelineOf({ paths }: QuietPlace): Promise<ReadPipeline | undefined> {
  const sdd = path.dirname(paths.handover);
  if (!['project', 'specs'].some((name) => existsSync(path.join(sdd, name)))) {
    return undefined;
  }
  return (await import('./pipeline')).readPipeline(paths);
}

function withoutProblems({ specs, waves, isActive, next }: ReadPipeline) {
  return { specs, waves, isActive, next };
}

function activeReview({ name, review, tracked }: ReadPipeline['specs'][number]): ActiveReview[] {
  return review?.isBlocked || tracked.length > 0
    ? [{ spec: name, batch: review?.batch, isBlocked: review?.isBlocked ?? false, tracked }]
    : [];
}

function bufferOf(place: QuietPlace, problems: Problem[]) {
  const file = path.join(place.paths.handover, 'buffer.md');
  const text = readDocument(place, file, problems);
  if (text === undefined) {
    return { knowledge: [], skillCandidates: [] };
  }
  const { document, problems: found } = parseBuffer(text);
  const name = relativePath(place.root, file);
  problems.push(...found.map((each) => ({ ...each, file: name })));
  return {
    knowledge: document.knowledge.map(({ tag, description }) =>
      quotedLine(`[${tag}] ${description}`),
    ),
    skillCandidates: document.skillCandidates.map(({ name: skill, occurrences }) =>
      quotedLine(`${skill} (${occurrences})`),
    ),
  };
}

/** A window that was opened from an agent's shell is a person's. */
async function begun(place: QuietPlace, source: string, warnings: Message[]) {
  const session = place.host === 'vscode' ? undefined : agentSessionOf(place.env);
  try {
    return await beginSession(place, { session, source });
  } catch (error) {
    const why = describeError(toFileError(error, place.paths.decisions));
    place.logger.warn(`SESSION_START was not written: ${why}`);
    warnings.push(msg('SESSION_START was not written: {0}', why));
    return { isNew: false, decision: undefined };
  }
}

function readDocument({ root }: QuietPlace, file: string, problems: Problem[]): string | undefined {
  const seen = readFileWithin(file, root);
  switch (seen.kind) {
    case 'ok':
      return seen.bytes.toString('utf8');
    case 'missing':
      return undefined;
    default:
      problems.push({
        code: seen.kind === 'outside' ? 'outside-project' : 'unreadable',
        file: relativePath(root, file),
        message: seen.reason,
      });
      return undefined;
  }
}
