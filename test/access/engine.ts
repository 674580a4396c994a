/** The access engine as the comparison with the reference calls it. */

import type { Difference } from '../../src/access/compare';
import { reviewAccess } from '../../src/access/compare-accounts';
import { type Diagram, NEVER } from '../../src/access/diagram';
import { type AccessFacts, createFacts } from '../../src/access/facts';
import { buildEndpoint } from '../../src/access/policy/endpoint';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { assignRequest, atAddress, type ConcreteRequest, createSpace, type Space } from '../../src/access/space';
import type { ObjectList } from '../../src/objects/objects';
import type { KnownJson } from '../../src/values/known';
import { IDENTITIES, later, unread } from '../support/unknown';
import { type Account, type Endpoint, HOLE_START, type Json, wholeHole } from './reference/account';
import type { EndpointTruth, GivenRequest, Truth } from './reference/truth';

/**
 * The account as the engine reads it: a text with a hole is unknown. The policy of a cloud endpoint without holes is its JSON;
 * that of an agent's endpoint, and one with holes, is an object.
 */
function toFacts({ rules, restrictions, endpoints, unread: isUnread }: Account): AccessFacts {
  const list = (
    kind: string,
    objects: readonly Readonly<Record<string, Json | undefined>>[],
    isIncomplete: boolean,
  ): ObjectList => ({
    kind,
    objects: objects.map((values, index) => ({
      kind,
      id: `${kind}_${index}`,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, toKnown(value)]])),
      ),
    })),
    ...(isIncomplete && { incomplete: unread(kind) }),
  });
  const owned = (owner: Endpoint['owner']) =>
    endpoints
      .filter((endpoint) => endpoint.owner === owner)
      .map(({ url, binding, pooled, policy }) => ({
        ...{ url, bindings: [binding], pooling_enabled: pooled },
        traffic_policy:
          owner === 'agent' || JSON.stringify(policy).includes(HOLE_START) ? policy : JSON.stringify(policy),
      }));
  return createFacts(
    [
      list('ip_policy', [], isUnread.rules !== undefined),
      list(
        'ip_policy_rule',
        rules.map(({ policyId, cidr, action }) => ({ ip_policy_id: policyId, cidr, action })),
        isUnread.rules !== undefined,
      ),
      list(
        'ip_restriction',
        restrictions.map(({ type, enforced, policyIds }) => ({ type, enforced, ip_policy_ids: policyIds })),
        isUnread.restrictions !== undefined,
      ),
      list('cloud_endpoint', owned('cloud'), isUnread.endpoints !== undefined),
      list('endpoint', owned('agent'), isUnread.endpoints !== undefined),
      list('secret', [], false),
      list('vault', [], false),
    ],
    IDENTITIES,
  );
}

function toKnown(value: Json): KnownJson {
  if (Array.isArray(value)) return (value as readonly Json[]).map(toKnown);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toKnown(member as Json)]));
  if (typeof value !== 'string' || !value.includes(HOLE_START)) return value as KnownJson;
  const expression = wholeHole(value);
  return later(expression ?? `'${value}'`);
}

/** The engine's decision for one address, and one request if it is given. */
export function decideEndpoint(
  account: Account,
  url: string,
): (address: string, given?: GivenRequest) => EndpointTruth {
  const space = createSpace();
  const built = buildEndpoint(space, toFacts(account), url, 'public');
  const decide = (diagram: Diagram, address: string, given: GivenRequest | undefined): Truth =>
    decideAt(space, assignRequest(space, diagram, toRequest(url, address, given)), address);
  return (address, given) => ({
    reaches: decide(space.diagrams.or(built.reaches, built.sends), address, given),
    gets: decide(built.gets, address, given),
  });
}

function toRequest(url: string, address: string, given: GivenRequest | undefined) {
  if (!given) return { clientIp: address };
  const { method, path, query, headers } = given;
  return { clientIp: address, url: `${url}${path}${query === '' ? '' : `?${query}`}`, method, headers };
}

/** What the diagram decides for an address, which it must decide alone. */
export function decideAt(space: Space, diagram: Diagram, address: string): Truth {
  const at = atAddress(space, diagram, address);
  if (at === undefined) throw new Error(`The engine does not decide ${address}`);
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

/** What the change newly admits to a URL; undefined if no state has a public endpoint with exactly this URL. */
export function compareByEngine(before: Account, after: Account, url: string): ComparedByEngine | undefined {
  const { endpoints } = reviewAccess(toFacts(before), toFacts(after));
  const found = endpoints.find((endpoint) => endpoint.url === url && endpoint.binding === 'public');
  return found && toCompared(found.newlyAdmitted);
}

/** The same for a type of restrictions; undefined if no state has one. */
export function compareRestrictionByEngine(
  before: Account,
  after: Account,
  type: string,
): ComparedByEngine | undefined {
  const { restrictions } = reviewAccess(toFacts(before), toFacts(after));
  const found = restrictions.find((restriction) => restriction.type === type);
  return found && toCompared(found.newlyAdmitted);
}

function toCompared({ sure, possible, witness }: Difference): ComparedByEngine {
  return {
    sure: sure.networks,
    possible: possible.networks,
    witness: witness && {
      address: witness.address,
      request: witness.request?.url ? toGiven(witness.request) : undefined,
    },
  };
}

function toGiven({ url, method = 'GET', headers = {} }: ConcreteRequest): GivenRequest {
  const { pathname, search } = new URL(url ?? '');
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join()] as const);
  return { method, path: pathname, query: search.slice(1), headers: Object.fromEntries(names) };
}
