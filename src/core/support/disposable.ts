// Lifetimes: whoever constructs, disposes.

export interface Disposable {
  dispose(): void;
}

export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  /** Returns what it was given, so that construction and registration are one line. */
  add<T extends Disposable>(item: T): T {
    if (this.#disposed) {
      item.dispose();
    } else {
      this.#items.add(item);
    }
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) {
      item.dispose();
    }
  }
}

export function toDisposable(dispose: () => void): Disposable {
  return { dispose };
}
