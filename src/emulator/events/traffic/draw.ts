/** Drawing values that follow from a seed. */
import { createHash } from 'node:crypto';

/** A source of numbers; the same seed gives the same ones, on every machine. */
export interface Draw {
  /** At least 0 and less than 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  /** One of the items, each as likely as its weight, all alike without weights. */
  pick<T>(items: readonly T[], weights?: readonly number[]): T;
  /** A number around the mean; two thirds of them are within the deviation. */
  normal(mean: number, deviation: number): number;
}

/** The numbers of a seed: sfc32, small and fast, started from a hash of the text so that near seeds differ wholly. */
export function createDraw(seed: string): Draw {
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
    whole: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    pick(items, weights = items.map(() => 1)) {
      let rest = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      return items[index < 0 ? items.length - 1 : index] as (typeof items)[number];
    },
    normal(mean, deviation) {
      const radius = Math.sqrt(-2 * Math.log(1 - fraction()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * fraction());
    },
  };
}
