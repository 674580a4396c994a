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

/** Whether the endpoint of a wildcard serves a host below it. `isNamed`: conditions name the host. */
export type ServesHost = (url: string, isNamed: boolean) => boolean;

/**
 * A request for which the diagram is true from every address of the case, whatever is not known; undefined if none was
 * found. A condition that reads the address beside the diagram, such as `conn.client_ip.matches('^10')`, is not known then.
 * `url` is that of the endpoint. The client makes choices such as a login as {@link listChoices} says.
 */
export function findRealizingRequest(
  space: Space,
  diagram: Diagram,
  url: string,
  servesHost: ServesHost = () => true,
): Realized | undefined {
  const possible = space.possible(diagram);
  if (possible === NEVER) return undefined;
  const keys = space.diagrams.variablesOf(diagram);
  const candidates = collectCandidates(space, keys);
  const choices = listChoices(space, keys, candidates);
  const choose = (start: Diagram): Diagram => canChoose(space, choices, start);
  for (const request of listRequests(candidates, listHosts(candidates, url, servesHost))) {
    const found = findAddress(space, possible, request, choose);
    const realized = found && realize(space, diagram, request, found, choices);
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
  choices: readonly Choice[],
): Realized | undefined {
  const { diagrams } = space;
  const { address: _, ...address } = toFirst(network);
  let at = diagrams.atNetwork(assignRequest(space, diagram, request), address);
  if (at === undefined || !isSure(space, choices, at)) return undefined;
  const variables = new Map<string, boolean>();
  for (const [index, choice] of choices.entries()) {
    const rest = choices.slice(index + 1);
    const chosen = tryOptions(space, choice, at);
    // If what is not known decides which choice is right, the choice of one of its cases is shown.
    const best =
      chosen.find(({ result }) => isSure(space, rest, result)) ??
      chosen.find(({ result }) => mayChoose(space, rest, result));
    if (!best) throw new Error('No choice of the client makes the difference true');
    at = best.result;
    for (const [key, value] of best.option) variables.set(key, value);
  }
  const others = diagrams.findCase(at)?.variables ?? [];
  return { request, found: { network: address, variables: new Map([...variables, ...others]) } };
}

/** Whether the client can make the diagram true, whatever is not known. */
function isSure(space: Space, choices: readonly Choice[], diagram: Diagram): boolean {
  return space.diagrams.surely(canChoose(space, choices, diagram)) === ALWAYS;
}

/** What a client shows in one place. Each option has values of some of the variables; the others are not known. */
interface Choice {
  readonly keys: readonly string[];
  readonly options: readonly ReadonlyMap<string, boolean>[];
}

/**
 * A client can show nothing, or what one action asks for. Whether that also suits another action that reads the same is
 * not known: two lists of credentials may have nothing in common, and two rate limits may count the same requests.
 */
function listChoices(space: Space, variables: readonly string[], candidates: Candidates): readonly Choice[] {
  const chosen = variables.filter((key) => ['choice', 'member'].includes(space.describe(key).kind));
  const shownAs = (key: string): string => space.describe(key).shown?.as ?? key;
  const isUsual = (key: string): boolean => space.describe(key).shown?.isUsual ?? false;
  return [...groupBy(chosen, shownAs).values()].map((keys) => {
    const nothing = new Map(keys.map((key) => [key, isUsual(key)]));
    const isGiven = keys.some((key) => isGivenIn(candidates, space.describe(key).shown?.headers ?? []));
    return { keys, options: [nothing, ...(isGiven ? [] : keys.map((key) => new Map([[key, !isUsual(key)]])))] };
  });
}

interface Chosen {
  readonly option: ReadonlyMap<string, boolean>;
  readonly result: Diagram;
}

function tryOptions({ diagrams }: Space, { options }: Choice, diagram: Diagram): Chosen[] {
  return options.map((option) => ({ option, result: diagrams.assign(diagram, (key) => option.get(key)) }));
}

/** Whether the diagram is true in some case, with some choice of the client: a place may have only one option. */
function mayChoose(space: Space, choices: readonly Choice[], start: Diagram): boolean {
  const results = (diagram: Diagram, choice: Choice) => tryOptions(space, choice, diagram).map(({ result }) => result);
  return choices.reduce((diagram, choice) => space.diagrams.any(results(diagram, choice)), start) !== NEVER;
}

/** The cases in which the client can make the diagram true, whatever the results are that its choice leaves open. */
function canChoose({ diagrams }: Space, choices: readonly Choice[], start: Diagram): Diagram {
  return choices.reduce(
    (diagram, { keys, options }) =>
      diagrams.any(
        options.map((option) =>
          diagrams.surely(
            diagrams.assign(diagram, (key) => option.get(key)),
            (key) => keys.includes(key),
          ),
        ),
      ),
    start,
  );
}

/** Whether conditions decide a part of the request in which something is shown. */
function isGivenIn({ headers, queries }: Candidates, shown: readonly string[] | 'anywhere'): boolean {
  return shown === 'anywhere' ? headers.size + queries.size > 0 : shown.some((name) => headers.has(name));
}

function* listRequests(candidates: Candidates, hosts: readonly string[]): Generator<ConcreteRequest> {
  const choices = new Map<string, Iterable<string | undefined>>([
    ...[...candidates.headers].map(([name, values]) => [`header ${name}`, values] as const),
    ['method', candidates.methods],
    ...[...candidates.queries].map(([name, values]) => [`query ${name}`, values] as const),
    ['path', candidates.paths],
    ['host', hosts],
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

/** A wildcard serves any host below it that has no endpoint of its own. */
function listHosts({ hosts }: Candidates, url: string, servesHost: ServesHost): readonly string[] {
  if (!url.includes('://*.')) return [url];
  const suffix = url.slice(url.indexOf('*') + 1);
  const scheme = url.slice(0, url.indexOf('*'));
  const others = ['other', 'another', 'one-more']
    .map((label) => `${label}${suffix}`)
    .filter((host) => !hosts.has(host))
    .map((host) => scheme + host);
  const named = [...hosts].filter((host) => host.endsWith(suffix)).map((host) => scheme + host);
  return [
    ...others.filter((other) => servesHost(other, false)).slice(0, 1),
    ...named.filter((host) => servesHost(host, true)),
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
