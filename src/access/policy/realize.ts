/** Requests that show a difference between two states of an endpoint, built from the literals of its conditions. */
import { groupBy } from '../../model/arrays';
import type { Words } from '../../values/words';
import type { Example } from '../compare';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { assignRequest, type ConcreteRequest, describeMeaning, type Space } from '../space';
import { type Candidates, collectCandidates } from './candidates';

/** Combinations that are tried. Chosen, to limit the time. */
const MAX_REQUESTS = 2000;

/** `isServedByWildcard` of endpoint.ts for one wildcard, in the states before and after the change. */
export type ServesHost = (url: string, isNamed: boolean) => boolean;

/**
 * A request for which the diagram is true, whatever is not known; else the first for which it may be true. A condition
 * that reads the address beside the diagram, such as `conn.client_ip.matches('^10')`, is not known. `url` is that of
 * the endpoint.
 */
export function findExample(space: Space, different: Diagram, url: string, serves: ServesHost): Example | undefined {
  const keys = space.diagrams.variablesOf(different);
  const candidates = collectCandidates(space, keys);
  const choices = listChoices(space, keys, candidates);
  const hosts = listHosts(candidates, url, serves);
  let possible: Example | undefined;
  for (const { request, variables } of listRequests(candidates, hosts, choices)) {
    const rest = space.diagrams.assign(assignRequest(space, different, request), (key) => variables.get(key));
    const proves = space.diagrams.surely(rest) === ALWAYS;
    if (!proves && (possible || space.possible(rest) === NEVER)) continue;
    const text = [describeRequest(request, url), describeChoices(space, variables)].filter(Boolean).join(', ');
    if (proves) return { request, variables, rest: ALWAYS, text };
    possible = { request, variables, rest, text };
  }
  return possible;
}

/** What a client shows in one place: values of some of the variables, of which the others are not known. */
type Choice = ReadonlyMap<string, boolean>;

/**
 * The choices for each place. A client can show nothing, or what one action asks for. Whether that also suits another
 * action that reads the same is not known: two lists of credentials may have nothing in common, and two rate limits may
 * count the same requests.
 */
function listChoices(
  space: Space,
  variables: readonly string[],
  candidates: Candidates,
): readonly (readonly Choice[])[] {
  const chosen = variables.filter((key) => space.getVariable(key).kind === 'choice');
  const shownAs = (key: string): string => space.getVariable(key).shown?.as ?? key;
  const isUsual = (key: string): boolean => space.getVariable(key).shown?.isUsual ?? false;
  return [...groupBy(chosen, shownAs).values()].map((keys) => {
    const free = keys.filter((key) => !isGivenIn(candidates, space.getVariable(key).shown?.headers ?? []));
    return [new Map(keys.map((key) => [key, isUsual(key)])), ...free.map((key) => new Map([[key, !isUsual(key)]]))];
  });
}

function isGivenIn(candidates: Candidates, shown: readonly string[] | 'anywhere'): boolean {
  if (shown !== 'anywhere') return shown.some((name) => candidates.has(`header ${name}`));
  return [...candidates.keys()].some((part) => /^(?:header|query) /.test(part));
}

/** `hosts`: URLs without path, which stand in place of the bare names of `candidates`. */
function* listRequests(candidates: Candidates, hosts: readonly string[], choices: readonly (readonly Choice[])[]) {
  const parts = new Map<string, Iterable<string | undefined>>([...candidates, ['host', hosts]]);
  const shown = choices.map((options, index) => [String(index), options] as const);
  let count = 0;
  for (const chosen of combine<string | undefined>([...parts].reverse())) {
    const texts = Object.entries(chosen).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
    const { host = '', path = '', method = '' } = Object.fromEntries(texts);
    const named = (start: string): [string, string][] =>
      texts.flatMap(([name, text]) => (name.startsWith(start) ? [[name.slice(start.length), text]] : []));
    const query = new URLSearchParams(named('query ')).toString();
    const url = `${host}${path}${query === '' ? '' : `?${query}`}`;
    const request: ConcreteRequest = { method, headers: Object.fromEntries(named('header ')), url };
    for (const options of combine(shown)) {
      if (count++ >= MAX_REQUESTS) return;
      yield { request, variables: new Map(Object.values(options).flatMap((option) => [...option])) };
    }
  }
}

/** URLs without path: the URL itself, or of a wildcard those of hosts below it that have no endpoint of their own. */
function listHosts(candidates: Candidates, url: string, servesHost: ServesHost): readonly string[] {
  if (!url.includes('://*.')) return [url];
  const [scheme = '', suffix = ''] = url.split('*');
  const named = [...(candidates.get('host') ?? [])].flatMap((host) => (host?.endsWith(suffix) ? scheme + host : []));
  const others = ['other', 'another', 'one-more'].map((label) => `${scheme}${label}${suffix}`);
  const other = others.find((host) => !named.includes(host) && servesHost(host, false));
  return [...(other ? [other] : []), ...named.filter((host) => servesHost(host, true))];
}

/** All combinations of one value of each name; the first name varies fastest. */
function* combine<Value>(choices: readonly (readonly [string, Iterable<Value>])[]): Generator<Record<string, Value>> {
  const last = choices.at(-1);
  if (!last) {
    yield {};
    return;
  }
  const [name, values] = last;
  for (const value of values) for (const others of combine(choices.slice(0, -1))) yield { ...others, [name]: value };
}

/** `if oauth lets the request pass`, `if not: rate-limit lets ...`; empty for a client that shows nothing. */
function describeChoices(space: Space, variables: ReadonlyMap<string, boolean>): Words {
  const unusual = [...variables].flatMap(([key, value]) => {
    const { means, shown } = space.getVariable(key);
    return value === (shown?.isUsual ?? false) ? [] : [`${value ? '' : 'not: '}${describeMeaning(means)}`];
  });
  return unusual.length === 0 ? '' : `if ${unusual.join(' and ')}`;
}

/** `with POST /admin and the header x-team: a`; empty if the request has nothing special. */
function describeRequest({ method, url = '', headers = {} }: ConcreteRequest, endpoint: string): Words {
  const path = url.startsWith(endpoint) ? url.slice(endpoint.length) : url;
  const line = [method === 'GET' ? '' : method, path === '/' ? '' : path].filter(Boolean).join(' ');
  const parts = [
    line,
    ...Object.entries(headers).map(([name, value]) => `the header ${name}: ${[value].flat().join(', ')}`),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `with ${parts.join(' and ')}`;
}
