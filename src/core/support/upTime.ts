// A clock that nobody sets, and waiting. Not by `performance` and `node:timers/promises`: to load these
// takes longer than what a hook of an agent waits for.

/** In milliseconds, since a moment that says nothing. */
export function upTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
