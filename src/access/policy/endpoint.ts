/** Finds the endpoint that serves a URL, and what its policy does: the entry of this folder. */
import { canonicalEndpointUrl, isServedBy, parseEndpointUrl } from '../../model/formats/endpoint-url';
import { memoizeObject } from '../../model/memoize';
import { isUnknown, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, DiagramTooLarge, NEVER, unlessTooLarge } from '../diagram';
import type { AccessFacts, Endpoint } from '../facts';
import { buildPresence, type Space } from '../space';
import { symbolsOf } from './conditions/symbols';
import { identifier, type Tree, value } from './conditions/tree';
import { readDocument } from './document';
import { runPolicy } from './policy';
import { type Changes, type EndpointEvaluation, keyOfChanges, type PolicyScope } from './scope';
import { type Built, buildOpaque, type Serve, type Served } from './walk';

export type EndpointDiagrams = Pick<Built, 'reaches' | 'sends' | 'gets' | 'decisions'>;

const NOTHING: Built = { reaches: NEVER, sends: NEVER, gets: NEVER, failed: NEVER, responses: '', decisions: [] };

/** `url` has no path: `scheme://host[:port]`. If the diagrams get too large, nothing is known of it. */
export function buildEndpoint(space: Space, facts: AccessFacts, url: string, binding: string): EndpointDiagrams {
  const evaluation: EndpointEvaluation = { space, facts, evaluations: new Map() };
  const serve = createServe((...target) => findServed(evaluation, serve, ...target));
  return unlessTooLarge(
    () => serve(canonicalEndpointUrl(url), binding, [], []).built,
    // Two evaluations that failed are never equal.
    () => buildOpaque(space, new Unknown({ kind: 'too_large', url }), ''),
  );
}

/** Endpoints of unknown URLs may forward to each other in any order, so a request may have too many ways to follow. */
function createServe(compute: Serve): Serve {
  const served = new Map<string, Served>();
  return (url, binding, forwards, changes) => {
    // The phase of the response reads most, so its key tells apart all that any phase does.
    const key = JSON.stringify([url, binding, forwards, keyOfChanges(changes, 'on_http_response')]);
    const known = served.get(key);
    if (known) return known;
    if (served.size > MAX_SERVED) throw new DiagramTooLarge('The access depends on too many forwards');
    const computed = compute(url, binding, forwards, changes);
    served.set(key, computed);
    return computed;
  };
}

/** Results for one endpoint that is asked: one for each URL, way there and change of the request. Chosen. */
const MAX_SERVED = 1000;

/**
 * What serves a URL: the endpoints of {@link findMembers}, of which a client may choose one. Before them, each in some
 * cases of facts: an endpoint whose URL, binding or existence is not known, one that was not read, and, if nothing
 * else serves the target of a forward, an agent that comes online (`agentsMayComeOnline`). `forwards`: the URLs that
 * the request has passed.
 */
