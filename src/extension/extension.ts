export function activate(): void {
  // The parts list of the extension.
}
