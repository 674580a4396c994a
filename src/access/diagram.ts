/**
 * Reduced ordered binary decision diagrams: sets of addresses, conditions on requests and unknown facts in one
 * structure. A diagram is a function from the address of a client and any number of yes-or-no variables to yes or no.
 * Equal functions are the same number, so two states are compared with `===`, and a difference is
 * `without(after, before)`.
 *
 * The first variables are the family of the address and its bits, from the most significant one. So a diagram is a tree
 * of networks, and below each network a diagram of the other variables.
 */
import { ADDRESS_BITS, type AddressFamily, type AddressRange, toRange } from '../model/ip/address-set';
import type { Cidr } from '../model/ip/cidr';

/** A diagram; valid only for the functions of the `Diagrams` that made it. */
export type Diagram = number;

export const NEVER: Diagram = 0;
export const ALWAYS: Diagram = 1;

/** Level of the variable that is true for IPv6. The bits follow: 1 to 32 of IPv4, 1 to 128 of IPv6. */
const FAMILY = 0;
const FIRST_CONDITION = 129;
/** Beyond the level of every variable: so the lowest level of several nodes is that of a variable. */
const TERMINAL = 0x7fffffff;

/** The diagram is true for all addresses of the network, with these values of the variables that then matter. */
export interface Case {
  readonly network: AddressNetwork;
  readonly variables: ReadonlyMap<string, boolean>;
}

/** The addresses whose first `prefixLength` bits are those of `first`. */
export interface AddressNetwork {
  readonly family: AddressFamily;
  readonly first: bigint;
  readonly prefixLength: number;
}

export function toNetwork(cidr: Cidr): AddressNetwork {
  const { family, first } = toRange(cidr);
  return { family, first, prefixLength: cidr.prefixLength };
}

export function networkToRange({ family, first, prefixLength }: AddressNetwork): AddressRange {
  return { family, first, last: first + (1n << BigInt(ADDRESS_BITS[family] - prefixLength)) - 1n };
}

export class DiagramTooLarge extends Error {}

/** Takes every RangeError for that of a recursion that exceeds the stack, which many variables cause. */
export function unlessTooLarge<T>(compute: () => T, otherwise: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof DiagramTooLarge || error instanceof RangeError) return otherwise();
    throw error;
  }
}

type IsSelected = (key: string) => boolean;

export type Diagrams = ReturnType<typeof createDiagrams>;

/**
 * Limits the memory. A node has 24 bytes in three arrays, and up to eight places of 4 bytes in the table that finds
 * equal nodes. Chosen: 10,000 networks of IPv6 with 64 bits have at most 640,000 nodes.
 */
const MAX_NODES = 4_000_000;

/** Places of the table and of the cache at first. Chosen small: an account may have thousands of small IP policies. */
const START = 8192;

/** Most numbers in the cache, four for each result. Chosen. */
const MAX_CACHE = 4 * 2 ** 19;

