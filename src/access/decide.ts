/** Answers whether a diagram admits the addresses of a network. */

import { distinct } from '../model/arrays';
import { ADDRESS_BITS, formatNetworkBits } from '../model/ip/address-set';
import type { Cidr } from '../model/ip/cidr';
import type { Cause } from '../values/cause';
import type { Words } from '../values/words';
import { type AddressNetwork, ALWAYS, type Diagram, NEVER, unlessTooLarge } from './diagram';
import { describeMeaning, type Meaning, type Space } from './space';

/**
 * `yes`: every address surely. `no`: no address possibly. `partly`: every address is decided, some are admitted and
 * some are not; also the exception at {@link Decision.reasons}. `not_known`: for some address, a condition on the
 * request or what is not known decides.
 */
export type Answer = 'yes' | 'no' | 'partly' | 'not_known';

export interface Decision {
  readonly answer: Answer;
  /** As the fewest networks. */
  readonly admitted: readonly string[];
  readonly denied: readonly string[];
  readonly notKnown: readonly string[];
  /**
   * On what the results of `notKnown` depend besides the address. Empty unless the answer is `not_known`, with one
   * exception: if no client gets in and requests of some reach something, `access check` answers `partly` for this
   * reason. Then `admitted` is empty, and `denied` has the addresses whose requests reach nothing.
   */
  readonly reasons: readonly Meaning[];
}

export function decideNetwork(space: Space, admits: Diagram, network: Cidr): Decision {
  return unlessTooLarge(
    () => decide(space, admits, network),
    () => ({
      ...{ answer: 'not_known', admitted: [], denied: [], notKnown: [network.canonical] },
      reasons: [{ of: 'value', cause: { kind: 'too_large' } }],
    }),
  );
}

function decide(space: Space, admits: Diagram, network: Cidr): Decision {
  const { diagrams } = space;
  const inside = diagrams.networks([network]);
  const here = diagrams.and(admits, inside);
  const surely = diagrams.and(inside, space.surelyFor(admits));
  const possibly = space.possiblyFor(here);
  const between = diagrams.without(possibly, surely);
  const denied = diagrams.without(inside, possibly);
  return {
    answer: toAnswer(surely === inside, possibly === NEVER, between === NEVER),
    admitted: toNetworks(space, surely),
    denied: toNetworks(space, denied),
    notKnown: toNetworks(space, between),
    reasons: between === NEVER ? [] : listDeciding(space, [diagrams.and(here, between)]),
  };
}

function toAnswer(isYes: boolean, isNo: boolean, isDecided: boolean): Answer {
  if (isYes) return 'yes';
  if (isNo) return 'no';
  return isDecided ? 'partly' : 'not_known';
}

/** What a diagram depends on besides the address, in words. */
export function listReasons(space: Space, diagram: Diagram): Words[] {
  return listDeciding(space, [diagram]).map(describeMeaning);
}

/** What at least one of the diagrams depends on besides the address. */
export function listDeciding(space: Space, diagrams: readonly Diagram[]): Meaning[] {
  const variables = diagrams.flatMap(space.diagrams.variablesOf).map(space.getVariable);
  const meanings = distinct(variables.map(({ means }) => means));
  // The risk of `policy.a` may stop the apply before `rule.b`, which waits for it: then only `policy.a` is a reason. So
  // a write without a risk of its own is left out, unless none has one.
  const stops = meanings.filter(mayStop);
  const caused = stops.filter(({ cause }) => cause.risks.length > 0);
  const followed = caused.length > 0 ? stops.filter((each) => !caused.includes(each)) : [];
  return meanings.filter((means) => !followed.some((each) => each === means));
}

type Stop = Meaning & { readonly of: 'value'; readonly cause: Extract<Cause, { kind: 'may_stop' }> };

function mayStop(means: Meaning): means is Stop {
  return means.of === 'value' && means.cause.kind === 'may_stop';
}

/** `addresses`: a diagram without variables. Returns the fewest networks, IPv4 first. */
export function toNetworks(space: Space, addresses: Diagram): string[] {
  return (groupNetworks(space, addresses).get(ALWAYS) ?? []).map(formatNetwork);
}

/**
 * Networks in order, by the diagram of the conditions under which the given one is true there. `ALWAYS` has those for
 * which it is true in every case; those for which it is never true are left out.
 */
export function groupNetworks({ diagrams }: Space, diagram: Diagram): Map<Diagram, AddressNetwork[]> {
  const networks = new Map<Diagram, AddressNetwork[]>();
  diagrams.forEachNetwork(diagram, (network, conditions) => {
    if (conditions === NEVER) return;
    const found = networks.get(conditions);
    if (found) found.push(network);
    else networks.set(conditions, [network]);
  });
  return networks;
}

function formatNetwork({ family, first, prefixLength }: AddressNetwork): string {
  return formatNetworkBits(family, first, ADDRESS_BITS[family] - prefixLength);
}

export function toFirstAddress({ family, first }: AddressNetwork): AddressNetwork & { readonly address: string } {
  const single = { family, first, prefixLength: ADDRESS_BITS[family] };
  return { ...single, address: formatNetwork(single).replace(/\/\d+$/, '') };
}
