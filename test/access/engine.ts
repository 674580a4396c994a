import type { Difference } from '../../src/access/compare';
import { reviewAccess } from '../../src/access/compare-accounts';
import { type Diagram, NEVER } from '../../src/access/diagram';
import { type AccessFacts, createFacts } from '../../src/access/facts';
import { buildEndpoint } from '../../src/access/policy/endpoint';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { assignRequest, atAddress, type ConcreteRequest, createSpace, type Space } from '../../src/access/space';
import type { ObjectList } from '../../src/objects/objects';
import type { KnownJson, KnownObject } from '../../src/values/known';
import { IDENTITIES, later, unread } from '../support/unknown';
import { type Account, type Endpoint, HOLE_START, type Json, wholeHole } from './reference/account';
import type { EndpointTruth, GivenRequest, Truth } from './reference/truth';

/**
 * The account as the engine reads it: a text with a hole is unknown. The policy of a cloud endpoint without holes is
 * its JSON; that of an agent's endpoint, and one with holes, stays a value.
 */
function toFacts({ rules, restrictions, endpoints, unread: notRead }: Account): AccessFacts {
  const list = (kind: string, values: readonly object[], others?: unknown): ObjectList => ({
    kind,
    objects: values.map((each, index) => ({
      kind,
      id: `${kind}_${index}`,
      values: toKnown(each as Json) as KnownObject,
    })),
    ...(others !== undefined && { incomplete: unread(kind) }),
  });
  const isObject = ({ owner, policy }: Endpoint) => owner === 'agent' || JSON.stringify(policy).includes(HOLE_START);
  const owned = (owner: Endpoint['owner']) =>
    endpoints
      .filter((endpoint) => endpoint.owner === owner)
      .map((endpoint) => ({
        ...{ url: endpoint.url, bindings: [endpoint.binding], pooling_enabled: endpoint.pooled },
        traffic_policy: isObject(endpoint) ? endpoint.policy : JSON.stringify(endpoint.policy),
      }));
  const ofRules = rules.map(({ policyId, ...rule }) => ({ ...rule, ip_policy_id: policyId }));
  const ofRestrictions = restrictions.map(({ policyIds, ...more }) => ({ ...more, ip_policy_ids: policyIds }));
  return createFacts(
    [
      // A rule names its policy by id, so the engine needs no object for it. If rules were not read, this list is not
      // complete either: unread rules do not count for a policy that certainly does not exist.
      list('ip_policy', [], notRead.rules),
      list('ip_policy_rule', ofRules, notRead.rules),
      list('ip_restriction', ofRestrictions, notRead.restrictions),
      list('cloud_endpoint', owned('cloud'), notRead.endpoints),
      list('endpoint', owned('agent'), notRead.endpoints),
      // Not one secret or vault exists. Whether an authority exists is not known, since it has no list: no random
      // policy names one, and in floor.test.ts one of VALID_POLICIES does.
      ...['secret', 'vault'].map((kind) => list(kind, [])),
    ],
    IDENTITIES,
  );
}

function toKnown(value: Json): KnownJson {
  if (Array.isArray(value)) return (value as readonly Json[]).map(toKnown);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toKnown(member as Json)]));
  if (typeof value !== 'string' || !value.includes(HOLE_START)) return value as KnownJson;
  return later(wholeHole(value) ?? `'${value}'`);
}

/** The engine's decision for one address, and one request if it is given. */
export function decideEndpoint(account: Account, url: string) {
  const space = createSpace();
  const built = buildEndpoint(space, toFacts(account), url, 'public');
  const decide = (diagram: Diagram, address: string, given: GivenRequest | undefined): Truth =>
    decideAt(space, assignRequest(space, diagram, toRequest(url, address, given)), address);
  return (address: string, given?: GivenRequest): EndpointTruth => ({
    reaches: decide(space.diagrams.or(built.reaches, built.sends), address, given),
    gets: decide(built.gets, address, given),
  });
}

function toRequest(url: string, address: string, given: GivenRequest | undefined) {
  if (!given) return { clientIp: address };
  const { method, path, query, headers } = given;
  return { clientIp: address, url: `${url}${path}${query === '' ? '' : `?${query}`}`, method, headers };
}

/** Throws if the text is no address. */
export function decideAt(space: Space, diagram: Diagram, address: string): Truth {
  const at = atAddress(space, diagram, address);
  if (at === undefined) throw new Error(`'${address}' is no IP address`);
  if (space.possible(space.diagrams.not(at)) === NEVER) return 'always';
  return space.possible(at) === NEVER ? 'never' : 'depends';
}

/** The engine's decision for one type of restriction, by address. */
export function decideRestriction(account: Account, type: string): (address: string) => Truth {
  const space = createSpace();
  const { admits } = buildRestrictionAccess(space, toFacts(account), type);
  return (address) => decideAt(space, admits, address);
}

export interface ComparedByEngine {
  /** Networks that are newly admitted. */
  readonly sure: readonly string[];
  readonly possible: readonly string[];
  readonly witness: { readonly address: string; readonly request: GivenRequest | undefined } | undefined;
}

/** Undefined if no state has a public endpoint with this URL. */
export function compareByEngine(before: Account, after: Account, url: string): ComparedByEngine | undefined {
  const { endpoints } = reviewAccess(toFacts(before), toFacts(after));
  const found = endpoints.find((endpoint) => endpoint.url === url && endpoint.binding === 'public');
  return found && toCompared(found.newlyAdmitted);
}

/** Undefined if both states certainly have no restriction of the type: an unread list may have one. */
export function compareRestrictionByEngine(before: Account, after: Account, type: string) {
  const { restrictions } = reviewAccess(toFacts(before), toFacts(after));
  const found = restrictions.find((restriction) => restriction.type === type);
  return found && toCompared(found.newlyAdmitted);
}

function toCompared({ sure, possible, witness }: Difference): ComparedByEngine {
  const request = witness?.request && toGiven(witness.request);
  return {
    ...{ sure: sure.networks, possible: possible.networks },
    witness: witness && { address: witness.address, request },
  };
}

function toGiven({ url, method = 'GET', headers = {} }: ConcreteRequest): GivenRequest {
  const { pathname, search } = new URL(url ?? '');
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join()] as const);
  return { method, path: pathname, query: search.slice(1), headers: Object.fromEntries(names) };
}