export function createDiagrams(maxNodes = MAX_NODES) {
  // Node n tests the variable levels[n]; its successors are in `no` and `yes`. Nodes 0 and 1 are the results.
  const levels = [TERMINAL, TERMINAL];
  const no: Diagram[] = [NEVER, NEVER];
  const yes: Diagram[] = [NEVER, NEVER];
  let table = new Int32Array(START);
  // A result is remembered until another operation needs its place, or until the cache grows: it grows with the table,
  // and is then empty.
  let cache = new Int32Array(START);
  const keys: string[] = [];
  const levelOfKey = new Map<string, number>();

  /** Equal nodes exist once. */
  function node(level: number, low: Diagram, high: Diagram, limit = maxNodes): Diagram {
    if (low === high) return low;
    let slot = hash(level, low, high) & (table.length - 1);
    for (let found = table[slot] as number; found !== 0; found = table[slot] as number) {
      if (levels[found] === level && no[found] === low && yes[found] === high) return found;
      slot = (slot + 1) & (table.length - 1);
    }
    const made = levels.length;
    if (made >= limit)
      throw new DiagramTooLarge('The access depends on too many networks or combinations of conditions');
    levels.push(level);
    no.push(low);
    yes.push(high);
    table[slot] = made;
    if (made * 2 > table.length) rehash();
    return made;
  }

  function rehash(): void {
    table = new Int32Array(table.length * 4);
    if (cache.length < MAX_CACHE) cache = new Int32Array(Math.min(table.length, MAX_CACHE));
    for (let index = 2; index < levels.length; index++) {
      let slot = hash(at(levels, index), at(no, index), at(yes, index)) & (table.length - 1);
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
      table[slot] = index;
    }
  }

  /** `condition ? then : otherwise`. `not`, `and`, `or` and `without` are calls of it. */
  function ifThenElse(condition: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    if (condition === ALWAYS || then === otherwise) return then;
    if (condition === NEVER) return otherwise;
    if (then === ALWAYS && otherwise === NEVER) return condition;
    const slot = 4 * (hash(condition, then, otherwise) & (cache.length / 4 - 1));
    if (cache[slot] === condition && cache[slot + 1] === then && cache[slot + 2] === otherwise)
      return at(cache, slot + 3);
    const level = Math.min(at(levels, condition), at(levels, then), at(levels, otherwise));
    const result = node(
      level,
      ifThenElse(follow(condition, level, no), follow(then, level, no), follow(otherwise, level, no)),
      ifThenElse(follow(condition, level, yes), follow(then, level, yes), follow(otherwise, level, yes)),
    );
    cache[slot] = condition;
    cache[slot + 1] = then;
    cache[slot + 2] = otherwise;
    cache[slot + 3] = result;
    return result;
  }

  function follow(diagram: Diagram, level: number, successors: readonly Diagram[]): Diagram {
    return levels[diagram] === level ? at(successors, diagram) : diagram;
  }

  const not = (a: Diagram): Diagram => ifThenElse(a, NEVER, ALWAYS);
  const and = (a: Diagram, b: Diagram): Diagram => ifThenElse(a, b, NEVER);
  const or = (a: Diagram, b: Diagram): Diagram => ifThenElse(a, ALWAYS, b);
  const without = (a: Diagram, b: Diagram): Diagram => ifThenElse(b, NEVER, a);

  function rebuild(root: Diagram, combine: (level: number, low: Diagram, high: Diagram) => Diagram): Diagram {
    const done = new Map<Diagram, Diagram>();
    const visit = (diagram: Diagram): Diagram => {
      if (diagram <= ALWAYS) return diagram;
      const known = done.get(diagram);
      if (known !== undefined) return known;
      const made = combine(at(levels, diagram), visit(at(no, diagram)), visit(at(yes, diagram)));
      done.set(diagram, made);
      return made;
    };
    return visit(root);
  }

  const isVariable = (level: number): boolean => level >= FIRST_CONDITION;
  const keyOf = (level: number): string => keys[level - FIRST_CONDITION] as string;

  const quantify = (diagram: Diagram, join: typeof or, isSelected: IsSelected = () => true): Diagram =>
    rebuild(diagram, (level, low, high) =>
      isVariable(level) && isSelected(keyOf(level)) ? join(low, high) : node(level, low, high),
    );

  /** The first `depth` of the `bits` bits are equal in all networks, and the nodes above test them. */
  function buildNetworks(networks: readonly AddressNetwork[], bits: number, depth: number): Diagram {
    if (networks.length === 0) return NEVER;
    if (networks.some(({ prefixLength }) => prefixLength <= depth)) return ALWAYS;
    const bit = 1n << BigInt(bits - depth - 1);
    const high = networks.filter(({ first }) => (first & bit) !== 0n);
    const low = high.length === networks.length ? [] : networks.filter(({ first }) => (first & bit) === 0n);
    return node(depth + 1, buildNetworks(low, bits, depth + 1), buildNetworks(high, bits, depth + 1));
  }

  return {
    not,
    and,
    or,
    without,
    ifThenElse,
    any: (diagrams: readonly Diagram[]): Diagram => diagrams.reduce(or, NEVER),
    all: (diagrams: readonly Diagram[]): Diagram => diagrams.reduce(and, ALWAYS),

    /** The variable with the key; equal keys are the same variable. Variables are ordered by their first use. */
    variable(key: string): Diagram {
      let level = levelOfKey.get(key);
      if (level === undefined) {
        level = FIRST_CONDITION + keys.push(key) - 1;
        levelOfKey.set(key, level);
      }
      // Without a limit: if a function is too large to compute, a variable stands for its unknown result.
      return node(level, NEVER, ALWAYS, Number.POSITIVE_INFINITY);
    },

    networks(cidrs: readonly Cidr[]): Diagram {
      const parsed = cidrs.map(toNetwork);
      const [ipv4, ipv6] = (['ipv4', 'ipv6'] as const).map((family) =>
        buildNetworks(
          parsed.filter((network) => network.family === family),
          ADDRESS_BITS[family],
          0,
        ),
      ) as [Diagram, Diagram];
      return node(FAMILY, ipv4, ipv6);
    },

    /**
     * The addresses for which the diagram is true in at least one case of the variables. With `isSelected`, only the
     * selected variables are removed, and the result depends on the others.
     */
    possibly: (diagram: Diagram, isSelected?: IsSelected): Diagram => quantify(diagram, or, isSelected),
    /** The addresses for which the diagram is true in every case of the variables. `isSelected`: as for `possibly`. */
    surely: (diagram: Diagram, isSelected?: IsSelected): Diagram => quantify(diagram, and, isSelected),

    /** `value` returns undefined for the variables that stay. */
    assign: (diagram: Diagram, value: (key: string) => boolean | undefined): Diagram =>
      rebuild(diagram, (level, low, high) => {
        const known = isVariable(level) ? value(keyOf(level)) : undefined;
        return known === undefined ? node(level, low, high) : known ? high : low;
      }),

    /** In their order. */
    variablesOf(diagram: Diagram): string[] {
      const found = new Set<number>();
      rebuild(diagram, (level) => {
        if (isVariable(level)) found.add(level);
        // Every node is visited once; the diagram that is built is not used.
        return NEVER;
      });
      return [...found].sort((a, b) => a - b).map(keyOf);
    },

    /** The result below one network, as a diagram of the variables. Undefined if it differs inside the network. */
    atNetwork(diagram: Diagram, { family, first, prefixLength }: AddressNetwork): Diagram | undefined {
      let current = follow(diagram, FAMILY, family === 'ipv6' ? yes : no);
      for (let level = 1; level <= prefixLength; level++) {
        const bit = (first >> BigInt(ADDRESS_BITS[family] - level)) & 1n;
        current = follow(current, level, bit === 1n ? yes : no);
      }
      return at(levels, current) < FIRST_CONDITION ? undefined : current;
    },

    /** Networks are the fewest for which the diagram is the same. They come in order. */
    forEachNetwork(diagram: Diagram, visit: (network: AddressNetwork, below: Diagram) => void): void {
      for (const family of ['ipv4', 'ipv6'] as const) {
        const descend = (current: Diagram, first: bigint, depth: number): void => {
          if (at(levels, current) >= FIRST_CONDITION) {
            visit({ family, first, prefixLength: depth }, current);
            return;
          }
          const level = depth + 1;
          descend(follow(current, level, no), first, level);
          descend(follow(current, level, yes), first | (1n << BigInt(ADDRESS_BITS[family] - level)), level);
        };
        descend(follow(diagram, FAMILY, family === 'ipv6' ? yes : no), 0n, 0);
      }
    },

    /** Undefined if the diagram is never true. The case has no variables that do not matter. */
    findCase(diagram: Diagram): Case | undefined {
      if (diagram === NEVER) return undefined;
      const path = new Map<number, boolean>();
      let current = diagram;
      while (current > ALWAYS) {
        const isYes = no[current] === NEVER;
        path.set(at(levels, current), isYes);
        current = at(isYes ? yes : no, current);
      }
      const family = path.get(FAMILY) ? 'ipv6' : 'ipv4';
      const bits = [...path].filter(([level]) => level !== FAMILY && !isVariable(level));
      const first = bits.reduce(
        (sum, [level, isOne]) => sum | (BigInt(isOne) << BigInt(ADDRESS_BITS[family] - level)),
        0n,
      );
      const variables = [...path].filter(([level]) => isVariable(level));
      return {
        network: { family, first, prefixLength: bits.at(-1)?.[0] ?? 0 },
        variables: new Map(variables.map(([level, isTrue]) => [keyOf(level), isTrue])),
      };
    },
  };
}

function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) >>> 0;
}

function at(array: ArrayLike<number>, index: number): number {
  return array[index] as number;
}
