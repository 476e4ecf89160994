// Whether a document speaks of a task. Pure.

export interface Task {
  readonly workingOn: string;
  readonly openspec: string | null;
  readonly title: string | undefined;
  readonly branch: string | null;
}

/** The words by which the text mentions the task; undefined when it does not. */
export function mentionOf(text: string, task: Task): string | undefined {
  const folded = fold(text);
  return namesOf(task).find((name) => contains(folded, fold(name)));
}

function namesOf({ workingOn, openspec, title, branch }: Task): string[] {
  const topic = branch?.split('/').at(-1) ?? '';
  return [openspec, title, workingOn, topic, topic.replace(/[-_]+/g, ' ')].filter(
    // Shorter ones, and the names of branches that everybody has, would be found anywhere.
    (name): name is string =>
      typeof name === 'string' &&
      name.trim().length >= 3 &&
      !['main', 'master', 'develop', 'trunk'].includes(name),
  );
}

/** As a word of its own: "27" is not in "2027". */
function contains(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) {
      return true;
    }
  }
  return false;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[a-z0-9]/.test(character);
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
