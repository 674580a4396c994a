/**
 * The size of tests with random or many inputs. The numbers in the tests are what CI runs, with `CAMPAIGN=full`; a plain
 * `jest` runs a fifth of the random inputs, and `npm run fuzz` runs some of the tests with five times as many inputs and a
 * random seed. A failure prints the seed and the path of the input; `FUZZ_SEED` runs that seed again.
 */
const campaign = process.env['CAMPAIGN'];
export const isFullCampaign = campaign === 'full' || campaign === 'all';
const times = process.env['FUZZ_TIMES'] ?? (isFullCampaign ? '1' : undefined);

/** fast-check's parameters for `count` inputs in CI: a plain run has a fifth of them, or `plain` where each takes long. */
export function tries(count: number, plain = Math.ceil(count / 5)): { numRuns: number } {
  return { numRuns: times === undefined ? plain : Math.ceil(count * Number(times)) };
}

/**
 * The first number in a plain run, the second in CI with `CAMPAIGN=full`, and the third with `CAMPAIGN=all`, which takes
 * hours.
 */
export function campaignSize(plain: number, full: number, all = full): number {
  if (campaign === 'all') return all;
  return isFullCampaign ? full : plain;
}

/** Random integers from 0 to below `bound`, always the same ones for one seed: thousands for one input of fast-check. */
export function picker(seed: number): (bound: number) => number {
  const next = random32(seed);
  return (bound) => Math.floor((next() / 2 ** 32) * bound);
}

/** Random numbers of 32 bits, always the same ones for one seed (mulberry32). */
export function random32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
