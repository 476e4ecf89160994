// Text from repositories and outputs, for places where VS Code makes `[x](command:…)` a link. Pure.

/** Looks the same, and is no link. */
export function noLinks(text: string): string {
  return text.replaceAll('](', ']\u200B(');
}
