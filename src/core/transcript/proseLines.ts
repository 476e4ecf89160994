// The lines of a text in Markdown that are words, and not code.

/** What is in a fence is left out, and the fence too. */
export function linesOutsideCode(text: string): string[] {
  const lines = text.split('\n');
  if (!text.includes('```') && !text.includes('~~~')) {
    return lines;
  }
  let fenced = false;
  return lines.filter((line) => {
    const isEdge = isFence(line);
    fenced = isEdge ? !fenced : fenced;
    return !isEdge && !fenced;
  });
}

/** Where code begins or ends. */
export function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}
