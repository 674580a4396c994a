/** Who gets in to each cloud endpoint before and after the change, by the traffic policies and IP policies of the copy. Pure. */
import type { Snapshot } from '../emulator';
import {
  type AddressRange,
  countAddresses,
  findOverlapping,
  mergeRanges,
  rangesToCidrs,
  subtractRanges,
  toRange,
} from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import type { AccessObjects } from '../model/traffic-policy/evaluate/access';
import { type DecidedAddresses, evaluateAllAddresses } from '../model/traffic-policy/evaluate/addresses';
import type { AccessState, NetworkChanges } from './access';

/** The access to one public endpoint. */
export interface EndpointChange {
  readonly id: string;
  readonly url: string;
  readonly before: 'absent' | 'online';
  readonly after: 'absent' | 'online';
  /** Addresses that may be admitted after the change, and were refused for every request before it. */
  readonly newlyAdmitted: NetworkChanges;
  /** The reverse. */
  readonly newlyShutOut: NetworkChanges;
  /** Conditions and actions on which the access depends besides the address. */
  readonly depends: readonly string[];
  /** The policy uses addresses in a way that cannot be computed for all of them. */
  readonly isUnknown: boolean;
}

interface OnlineEndpoint {
  readonly id: string;
  readonly url: string;
  readonly isPublic: boolean;
  readonly policy: string;
}

interface Admitted {
  /** Undefined if it cannot be computed. */
  readonly decided: readonly DecidedAddresses[] | undefined;
  readonly mayAdmit: readonly AddressRange[];
}

/** Returns the public endpoints whose access may differ. */
export function compareEndpoints(
  [before, accessBefore]: readonly [Snapshot, AccessState],
  [after, accessAfter]: readonly [Snapshot, AccessState],
): EndpointChange[] {
  const [old, now] = [listEndpoints(before), listEndpoints(after)];
  return pairEndpoints(old, now)
    .filter(([was, is]) => describeInputs(was, old, accessBefore) !== describeInputs(is, now, accessAfter))
    .map(([was, is]) => compareEndpoint(was, is, [admit(was, old, accessBefore), admit(is, now, accessAfter)]))
    .filter(
      (change) => change.isUnknown || change.newlyAdmitted.networks.length + change.newlyShutOut.networks.length > 0,
    )
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

function listEndpoints({ accounts }: Snapshot): OnlineEndpoint[] {
  return Object.values(accounts)
    .flatMap(({ objects }) => objects['cloud_endpoint'] ?? [])
    .map(({ id, values }) => ({
      id,
      url: String(values['url']),
      isPublic: !Array.isArray(values['bindings']) || (values['bindings'] as readonly unknown[]).includes('public'),
      policy: String(values['traffic_policy']),
    }));
}

type EndpointPair = readonly [was: OnlineEndpoint | undefined, is: OnlineEndpoint | undefined];

/** Pairs public endpoints by id; a replaced endpoint has a new id and the URL of the old one. */
function pairEndpoints(old: readonly OnlineEndpoint[], now: readonly OnlineEndpoint[]): EndpointPair[] {
  const left = new Set(old.filter(({ isPublic }) => isPublic));
  const take = (matches: (endpoint: OnlineEndpoint) => boolean): OnlineEndpoint | undefined => {
    const found = [...left].find(matches);
    if (found) left.delete(found);
    return found;
  };
  const current = now.filter(({ isPublic }) => isPublic);
  const byId = new Map(current.map(({ id }) => [id, take((endpoint) => endpoint.id === id)]));
  const paired = current.map((is): EndpointPair => [byId.get(is.id) ?? take(({ url }) => url === is.url), is]);
  return [...paired, ...[...left].map((was): EndpointPair => [was, undefined])];
}

/** Everything on which the access to an endpoint depends, to compare it; most changes concern few endpoints. */
function describeInputs(
  endpoint: OnlineEndpoint | undefined,
  endpoints: readonly OnlineEndpoint[],
  { policies }: AccessState,
): string {
  if (!endpoint) return '';
  const { url, policy } = endpoint;
  // The URL of a target may be computed.
  const targets = policy.includes('forward-internal') ? endpoints.filter(({ isPublic }) => !isPublic) : [];
  const texts = [policy, ...targets.map((target) => target.policy)].join(' ');
  const rules = [...policies.values()]
    .filter(({ id }) => texts.includes(id))
    .map(({ id, rules: list }) => [id, list.map(({ action, cidr }) => `${action} ${cidr.canonical}`)]);
  return JSON.stringify([url, policy, targets.map((target) => [target.url, target.policy]), rules]);
}

function admit(
  endpoint: OnlineEndpoint | undefined,
  endpoints: readonly OnlineEndpoint[],
  { policies }: AccessState,
): Admitted {
  if (!endpoint) return { decided: [], mayAdmit: [] };
  const objects: AccessObjects = {
    // Another public endpoint may have the URL too, but a different policy.
    endpoints: [endpoint, ...endpoints.filter(({ id, url }) => id !== endpoint.id && url !== endpoint.url)],
    ipPolicy: (id) => policies.get(id)?.rules ?? [],
    // Agents have endpoints too.
    isIncomplete: true,
  };
  const decided = evaluateAllAddresses(objects, endpoint.url);
  const open = (decided ?? []).filter(({ access: { decision } }) => decision !== 'denied');
  return { decided, mayAdmit: mergeRanges(open.flatMap(({ ranges }) => ranges)) };
}

function compareEndpoint(
  was: OnlineEndpoint | undefined,
  is: OnlineEndpoint | undefined,
  [before, after]: readonly [Admitted, Admitted],
): EndpointChange {
  const isUnknown = before.decided === undefined || after.decided === undefined;
  const reasons =
    (side: Admitted, word: string) =>
    (range: AddressRange): string[] =>
      (side.decided ?? [])
        .filter(({ ranges }) => findOverlapping(ranges, range).length > 0)
        .map(({ access }) => `${word}: ${access.outcomes.map(({ reason }) => reason).join(', or ')}`);
  const describe = (ranges: readonly AddressRange[]): NetworkChanges => ({
    ...countAddresses(ranges),
    networks: rangesToCidrs(ranges).map((cidr) => {
      const range = toRange(parseCidr(cidr) as Cidr);
      const causes = [
        ...(was ? reasons(before, 'before')(range) : ['the endpoint is created']),
        ...(is ? reasons(after, 'after')(range) : ['the endpoint is destroyed']),
      ];
      return { cidr, addresses: String(range.last - range.first + 1n), causes: [...new Set(causes)] };
    }),
  });
  const [from, to] = isUnknown ? [[], []] : [before.mayAdmit, after.mayAdmit];
  return {
    id: (is ?? was)?.id ?? '',
    url: (is ?? was)?.url ?? '',
    before: was ? 'online' : 'absent',
    after: is ? 'online' : 'absent',
    newlyAdmitted: describe(subtractRanges(to, from)),
    newlyShutOut: describe(subtractRanges(from, to)),
    depends: listConditions(after.decided ?? []),
    isUnknown,
  };
}

function listConditions(decided: readonly DecidedAddresses[]): string[] {
  const outcomes = decided.flatMap(({ access }) => access.outcomes);
  return [...new Set(outcomes.flatMap(({ depends, passes }) => [...depends, ...passes]))].sort();
}
