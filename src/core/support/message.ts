// Sentences for people, kept as template and arguments until a host shows them in its language.
// No translation here: hosts own the dictionaries.

export interface Message {
  readonly template: string;
  /** A message among the arguments is a sentence of its own inside this one. */
  readonly args: readonly (string | number | Message)[];
}

/** Looks a template up in the user's language and fills in `{0}`, `{1}` … */
export type Translate = (template: string, ...args: (string | number)[]) => string;

export function msg(template: string, ...args: Message['args'][number][]): Message {
  return { template, args };
}

export const english: Translate = (template, ...args) =>
  template.replace(/\{(\d+)\}/g, (whole, index: string) => {
    const arg = args[Number(index)];
    return arg === undefined ? whole : String(arg);
  });

export function render({ template, args }: Message, translate: Translate = english): string {
  return translate(
    template,
    ...args.map((arg) => (typeof arg === 'object' ? render(arg, translate) : arg)),
  );
}