function findServed(
  evaluation: EndpointEvaluation,
  serve: Serve,
  url: string,
  binding: string,
  forwards: readonly string[],
  changes: Changes,
): Served {
  const { space, facts } = evaluation;
  const { diagrams } = space;
  const run = (endpoint: Endpoint): Built => runEndpoint(evaluation, serve, endpoint, url, [...forwards, url], changes);
  const members = findMembers(facts, url, binding);
  const ids = members.map(({ id }) => id);
  let served: Served =
    members.length === 0
      ? { built: NOTHING, missing: ALWAYS }
      : { built: joinPool(space, url, binding, ids, members.map(run)), missing: NEVER };
  // The service refuses a second endpoint with the URL and binding of one without pooling.
  const isSole = members.some((member) => member.url === url && member.poolingEnabled === false);
  if (isSole) return served;
  /** In the cases of `serves` the endpoint is asked instead of all that were added before it. */
  const add = (serves: Diagram, built: Built): void => {
    served = {
      built: joinByCondition(space, serves, built, served.built),
      missing: diagrams.without(served.missing, serves),
    };
  };
  // The most specific one serves the request, so it is added last.
  const order = listServingUrls(url);
  // An endpoint whose URL is not known may have exactly this URL, so it comes before all, in the cases where it does.
  const rankOf = ({ url: own }: Endpoint): number => (isUnknown(own) ? -1 : order.indexOf(own));
  const rankOfMembers = members[0] ? rankOf(members[0]) : order.length;
  for (const endpoint of [...indexEndpoints(facts).uncertain].sort((a, b) => rankOf(b) - rankOf(a))) {
    const serves = rankOf(endpoint) > rankOfMembers ? NEVER : mayServe(space, endpoint, url, binding);
    if (serves !== NEVER) add(serves, run(endpoint));
  }
  const { incomplete, incompleteCloud } = facts.endpoints;
  if (incomplete) {
    const other = new Unknown(
      { kind: 'other_endpoint', url, from: incomplete.cause },
      space.identities.of('other endpoint', url, incomplete),
    );
    // An endpoint in the cloud that was not read may use any object. So may one of an agent, but that is not judged: no
    // account has its policy, so any change of a rule would leave undecided what each agent admits.
    const used = incompleteCloud ? facts.surroundings() : '';
    add(space.fact(other, `is online ${binding}`), buildOpaque(space, other, `${used} ${keyOfChanges(changes)}`));
  }
  if (facts.agentsMayComeOnline && forwards.length > 0 && served.missing !== NEVER) {
    const agent = new Unknown({ kind: 'agent_online', url }, space.identities.of('agent', url));
    add(diagrams.and(served.missing, space.fact(agent)), buildOpaque(space, agent, keyOfChanges(changes)));
  }
  return served;
}

/** `uncertain`: endpoints whose URL, binding or existence is not known. */
const indexEndpoints = memoizeObject(({ endpoints }: AccessFacts) => {
  const byUrl = new Map<string, Endpoint[]>();
  const uncertain: Endpoint[] = [];
  for (const endpoint of endpoints.objects) {
    if (isUnknown(endpoint.url) || isUnknown(endpoint.bindings) || endpoint.presence) uncertain.push(endpoint);
    else byUrl.set(endpoint.url, [...(byUrl.get(endpoint.url) ?? []), endpoint]);
  }
  return { byUrl, uncertain };
});

/** The URL, then the wildcards over it: `https://a.b.test` -> itself, `https://*.b.test`, `https://*.test`. */
function listServingUrls(url: string): readonly string[] {
  const parsed = parseEndpointUrl(url);
  if ('problem' in parsed) return [url];
  const labels = parsed.host.split('.').slice(parsed.host.startsWith('*.') ? 1 : 0);
  const end = /:\d+$/.exec(url)?.[0] ?? '';
  return [url, ...labels.slice(1).map((_, index) => `${parsed.scheme}://*.${labels.slice(index + 1).join('.')}${end}`)];
}

