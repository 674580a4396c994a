/** At most so many things are named in one message. */
const NAMED = 5;

/** The first few of what a message is about, and how many more there are. */
export function clipped(shown: readonly string[]): string {
  const more = shown.length - NAMED;
  return `${shown.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
