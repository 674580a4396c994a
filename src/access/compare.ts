/** What a change opens or closes: cases that one state admits and the other does not, with a witness. */

import { containsRange, countAddresses, rangesToCidrs } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { formatList, type Words } from '../values/words';
import { groupNetworks, listReasons, toFirstAddress } from './decide';
import { type AddressNetwork, ALWAYS, type Case, type Diagram, NEVER, networkToRange, toNetwork } from './diagram';
import { assignRequest, type ConcreteRequest, describeMeaning, type Space, type Variable } from './space';

export interface Difference {
  /** For each of these addresses there is a request that is certainly treated differently, whatever is not known. */
  readonly sure: DifferentAddresses;
  /**
   * For these addresses, without those of `sure`, no proof was found: what is not known decides whether any request is
   * treated differently, no request of those that were tried proves it, or the policies are too large.
   */
  readonly possible: DifferentAddresses & { readonly witness: Witness | undefined };
  /** Of one of the sure addresses, or of the possible ones if there is no sure one. Undefined if nothing differs. */
  readonly witness: Witness | undefined;
}

export interface DifferentAddresses {
  /** The fewest networks, IPv4 first. */
  readonly networks: readonly string[];
  readonly ipv4: bigint;
  readonly ipv6: bigint;
}

/**
 * An address and a case of the conditions that one state admits and the other does not. There is no such pair if the
 * case is possible for none of the addresses that were tried, or if the difference could not be computed. Then
 * `address` is only an example, and `text` does not name it: `an address if ...`, `any address, because ...`.
 */
export interface Witness {
  readonly address: string;
  /** The request that proves a sure difference of an endpoint; undefined without a proof, or if every request does. */
  readonly request: ConcreteRequest | undefined;
  /**
   * The address, with the values of the variables that the request decides and of the choices that the client makes
   * beside it: `oauth` lets the request pass. Without a proof, also a value of each other variable that decides.
   */
  readonly found: Case;
  /** `203.0.113.9`, or `203.0.113.9 if req.method == 'GET'`. */
  readonly text: Words;
}

/**
 * A request of which the diagram is true whatever is not known, else one of which it may be true. Undefined if no
 * request that was tried is either.
 */
export type FindExample = (conditions: Diagram) => Example | undefined;

export interface Example {
  /** Undefined if every request is one. */
  readonly request: ConcreteRequest | undefined;
  /** The choices of the client, by variable: what it shows to `basic-auth` or `oauth`, or that it shows nothing. */
  readonly variables: ReadonlyMap<string, boolean>;
  /** What else must be true; {@link ALWAYS} if the request proves the difference. */
  readonly rest: Diagram;
  readonly text: Words;
}

export function compareAccess(space: Space, wider: Diagram, narrower: Diagram): Difference {
  return describeDifference(space, space.diagrams.without(wider, narrower));
}

/** A difference that depends on conditions is sure only if `find` returns a request that proves it. */
export function describeDifference(space: Space, different: Diagram, find: FindExample = () => undefined): Difference {
  const difference = space.possible(different);
  const classes = [...groupNetworks(space, difference)].map(([conditions, found]) => {
    const isCertain = space.surelyFor(conditions) === ALWAYS;
    return { conditions, networks: found, example: isCertain ? CERTAIN : find(conditions) };
  });
  const sure = classes.filter(({ example }) => example?.rest === ALWAYS);
  const possible = classes.filter((each) => !sure.includes(each));
  const [surely, possibly] = [sure[0], possible[0]].map((each) => each && describeWitness(space, each));
  return {
    sure: toAddresses(sure.flatMap((each) => each.networks)),
    possible: { ...toAddresses(possible.flatMap((each) => each.networks)), witness: possibly },
    witness: surely ?? possibly,
  };
}

const CERTAIN: Example = { request: undefined, variables: new Map(), rest: ALWAYS, text: '' };

const NO_ADDRESSES: DifferentAddresses = { networks: [], ipv4: 0n, ipv6: 0n };

export function undecidedDifference(why: string): Difference {
  const network: AddressNetwork = { family: 'ipv4', first: 0n, prefixLength: 32 };
  const found: Case = { network, variables: new Map() };
  const witness: Witness = { address: '0.0.0.0', request: undefined, found, text: `any address, because ${why}` };
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
  readonly example: Example | undefined;
}

function describeWitness(space: Space, { conditions, networks, example }: DifferentClass): Witness | undefined {
  const [network] = networks;
  if (!network) return undefined;
  const ordinary = network.first === 0n ? listOrdinary(networks) : [];
  const firsts = [...ordinary, ...networks.slice(0, MAX_TRIED).map(toFirstAddress)];
  const { request, rest = conditions } = example ?? {};
  const isProof = rest === ALWAYS;
  const requestOf = (clientIp: string): ConcreteRequest => ({ ...request, clientIp });
  const fitting = firsts.find(({ address }) => possibleAt(space, rest, requestOf(address)) !== NEVER);
  const { address, ...single } = fitting ?? toFirstAddress(network);
  const given = fitting ? requestOf(address) : (request ?? {});
  const decided = space.diagrams.variablesOf(conditions).flatMap((key) => {
    const value = space.getVariable(key).evaluate?.(given);
    return value === undefined ? [] : [[key, value] as const];
  });
  const choices = example?.variables ?? [];
  const found = isProof ? [] : (space.diagrams.findCase(possibleAt(space, rest, given))?.variables ?? []);
  const variables = new Map([...decided, ...choices, ...found]);
  const what = isProof ? '' : describeCase(space, rest, variables);
  return {
    address,
    request: isProof && request ? given : undefined,
    found: { network: single, variables },
    text: [fitting ? address : 'an address', example?.text, what].filter(Boolean).join(' '),
  };
}

