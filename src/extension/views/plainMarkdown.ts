// Words of others in Markdown, shown as they are: no links, no pictures, no emphasis. Pure.

export function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>&#|~]/g, '\\$&');
}
