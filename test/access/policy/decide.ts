import { type EndpointChange, reviewAccess } from '../../../src/access/compare-accounts';
import { type Diagram, NEVER } from '../../../src/access/diagram';
import { type AccessFacts, createFacts } from '../../../src/access/facts';
import { buildEndpoint } from '../../../src/access/policy/endpoint';
import { assignRequest, atAddress, type ConcreteRequest, createSpace, type Space } from '../../../src/access/space';
import type { ObjectList } from '../../../src/objects/objects';
import { isFullyKnown, type KnownJson, type KnownObject, type Unknown } from '../../../src/values/known';
import { IDENTITIES, later } from '../../support/unknown';

export const URL_A = 'https://a.example.com';

export type Answer = 'yes' | 'no' | 'unknown';

export interface Endpoint {
  readonly url: KnownJson;
  readonly policy: KnownJson;
  readonly pooling?: boolean;
  readonly bindings?: KnownJson;
}

/** A value of Terraform, and a text with one in it. */
export const LATER = later('var.later');
export const withLater = (text: string): Unknown => later(`'${text}'`);

/** An account with one endpoint, at {@link URL_A}. */
export const of = (policy: KnownJson, ...more: readonly ObjectList[]): AccessFacts =>
  account([{ url: URL_A, policy }], more);

/** An account whose lists are complete, unless further lists replace them. */
export function account(endpoints: readonly Endpoint[], more: readonly ObjectList[] = []): AccessFacts {
  const lists: ObjectList[] = [
    listOf(
      'cloud_endpoint',
      ...endpoints.map(({ url, policy, pooling = false, bindings }) => ({
        url,
        traffic_policy: isFullyKnown(policy) && typeof policy !== 'string' ? JSON.stringify(policy) : policy,
        pooling_enabled: pooling,
        bindings: bindings ?? [typeof url === 'string' && url.includes('.internal') ? 'internal' : 'public'],
      })),
    ),
    ...['endpoint', 'ip_policy', 'ip_policy_rule', 'ip_restriction', 'secret', 'vault'].map((kind) => listOf(kind)),
  ];
  return createFacts([...more, ...lists], IDENTITIES);
}

/** A complete list of objects with these values. Their ids are the kind with a number: `vault_0`. */
export function listOf(kind: string, ...objects: readonly KnownObject[]): ObjectList {
  return { kind, objects: objects.map((values, index) => ({ kind, id: `${kind}_${index}`, values })) };
}

function toAnswer(space: Space, diagram: Diagram): Answer {
  if (space.possible(space.diagrams.not(diagram)) === NEVER) return 'yes';
  return space.possible(diagram) === NEVER ? 'no' : 'unknown';
}

/**
 * Whether one request reaches or sends something, and whether the client gets an answer. By default a GET without
 * headers, any request if the URL has no path.
 */
export function ask(facts: AccessFacts, url: string, request: ConcreteRequest, binding = 'public'): [Answer, Answer] {
  const space = createSpace();
  const origin = /^[a-z]+:\/\/[^/]+/.exec(url)?.[0] ?? '';
  const built = buildEndpoint(space, facts, origin, binding);
  const complete = url === origin ? request : { method: 'GET', headers: {}, ...request, url };
  return [space.diagrams.or(built.reaches, built.sends), built.gets].map((diagram) => {
    const assigned = assignRequest(space, diagram, complete);
    if (request.clientIp === undefined) return toAnswer(space, assigned);
    const decided = atAddress(space, assigned, request.clientIp);
    if (decided === undefined) throw new Error(`'${request.clientIp}' is no IP address`);
    return toAnswer(space, decided);
  }) as [Answer, Answer];
}

/** Whether a client gets an answer to a request by one policy of {@link URL_A}; by default 203.0.113.7, to a GET. */
export function gets(policy: KnownJson, path = '/', request: ConcreteRequest = {}): Answer {
  return ask(of(policy), `${URL_A}${path}`, { clientIp: '203.0.113.7', ...request })[1];
}

/** What the review of a change says about one public URL. */
export function review(before: AccessFacts, after: AccessFacts, url = URL_A): EndpointChange {
  const change = reviewAccess(before, after).endpoints.find((each) => each.url === url && each.binding === 'public');
  if (!change) throw new Error(`The review has no public endpoint ${url}`);
  return change;
}

/** `new` if the change surely or possibly admits something new. */
export function compare(before: AccessFacts, after: AccessFacts): 'none' | 'new' {
  const { sure, possible } = review(before, after).newlyAdmitted;
  return sure.networks.length + possible.networks.length > 0 ? 'new' : 'none';
}
