/**
 * The size of tests with random or many inputs. `npm run fuzz` runs some tests of fast-check with five times as many inputs
 * as CI, and a random seed. Their failures print the seed and the path of the input; `FUZZ_SEED` runs that seed again.
 */
const campaign = process.env['CAMPAIGN'];
export const isFullCampaign = campaign === 'full' || campaign === 'all';
const times = process.env['FUZZ_TIMES'] ?? (isFullCampaign ? '1' : undefined);

/** fast-check's parameters for `count` inputs in CI, `FUZZ_TIMES` as many if it is set; else a plain run has `plain`. */
export function tries(count: number, plain = Math.ceil(count / 5)): { numRuns: number } {
  return { numRuns: times === undefined ? plain : Math.ceil(count * Number(times)) };
}

/** The first number in a plain run, the second in CI (`CAMPAIGN=full`), and the third with `CAMPAIGN=all`. */
export function campaignSize(plain: number, full: number, all = full): number {
  if (campaign === 'all') return all;
  return isFullCampaign ? full : plain;
}

/** Random integers from 0 to below `bound`, the same ones for one seed. */
export function picker(seed: number): (bound: number) => number {
  const next = random32(seed);
  return (bound) => Math.floor((next() / 2 ** 32) * bound);
}

/** Random integers of 32 bits, the same ones for one seed (mulberry32). */
export function random32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
