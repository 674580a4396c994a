import { createHash } from 'node:crypto';

/** Generates values from a seed; the same seed generates the same values on every machine. */
export interface RandomValues {
  /** At least 0 and less than 1. */
  fraction(): number;
  /** Includes both ends. */
  integer(min: number, max: number): number;
  /** Default: all items have the same weight. */
  pick<T>(items: readonly T[], weights?: readonly number[]): T;
  /** Normally distributed. */
  normal(mean: number, deviation: number): number;
}

/** Uses sfc32, which is small and fast. It starts from a hash, so that similar seeds generate different values. */
export function createRandomValues(seed: string): RandomValues {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8), 1];
  const fraction = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  return {
    fraction,
    integer: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    pick(items, weights = items.map(() => 1)) {
      let remaining = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        remaining -= weight;
        return remaining < 0;
      });
      return items[index < 0 ? items.length - 1 : index] as (typeof items)[number];
    },
    normal(mean, deviation) {
      const radius = Math.sqrt(-2 * Math.log(1 - fraction()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * fraction());
    },
  };
}
