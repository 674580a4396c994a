/**
 * The numbers that the stream and every SQL engine must report about random events, counted from the truth of each line
 * (`random-events.ts`), without reading its text.
 */
import { type Address, NETWORKS, type RandomLine } from './random-events';

/** The index of a network of {@link NETWORKS}, and what the rule does. */
export type BruteRule = readonly [action: 'allow' | 'deny', network: number];

export interface BruteCounts {
  events: number;
  broken: number;
  /** Events of types that the model does not have. */
  unknown: number;
  readonly requests: Map<string, number>;
  /** By part and effect: `endpoints newly_refused`. */
  readonly effects: Map<
    string,
    { requests: number; readonly addresses: Map<string, { requests: number; time: string }> }
  >;
  invalid: number;
}

/** `before` and `after`: the rules of the restriction of each part. */
export function countByBruteForce(
  lines: Iterable<RandomLine>,
  before: readonly BruteRule[],
  after: readonly BruteRule[],
): BruteCounts {
  const counts: BruteCounts = { events: 0, broken: 0, unknown: 0, requests: new Map(), effects: new Map(), invalid: 0 };
  // A connection counts as its HTTP requests, or as its closings if none are known. It has one address, so its requests
  // have one effect.
  const connections = new Map<string, { http: number; closed: number }>();
  const countNew = ({ connection }: Extract<RandomLine['truth'], { kind: 'request' }>): number => {
    if (!connection) return 1;
    const known = connections.get(connection.name) ?? { http: 0, closed: 0 };
    const before = known.http || known.closed;
    known[connection.isClosed ? 'closed' : 'http'] += 1;
    connections.set(connection.name, known);
    return (known.http || known.closed) - before;
  };
  for (const { truth } of lines) {
    if (truth.kind === 'broken') counts.broken += 1;
    else counts.events += 1;
    if (truth.isOfUnknownType) counts.unknown += 1;
    if (truth.lacksAddress) counts.invalid += 1;
    if (truth.kind !== 'request') continue;
    const { part, address, time } = truth;
    const requests = countNew(truth);
    counts.requests.set(part, (counts.requests.get(part) ?? 0) + requests);
    if (!address) {
      counts.invalid += requests;
      continue;
    }
    const [was, is] = [admits(before, address), admits(after, address)];
    const effect = was === is ? 'unchanged' : was ? 'newly_refused' : 'newly_admitted';
    const key = `${part} ${effect}`;
    const side = counts.effects.get(key) ?? { requests: 0, addresses: new Map() };
    counts.effects.set(key, side);
    side.requests += requests;
    const name = `${address.family} ${address.number.toString(16)}`;
    const known = side.addresses.get(name);
    side.addresses.set(name, {
      requests: (known?.requests ?? 0) + requests,
      time: known && !isLater(time, known.time) ? known.time : time,
    });
  }
  return counts;
}

/** Of two notations of one instant, the one that is greater as a string counts as later, as in SQL. */
function isLater(a: string, b: string): boolean {
  return Date.parse(a) > Date.parse(b) || (Date.parse(a) === Date.parse(b) && a > b);
}

function admits(rules: readonly BruteRule[], address: Address): boolean {
  const matching = rules.filter(([, index]) => {
    const [family, first, prefixLength] = NETWORKS[index] as (typeof NETWORKS)[number];
    const shift = BigInt((family === 'ipv4' ? 32 : 128) - prefixLength);
    return family === address.family && address.number >> shift === first >> shift;
  });
  return matching.length > 0 && matching.every(([action]) => action === 'allow');
}

/** A rule as the objects of the service have it. */
export function formatRule([action, index]: BruteRule): string {
  const [family, first, prefixLength] = NETWORKS[index] as (typeof NETWORKS)[number];
  const address =
    family === 'ipv4'
      ? [24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 255n).join('.')
      : Array.from({ length: 8 }, (_, at) => ((first >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':');
  return `${action} ${address}/${prefixLength}`;
}

/** A change that admits, refuses and leaves addresses of every network. */
export const RULES = {
  before: [
    ['allow', 0],
    ['allow', 3],
    ['allow', 4],
    ['allow', 5],
    ['deny', 6],
    ['allow', 8],
  ],
  after: [
    ['allow', 0],
    ['deny', 1],
    ['allow', 2],
    ['allow', 3],
    ['allow', 5],
    ['allow', 7],
  ],
} as const satisfies Record<string, readonly BruteRule[]>;
