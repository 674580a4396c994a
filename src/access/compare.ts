/** What a change opens or closes: cases that one state admits and the other does not, with a witness. */

import { countAddresses, rangesToCidrs } from '../model/ip/address-set';
import { formatList } from '../model/text';
import type { Words } from '../values/words';
import { groupNetworks, listReasons, toFirst } from './decide';
import { type AddressNetwork, ALWAYS, type Case, type Diagram, NEVER, networkToRange } from './diagram';
import type { ConcreteRequest, Space } from './space';

/** The addresses of a difference. */
export interface Difference {
  /** A request from each of these addresses is certainly treated differently. */
  readonly sure: DifferentAddresses;
  /** What is not known decides whether any request from these addresses is treated differently. Without those of `sure`. */
  readonly possible: DifferentAddresses & { readonly witness: Witness | undefined };
  /**
   * A case in which one of the sure addresses differs, or of the possible ones if there is no sure one. Undefined if
   * nothing differs.
   */
  readonly witness: Witness | undefined;
}

export interface DifferentAddresses {
  /** The fewest networks, IPv4 first. */
  readonly networks: readonly string[];
  readonly ipv4: bigint;
  readonly ipv6: bigint;
}

/** An address and a case of the conditions that one state admits and the other does not. */
export interface Witness {
  readonly address: string;
  /** The request that proves a sure difference of an endpoint. */
  readonly request: ConcreteRequest | undefined;
  /** The address, and the choices of the client: `oauth` lets the request pass. */
  readonly found: Case;
  /** `203.0.113.9`, or `203.0.113.9 if req.method == 'GET'`. */
  readonly text: Words;
}

/** Finds a request in which the diagram of conditions is true whatever the unknown facts are. */
export type FindProof = (conditions: Diagram) => Proof | undefined;

export interface Proof {
  /** Undefined if every request proves it. */
  readonly request: ConcreteRequest | undefined;
  /** Choices of the client, by variable. */
  readonly variables: ReadonlyMap<string, boolean>;
  /** The request in words: `with path /admin`. */
  readonly text: Words;
}

/** Returns the addresses that `wider` admits and `narrower` does not. */
export function compareAccess(space: Space, wider: Diagram, narrower: Diagram): Difference {
  return describeDifference(space, space.diagrams.without(wider, narrower));
}

/**
 * Returns the addresses for which a difference is true in some case. A difference that depends on conditions is sure only
 * if `findProof` finds a request that proves it.
 */
export function describeDifference(
  space: Space,
  different: Diagram,
  findProof: FindProof = () => undefined,
): Difference {
  const difference = space.possible(different);
  if (difference === NEVER) return NO_DIFFERENCE;
  const classes = [...groupNetworks(space, difference)].map(([conditions, found]) => {
    const isCertain = space.surelyFor(conditions) === ALWAYS;
    const proof = isCertain ? CERTAIN : findProof(conditions);
    return { conditions, networks: found, proof };
  });
  const [sure, possible] = [classes.filter(({ proof }) => proof), classes.filter(({ proof }) => !proof)];
  const [surely, possibly] = [sure[0], possible[0]].map((each) => each && describeWitness(space, each));
  return {
    sure: toAddresses(sure.flatMap((each) => each.networks)),
    possible: { ...toAddresses(possible.flatMap((each) => each.networks)), witness: possibly },
    witness: surely ?? possibly,
  };
}

const CERTAIN: Proof = { request: undefined, variables: new Map(), text: '' };

const NO_ADDRESSES: DifferentAddresses = { networks: [], ipv4: 0n, ipv6: 0n };

/** A difference that cannot be computed, with the reason. */
export function undecidedDifference(why: string): Difference {
  const network: AddressNetwork = { family: 'ipv4', first: 0n, prefixLength: 32 };
  const witness: Witness = {
    address: '0.0.0.0',
    request: undefined,
    found: { network, variables: new Map() },
    text: `because ${why}`,
  };
  return {
    sure: NO_ADDRESSES,
    possible: { networks: ['0.0.0.0/0', '::/0'], ipv4: 2n ** 32n, ipv6: 2n ** 128n, witness },
    witness,
  };
}

export const NO_DIFFERENCE: Difference = {
  sure: NO_ADDRESSES,
  possible: { ...NO_ADDRESSES, witness: undefined },
  witness: undefined,
};

function toAddresses(networks: readonly AddressNetwork[]): DifferentAddresses {
  const ranges = networks.map(networkToRange);
  return { networks: rangesToCidrs(ranges), ...countAddresses(ranges) };
}

interface DifferentClass {
  readonly conditions: Diagram;
  readonly networks: readonly AddressNetwork[];
  readonly proof: Proof | undefined;
}

function describeWitness(space: Space, { conditions, networks, proof }: DifferentClass): Witness | undefined {
  const [network] = networks;
  if (!network) return undefined;
  const firsts = networks.slice(0, MAX_TRIED).map(toFirst);
  const fitting = proof ? firsts[0] : firsts.find(({ address }) => isPossibleAt(space, conditions, address));
  const { address, ...single } = fitting ?? toFirst(network);
  const variables = proof?.variables ?? space.diagrams.findCase(conditions)?.variables ?? new Map();
  const text = proof ? proof.text : describeReasons(space, conditions);
  const subject = fitting ? address : 'an address';
  return {
    address,
    request: proof?.request && { ...proof.request, clientIp: address },
    found: { network: single, variables },
    text: text === '' ? subject : `${subject} ${text}`,
  };
}

const MAX_TRIED = 20;

/** Conditions may read the address beside the diagram: `conn.client_ip.matches('^10')`. */
function isPossibleAt(space: Space, conditions: Diagram, clientIp: string): boolean {
  const assigned = space.diagrams.assign(conditions, (key) => space.describe(key).evaluate?.({ clientIp }));
  return space.possible(assigned) !== NEVER;
}

const MAX_REASONS = 5;

/** A fact that is not known is a reason. Conditions are a list of what decides, not one case. */
function describeReasons(space: Space, conditions: Diagram): Words {
  const isFact = (key: string): boolean => space.describe(key).kind === 'fact';
  const word = space.diagrams.variablesOf(conditions).every(isFact) ? 'because' : 'depending on';
  return `${word} ${formatList(listReasons(space, conditions), MAX_REASONS)}`;
}
