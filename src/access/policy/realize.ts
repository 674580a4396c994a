/**
 * Requests that may realize a case: built from the literals that conditions compare with, and one other value of each. A
 * request proves a difference between two states if the difference is true for it.
 */
import { groupBy } from '../../model/arrays';
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
 * endpoint. The client makes choices such as a login as {@link createChoose} says.
 */
export function findRealizingRequest(space: Space, diagram: Diagram, url: string): Realized | undefined {
  const possible = space.possible(diagram);
  if (possible === NEVER) return undefined;
  const keys = space.diagrams.variablesOf(diagram);
  const candidates = collectCandidates(space, keys);
  const choose = createChoose(space, keys, candidates);
  for (const request of listRequests(candidates, url)) {
    const found = findAddress(space, possible, request, choose);
    const complete = found && { ...request, clientIp: toFirst(found.network).address };
    const realized = complete && realize(space, diagram, complete, found, choose);
    if (realized) return realized;
  }
  return undefined;
}

/** The cases in which the choices of the client can make a diagram true. */
type Choose = (diagram: Diagram) => Diagram;

/** An address for which the request surely realizes the case; otherwise one for which it may. */
function findAddress(space: Space, diagram: Diagram, request: ConcreteRequest, choose: Choose): Case | undefined {
  const { diagrams } = space;
  const chosen = choose(assignRequest(space, diagram, request));
  return diagrams.findCase(diagrams.surely(chosen)) ?? diagrams.findCase(diagrams.possibly(chosen));
}

/** Whether the diagram is true for the request, with some choice of the client and whatever is not known. */
function realize(
  space: Space,
  diagram: Diagram,
  request: ConcreteRequest,
  { network }: Case,
  choose: Choose,
): Realized | undefined {
  const { diagrams } = space;
  const { address: _, ...address } = toFirst(network);
  const at = diagrams.atNetwork(assignRequest(space, diagram, request), address);
  if (at === undefined || diagrams.surely(choose(at)) !== ALWAYS) return undefined;
  return { request, found: { network: address, variables: diagrams.findCase(at)?.variables ?? new Map() } };
}

/**
 * A client can show nothing, or what one action asks for. Whether that also suits another action that reads the same is
 * not known: two lists of credentials may have nothing in common, and two rate limits may count the same requests.
 */
function createChoose(space: Space, variables: readonly string[], candidates: Candidates): Choose {
  const { diagrams } = space;
  const choices = variables.filter((key) => ['choice', 'member'].includes(space.describe(key).kind));
  const shownAs = (key: string): string => space.describe(key).shown?.as ?? key;
  const groups = [...groupBy(choices, shownAs)].map(([, keys]) => ({
    keys,
    isGiven: keys.some((key) => isGivenIn(candidates, space.describe(key).shown?.headers ?? [])),
  }));
  const free = new Set(groups.flatMap(({ keys, isGiven }) => (keys.length === 1 && !isGiven ? keys : [])));
  const isUsual = (key: string): boolean => space.describe(key).shown?.isUsual ?? false;
  const chooseOne = (chosen: Diagram, { keys, isGiven }: (typeof groups)[number]): Diagram => {
    const showing = (shown: string): Diagram =>
      diagrams.surely(
        diagrams.assign(chosen, (key) => (key === shown ? !isUsual(key) : undefined)),
        (key) => keys.includes(key),
      );
    const nothing = diagrams.assign(chosen, (key) => (keys.includes(key) ? isUsual(key) : undefined));
    return diagrams.any([nothing, ...(isGiven ? [] : keys.map(showing))]);
  };
  const bound = groups.filter(({ keys: [key = ''] }) => !free.has(key));
  return (start) =>
    bound.reduce(
      chooseOne,
      diagrams.possibly(start, (key) => free.has(key)),
    );
}

/** Whether conditions decide a part of the request in which something is shown. */
function isGivenIn({ headers, queries }: Candidates, shown: readonly string[] | 'anywhere'): boolean {
  return shown === 'anywhere' ? headers.size + queries.size > 0 : shown.some((name) => headers.has(name));
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
