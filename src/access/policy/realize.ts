/**
 * Requests that may realize a case: built from the literals that conditions compare with, and one other value of each. A
 * request proves a difference between two states if the difference is true for it.
 */
import { toFirst } from '../decide';
import { ALWAYS, type Case, type Diagram, NEVER } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import { type Candidates, collectCandidates } from './candidates';
import { assignRequest } from './conditions/symbols';

export interface Realized {
  readonly request: ConcreteRequest;
  /** The address, and the choices of the client: `oauth` lets the request pass. */
  readonly found: Case;
}

/** Combinations that are tried. */
const MAX_REQUESTS = 2000;

/**
 * A request for which the diagram is true, whatever is not known; undefined if none was found. `url` is that of the
 * endpoint. Actions such as `oauth` may let the request pass or not: a client can do both.
 */
export function findRealizingRequest(space: Space, diagram: Diagram, url: string): Realized | undefined {
  const possible = space.possible(diagram);
  if (possible === NEVER) return undefined;
  for (const request of listRequests(collectCandidates(space, diagram), url)) {
    const found = findAddress(space, possible, request);
    const complete = found && { ...request, clientIp: toFirst(found.network).address };
    const realized = complete && realize(space, diagram, complete, found);
    if (realized) return realized;
  }
  return undefined;
}

/** An address for which the request surely realizes the case; otherwise one for which it may. */
function findAddress(space: Space, diagram: Diagram, request: ConcreteRequest): Case | undefined {
  const { diagrams } = space;
  const chosen = choose(space, assignRequest(space, diagram, request));
  return diagrams.findCase(diagrams.surely(chosen)) ?? diagrams.findCase(diagrams.possibly(chosen));
}

/** Whether the diagram is true for the request, with some choice of the client and whatever is not known. */
function realize(space: Space, diagram: Diagram, request: ConcreteRequest, { network }: Case): Realized | undefined {
  const { diagrams } = space;
  const { address: _, ...address } = toFirst(network);
  const at = diagrams.atNetwork(assignRequest(space, diagram, request), address);
  if (at === undefined || diagrams.surely(choose(space, at)) !== ALWAYS) return undefined;
  return { request, found: { network: address, variables: diagrams.findCase(at)?.variables ?? new Map() } };
}

/** The cases in which the choices of the client can make the diagram true. */
function choose(space: Space, diagram: Diagram): Diagram {
  return space.diagrams.possibly(diagram, (key) => space.describe(key).kind === 'choice');
}

function* listRequests(candidates: Candidates, url: string): Generator<ConcreteRequest> {
  const choices = new Map<string, Iterable<string | undefined>>([
    ...[...candidates.headers].map(([name, values]) => [`header ${name}`, values] as const),
    ['method', candidates.methods],
    ...[...candidates.queries].map(([name, values]) => [`query ${name}`, values] as const),
    ['path', candidates.paths],
    ['host', listHosts(candidates, url)],
  ]);
  let count = 0;
  for (const chosen of combine([...choices])) {
    if (count++ >= MAX_REQUESTS) return;
    const named = (start: string): [string, string][] =>
      Object.entries(chosen).flatMap(([key, text]) => (key.startsWith(start) ? [[key.slice(start.length), text]] : []));
    const query = new URLSearchParams(named('query ')).toString();
    const { host = '', path = '', method = '' } = chosen;
    const headers = Object.fromEntries(named('header '));
    yield { method, headers, url: `${host}${path}${query === '' ? '' : `?${query}`}` };
  }
}

/** A wildcard serves any host below it. */
function listHosts({ hosts }: Candidates, url: string): readonly string[] {
  if (!url.includes('://*.')) return [url];
  const suffix = url.slice(url.indexOf('*') + 1);
  const scheme = url.slice(0, url.indexOf('*'));
  return [
    `${scheme}other${suffix}`,
    ...[...hosts].filter((host) => host.endsWith(suffix)).map((host) => scheme + host),
  ];
}

/** All combinations of one value of each name. */
function* combine(
  choices: readonly (readonly [string, Iterable<string | undefined>])[],
): Generator<Record<string, string>> {
  const last = choices.at(-1);
  if (!last) {
    yield {};
    return;
  }
  const [name, values] = last;
  for (const choice of values)
    for (const others of combine(choices.slice(0, -1)))
      yield choice === undefined ? others : { ...others, [name]: choice };
}
