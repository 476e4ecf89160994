/** Shortens the list to its last `count`. */
export function keepLast(list: unknown[], count: number): void {
  if (list.length > count) {
    list.splice(0, list.length - count);
  }
}
