/** Random networks, and the number of addresses that they admit, without the code of the model. */

/** A network with its range: from `first` to before `end`. */
export interface RandomNetwork {
  readonly text: string;
  readonly isV6: boolean;
  readonly first: bigint;
  readonly end: bigint;
  readonly action: 'allow' | 'deny';
}

/** A network with few different first bits. So two of them often overlap or are adjacent, and several often cover a whole family. */
export function randomNetwork(pick: (bound: number) => number): RandomNetwork {
  const isV6 = pick(2) === 1;
  const width = isV6 ? 128 : 32;
  const prefix = pick(4) === 0 ? width - pick(9) : pick(4);
  const size = 1n << BigInt(width - prefix);
  const first = prefix === 0 ? 0n : (BigInt(pick(16)) % (1n << BigInt(Math.min(4, prefix)))) * size;
  const groups = (count: number, bits: number, base: number): string[] =>
    [...Array(count).keys()].map((at) =>
      ((first >> BigInt((count - 1 - at) * bits)) & ((1n << BigInt(bits)) - 1n)).toString(base),
    );
  const address = isV6 ? groups(8, 16, 16).join(':') : groups(4, 8, 10).join('.');
  return { text: `${address}/${prefix}`, isV6, first, end: first + size, action: pick(5) === 0 ? 'deny' : 'allow' };
}

/** The number of addresses that an allow network and no deny network contains. All networks must be of one family. */
export function countAdmitted(networks: readonly RandomNetwork[]): bigint {
  const ends = [...new Set(networks.flatMap(({ first, end }) => [first, end]))].sort((a, b) => (a < b ? -1 : 1));
  return ends.reduce((sum, start, at) => {
    const next = ends[at + 1];
    const matching = networks.filter(({ first, end }) => first <= start && start < end);
    const isAdmitted = matching.length > 0 && matching.every(({ action }) => action === 'allow');
    return next !== undefined && isAdmitted ? sum + next - start : sum;
  }, 0n);
}
