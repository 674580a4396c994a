/** What the options of several commands have in common. */

/** Collects the values of an option that can be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
