// What the page of the handover form and the extension say to each other. Shared by both, so it
// knows neither the DOM nor VS Code; each side parses what it is sent.

import * as z from 'zod/mini';

export const textFields = ['goal', 'accomplished', 'nextAction', 'warnings', 'tone'] as const;
export type TextField = (typeof textFields)[number];

export const listNames = ['decisions', 'steeringExceptions'] as const;
export type ListName = (typeof listNames)[number];

export const rowParts = ['summary', 'reason', 'impact', 'steeringRef'] as const;
export type RowPart = (typeof rowParts)[number];

/** The page lets nobody type more, so that no words are lost to the limit. */
export const longestText = 100_000;

const text = z.string().check(z.maxLength(longestText));
const key = z.string().check(z.minLength(1), z.maxLength(100));
const field = z.enum(textFields);
const list = z.enum(listNames);

/** `seq` counts what was typed: the page keeps its own words until the host has heard of them. */
const edits = [
  z.object({ type: z.literal('edit'), seq: z.number(), field, value: text }),
  z.object({ type: z.literal('revert'), seq: z.number(), field }),
  z.object({ type: z.literal('check'), seq: z.number(), list, key, checked: z.boolean() }),
  z.object({
    type: z.literal('editRow'),
    seq: z.number(),
    list,
    key,
    part: z.enum(rowParts),
    value: text,
  }),
  z.object({ type: z.literal('addRow'), seq: z.number(), list }),
  z.object({ type: z.literal('removeRow'), seq: z.number(), list, key }),
] as const;

export const formEditSchema = z.discriminatedUnion('type', edits);
export type FormEdit = z.infer<typeof formEditSchema>;

export const openableFiles = ['session', 'archive', 'decisions'] as const;
export type OpenableFile = (typeof openableFiles)[number];

const plainRequests = [
  'ready',
  'write',
  'cancel',
  'collect',
  'startOver',
  'dismiss',
  'showLog',
  'handoverTo',
  'close',
] as const;
export const toHostSchema = z.discriminatedUnion('type', [
  ...edits,
  z.object({ type: z.enum(plainRequests) }),
  z.object({ type: z.literal('open'), file: z.enum(openableFiles) }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

const pageRow = z.object({
  key: z.string(),
  checked: z.boolean(),
  /** Entries of the log have one, and are not changed here. */
  id: z.optional(z.string()),
  /** Only what a person added can be removed. */
  isRemovable: z.boolean(),
  mark: z.optional(z.string()),
  isEdited: z.boolean(),
  texts: z.record(z.enum(rowParts), z.string()),
  problems: z.partialRecord(z.enum(rowParts), z.string()),
});
export type PageRow = z.infer<typeof pageRow>;

const pageField = z.object({
  value: z.string(),
  /** Where it comes from, or that it was edited. */
  marks: z.array(z.string()),
  isEdited: z.boolean(),
  canRevert: z.boolean(),
  problem: z.optional(z.string()),
});
export type PageField = z.infer<typeof pageField>;

export const phases = [
  'collecting',
  'stopped',
  'editing',
  'checking',
  'writing',
  'written',
] as const;
export type Phase = (typeof phases)[number];

const noticeActions = ['open', 'showLog', 'dismiss'] as const;

export const pageStateSchema = z.object({
  type: z.literal('state'),
  /** The last edit that is in it. */
  seq: z.number(),
  phase: z.enum(phases),
  /** What is being done, or why nothing is. */
  status: z.string(),
  notice: z.optional(
    z.object({
      kind: z.enum(['warning', 'error']),
      text: z.string(),
      actions: z.array(z.enum(noticeActions)),
    }),
  ),
  /** Undefined until something is collected. */
  form: z.optional(
    z.object({
      target: z.string(),
      missing: z.array(z.string()),
      fields: z.record(field, pageField),
      lists: z.record(list, z.array(pageRow)),
      isEdited: z.boolean(),
    }),
  ),
  report: z.optional(
    z.object({
      file: z.string(),
      archive: z.optional(z.string()),
      captured: z.array(z.string()),
      end: z.string(),
      reminder: z.string(),
      warnings: z.array(z.string()),
    }),
  ),
  /** The control that gets the focus, as `elementId` names it. */
  focus: z.optional(z.string()),
});
export type PageState = z.infer<typeof pageStateSchema>;

export const wordKeys = [
  'title',
  'project',
  'goal',
  'goalHint',
  'accomplished',
  'accomplishedHint',
  'nextAction',
  'nextActionHint',
  'decisionsQuestion',
  'decisions',
  'noDecisions',
  'addDecision',
  'newDecision',
  'warnings',
  'warningsHint',
  'tone',
  'toneHint',
  'steeringExceptions',
  'steeringExceptionsHint',
  'noSteeringExceptions',
  'addException',
  'newException',
  'summary',
  'reason',
  'impact',
  'steeringRef',
  'remove',
  'revert',
  'write',
  'writeKeys',
  'startOver',
  'cancel',
  'collect',
  'openSession',
  'showLog',
  'dismiss',
  'preview',
  'missing',
  'required',
  'reportTitle',
  'reportFile',
  'reportArchive',
  'reportNoArchive',
  'reportCaptured',
  'reportNext',
  'handoverTo',
  'close',
] as const;
const words = z.record(z.enum(wordKeys), z.string());
export type Words = z.infer<typeof words>;

export const toPageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('words'), words }),
  z.object({ type: z.literal('preview'), text: z.string() }),
  pageStateSchema,
]);
export type ToPage = z.infer<typeof toPageSchema>;

/** What the page keeps across a reload of the window. */
export const keptStateSchema = z.object({
  root: z.string(),
  /** How far down the questions were. */
  scroll: z.optional(z.number()),
});
export type KeptState = z.infer<typeof keptStateSchema>;

/** Without spaces, since attributes list several. */
export function elementId(name: TextField | ListName, row?: string, part?: RowPart): string {
  return [name, row, part].filter((each) => each !== undefined).join('/');
}