/** Networks of one class whose first addresses are tried. Chosen, to limit the time. */
const MAX_TRIED = 20;

/** Addresses for documentation: an example `0.0.0.0` or `::` reads like every address. */
const ORDINARY = ['198.51.100.1', '203.0.113.1', '192.0.2.1', '2001:db8::1'].map((text) =>
  toNetwork(parseCidr(text) as Cidr),
);

function listOrdinary(networks: readonly AddressNetwork[]): readonly ReturnType<typeof toFirstAddress>[] {
  const isIn = (address: AddressNetwork): boolean =>
    networks.some((network) => containsRange([networkToRange(network)], networkToRange(address)));
  return ORDINARY.filter(isIn).map(toFirstAddress);
}

/**
 * The cases of the conditions that the request leaves possible. It has an address, because a condition may read that as
 * a text: `conn.client_ip.matches('^10')`.
 */
function possibleAt(space: Space, conditions: Diagram, request: ConcreteRequest): Diagram {
  return space.possible(assignRequest(space, conditions, request));
}

/** Conditions, and facts, that a text lists. Chosen. */
const MAX_REASONS = 5;

/**
 * A case in words: `if req.method == "GET" and not (req.url.path == "/a"), because var.office is known after apply`.
 * First the conditions that are true; then those that are false, unless the true ones imply that; then why the case is
 * not certain: the facts that decide, and conditions that may be errors. If {@link isDecided} is false for one of the
 * conditions, they are said to be open: `if conn.geo.country_code == "FR", which is not known`.
 */
function describeCase(space: Space, conditions: Diagram, variables: ReadonlyMap<string, boolean>): Words {
  const own = space.diagrams.variablesOf(conditions).filter((key) => variables.has(key));
  const keys = own.filter((key) => space.getVariable(key).kind !== 'fact');
  const holding = keys.filter((key) => variables.get(key));
  const [noErrors, others] = [true, false].map((saysError) =>
    keys.filter((key) => !holding.includes(key) && saysIsError(space.getVariable(key)) === saysError),
  ) as [string[], string[]];
  const { and, all, not, variable } = space.diagrams;
  // That conditions are no errors is the usual case.
  const held = [...holding.map(variable), ...noErrors.map((key) => not(variable(key)))];
  const notImplied = others.filter((key) => space.possible(and(all(held), variable(key))) !== NEVER);
  const describe = (key: string): Words => describeMeaning(space.getVariable(key).means);
  const parts = [...holding.map(describe), ...notImplied.map((key) => `not (${describe(key)})`)];
  const more = parts.length > MAX_REASONS ? [`${parts.length - MAX_REASONS} more`] : [];
  const isOpen = (key: string): boolean => !isDecided(space.getVariable(key));
  const open = [...holding, ...notImplied].some(isOpen);
  const errors = open ? [] : noErrors.filter(isOpen).map((key) => `it is not known whether ${describe(key)}`);
  const why = [...listFacts(space, conditions, variables), ...errors];
  if (why.length === 0 && !open) why.push('no request that was tried proves it');
  const listed = [...parts.slice(0, MAX_REASONS), ...more].join(' and ');
  const condition = parts.length > 0 ? `if ${listed}${open ? ', which is not known' : ''}` : '';
  const because = why.length > 0 ? `because ${formatList(why, MAX_REASONS)}` : '';
  return [condition, because].filter(Boolean).join(open ? ', and ' : ', ');
}

/**
 * The facts that decide while all other variables are as in the case, or false without a value there. So a fact that
 * decides only where a condition is an error is left out if no condition is one.
 */
function listFacts(space: Space, conditions: Diagram, variables: ReadonlyMap<string, boolean>): readonly Words[] {
  const isFact = (key: string): boolean => space.getVariable(key).kind === 'fact';
  const read = (key: string): boolean | undefined => (isFact(key) ? undefined : (variables.get(key) ?? false));
  return listReasons(space, space.diagrams.assign(conditions, read));
}

/** URL, method and headers, with any values. It has no address. */
const ANY_REQUEST: ConcreteRequest = { url: 'https://www.example.com/', method: 'GET', headers: {} };

/**
 * False for a condition that URL, method and headers do not decide: one on the country of the address, and one that
 * reads the address as a text, such as `conn.client_ip.matches('^10')`.
 */
function isDecided({ kind, evaluate }: Variable): boolean {
  return kind !== 'condition' || evaluate?.(ANY_REQUEST) !== undefined;
}

function saysIsError({ means }: Variable): boolean {
  return means.of === 'expression' && means.says === 'is an error';
}