/** Those with the first of {@link listServingUrls} that a certain endpoint has: one, or the members of a pool. */
function findMembers(facts: AccessFacts, url: string, binding: string): readonly Endpoint[] {
  const { byUrl } = indexEndpoints(facts);
  for (const candidate of listServingUrls(url)) {
    const members = (byUrl.get(candidate) ?? []).filter(
      ({ bindings }) => !isUnknown(bindings) && bindings.includes(binding),
    );
    if (members.length > 0) return members.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return [];
}

/**
 * Whether the URL certainly has the same endpoints as the wildcard. True also if neither has one, as in the state
 * without the endpoint: the host is then not served, like the wildcard. `isNamed`: a condition names the host, so an
 * endpoint that was not read may be at it. Another host is invented (`other.example.com`), and stands for any without
 * an endpoint.
 */
export function isServedByWildcard(
  space: Space,
  facts: AccessFacts,
  { wildcard, binding }: { readonly wildcard: string; readonly binding: string },
  url: string,
  isNamed: boolean,
): boolean {
  const list = (of: string): string => JSON.stringify(findMembers(facts, of, binding).map(({ id }) => id));
  const isCertain = indexEndpoints(facts).uncertain.every(
    (endpoint) => mayServe(space, endpoint, url, binding) === NEVER,
  );
  return list(canonicalEndpointUrl(url)) === list(wildcard) && isCertain && !(isNamed && facts.endpoints.incomplete);
}

/** Of the first binding that has one. An uncertain endpoint, or one that was not read, may serve the URL instead. */
export function findServingUrl(
  facts: AccessFacts,
  url: string,
): { readonly endpoint: string; readonly binding: string } | undefined {
  const canonical = canonicalEndpointUrl(url);
  for (const binding of ['public', 'internal', 'kubernetes']) {
    const [member] = findMembers(facts, canonical, binding);
    if (member && !isUnknown(member.url)) return { endpoint: member.url, binding };
  }
  return undefined;
}

/** Each of URL, binding and existence that is not known is a fact. */
function mayServe(space: Space, endpoint: Endpoint, url: string, binding: string): Diagram {
  const { id, url: own, bindings } = endpoint;
  if (!isUnknown(own) && !isServedBy(url, own)) return NEVER;
  if (!isUnknown(bindings) && !bindings.includes(binding)) return NEVER;
  const parts = [own, bindings].flatMap((part) =>
    isUnknown(part) ? [space.fact(part, `serves ${url} ${binding} ${id}`)] : [],
  );
  // Another member of the pool may serve the request. Presence says only that the endpoint exists, so a choice is
  // added. A URL or bindings that are not known are facts that say that this endpoint serves, so they need none.
  const isPool = endpoint.presence && endpoint.poolingEnabled !== false;
  const isChosen = isPool ? [defineMember(space, url, binding, id)] : [];
  return space.diagrams.all([...parts, ...isChosen, buildPresence(space, endpoint)]);
}

function joinByCondition(space: Space, condition: Diagram, then: Built, otherwise: Built): Built {
  const { diagrams } = space;
  return {
    reaches: diagrams.ifThenElse(condition, then.reaches, otherwise.reaches),
    sends: diagrams.ifThenElse(condition, then.sends, otherwise.sends),
    gets: diagrams.ifThenElse(condition, then.gets, otherwise.gets),
    failed: diagrams.ifThenElse(condition, then.failed, otherwise.failed),
    decisions: [...then.decisions, ...otherwise.decisions],
    responses: String(symbolsOf(space).intern(`if ${condition} ${then.responses} else ${otherwise.responses}`)),
  };
}

/** The service chooses a member of a pool for each request; a client may try until it has the one that it wants. */
function joinPool(space: Space, url: string, binding: string, ids: readonly string[], built: readonly Built[]): Built {
  return built.reduceRight((others, member, index) => {
    return joinByCondition(space, defineMember(space, url, binding, String(ids[index])), member, others);
  });
}

function defineMember(space: Space, url: string, binding: string, id: string): Diagram {
  return space.define(`member of the pool ${url} ${binding} ${id}`, {
    kind: 'member',
    means: { of: 'member', id, url },
  });
}

/** `forwards` ends with `url`. */
function runEndpoint(
  evaluation: EndpointEvaluation,
  serve: Serve,
  endpoint: Endpoint,
  url: string,
  forwards: readonly string[],
  changes: Changes,
): Built {
  const { space, facts } = evaluation;
  const { trafficPolicy } = endpoint;
  if (isUnknown(trafficPolicy)) {
    // The policy of an agent may use the headers and the URL that other policies have written. What else it uses is not
    // judged, as in findServed.
    const used = endpoint.owner === 'agent' ? '' : facts.surroundings();
    return buildOpaque(space, trafficPolicy, `${used} ${keyOfChanges(changes)}`);
  }
  const document = readDocument(trafficPolicy);
  if (isUnknown(document)) {
    const unreadable = new Unknown(document.cause, space.identities.of('policy', trafficPolicy));
    return buildOpaque(space, unreadable, `${facts.surroundings()} ${keyOfChanges(changes)}`);
  }
  // The documents do not say whether a policy sees the results of actions before the forward. Variables of `set-vars`
  // end with their phase, and for the connection see CHANGED_BY_FORWARD.
  const forwarded = `forwarded ${forwards.join()}`;
  const scope: PolicyScope = {
    ...evaluation,
    phase: 'on_tcp_connect',
    replaced: createConstants(space, endpoint, url, forwards),
    changes:
      forwards.length > 1
        ? [...changes, { start: 'actions.', guard: ALWAYS, running: ALWAYS, identity: () => forwarded }]
        : [],
    values: new Map(),
  };
  return runPolicy(
    { serve, forwards, scope, running: ALWAYS, guard: ALWAYS, reaches: NEVER, sends: NEVER, endings: [] },
    document,
  );
}

/**
 * Paths that a forward may change: `req.host`, `req.url.scheme`, `conn.tls.version`, not `req.url.path`. Each is one
 * unknown value for a chain of forwards. The list is our reading, because the documents have none: what describes the
 * called URL, the protocol, or the connection to the endpoint, except the address of the client.
 */
const CHANGED_BY_FORWARD =
  /^(?:req\.host$|req\.url$|req\.url\.(?:raw|scheme|authority|host|port)$|conn\.(?:tls|server_|k8s|ts)|req\.version)/;

/** `req.url.scheme` -> `'https'`. Undefined for what the client sent. */
function createConstants(
  space: Space,
  endpoint: Endpoint,
  url: string,
  forwards: readonly string[],
): (path: string) => Tree | undefined {
  const symbols = symbolsOf(space);
  const constants = new Map<string, Tree>(readEndpoint(endpoint));
  const [first = url] = forwards;
  if (forwards.length === 1) for (const [path, found] of readUrl(first)) constants.set(path, found);
  return (path) => {
    const constant = constants.get(path);
    if (constant) return constant;
    // Also those of a wildcard, although they may differ from request to request.
    if (path.startsWith('endpoint.'))
      return identifier(symbols.mark(path, `endpoint ${endpoint.id}`, { isFact: true }));
    if (forwards.length > 1 && CHANGED_BY_FORWARD.test(path))
      return identifier(symbols.mark(path, `forwarded ${forwards.join()}`, { note: { isOf: 'forwarded' } }));
    return undefined;
  };
}

/** Of a wildcard only the scheme is known. */
function readUrl(url: string): readonly (readonly [string, Tree])[] {
  const parsed = parseEndpointUrl(url);
  if ('problem' in parsed || !parsed.scheme.startsWith('http')) return [];
  const scheme = ['req.url.scheme', value(parsed.scheme)] as const;
  if (parsed.host.startsWith('*.')) return [scheme];
  const { host, port } = parsed;
  const authority = new URL(`${parsed.scheme}://${host}:${port}`).host;
  return [
    scheme,
    ['req.host', value(authority)],
    ['req.url.host', value(host)],
    ['req.url.authority', value(authority)],
    ['req.url.port', value(BigInt(port))],
  ];
}

function readEndpoint({ url }: Endpoint): readonly (readonly [string, Tree])[] {
  const parsed = isUnknown(url) ? undefined : parseEndpointUrl(url);
  if (isUnknown(url) || !parsed || 'problem' in parsed) return [];
  const { scheme, host, port } = parsed;
  // Whether an expression sees the wildcard or the host of the request is not documented.
  if (host.startsWith('*.')) return [];
  return [
    ['endpoint.url', value(url)],
    ['endpoint.host', value(host)],
    ['endpoint.protocol', value(scheme)],
    ['endpoint.port', value(BigInt(port))],
  ];
}
