/** What `baton save --json` prints. */
export interface Saved {
  readonly mode: string;
  readonly commit: string | null;
  readonly pushed: boolean;
  readonly state: Record<string, unknown>;
  readonly checks: { name: string; status: string; detail: string }[];
  readonly warnings: string[];
}

export interface Failed {
  readonly error: { reason: string; message: string; detail?: string };
}
