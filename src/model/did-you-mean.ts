import { distance } from 'fastest-levenshtein';

/** The candidate closest to the text in edits, or undefined when none is close enough to be what was meant. */
export function findNearest(text: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(text.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `, did you mean 'x'?` or nothing; to be put behind what is expected. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  const near = findNearest(text, candidates);
  return near === undefined ? '' : `; did you mean '${near}'?`;
}
