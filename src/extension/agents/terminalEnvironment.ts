// What a terminal needs of an environment beyond its own. A terminal with all of it, and nothing else,
// would not know that it is one of VS Code's. Pure.

export function changedVariables(
  own: Readonly<NodeJS.ProcessEnv>,
  wanted: Readonly<NodeJS.ProcessEnv>,
): Record<string, string | null> {
  const names = new Set([...Object.keys(own), ...Object.keys(wanted)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => own[name] !== wanted[name])
      // null takes it out.
      .map((name) => [name, wanted[name] ?? null]),
  );
}
