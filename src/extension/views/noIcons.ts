// Text from repositories, for places where VS Code draws `$(x)` as an icon. Pure.

/** Looks the same, and is no icon. */
export function noIcons(text: string): string {
  return text.replaceAll('$(', '$\u200B(');
}
