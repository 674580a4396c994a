/**
 * Requests that prove a difference between two states of an endpoint: built from the literals that conditions compare
 * with, and one other value of each. A request proves it if the difference is true for it.
 */
import { groupBy } from '../../model/arrays';
import type { Words } from '../../values/words';
import type { Proof } from '../compare';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { assignRequest, type ConcreteRequest, describeMeaning, type Space } from '../space';
import { type Candidates, collectCandidates } from './candidates';

/** Combinations that are tried. */
const MAX_REQUESTS = 2000;

/**
 * Whether the endpoint of a wildcard certainly serves the URL of a host below it, see `isServedByWildcard`.
 */
export type ServesHost = (url: string, isNamed: boolean) => boolean;

/**
 * A request for which the diagram is true, whatever is not known; undefined if none was found. The diagram depends on
 * variables of the space, not on the address: a condition that reads the address beside the diagram, such as
 * `conn.client_ip.matches('^10')`, is not known. `url` is that of the endpoint. The client makes choices such as a
 * login as {@link listChoices} says.
 */
export function findProof(space: Space, conditions: Diagram, url: string, servesHost: ServesHost): Proof | undefined {
  const keys = space.diagrams.variablesOf(conditions);
  const candidates = collectCandidates(space, keys);
  const choices = listChoices(space, keys, candidates);
  for (const request of listRequests(candidates, listHosts(candidates, url, servesHost))) {
    const assigned = assignRequest(space, conditions, request);
    if (space.diagrams.surely(canChoose(space, choices, assigned)) !== ALWAYS) continue;
    const variables = chooseOptions(space, choices, assigned);
    const text = [describeRequest(request, url), describeChoices(space, variables)].filter(Boolean).join(', ');
    return { request, variables, text };
  }
  return undefined;
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
  const chosen = variables.filter((key) => ['choice', 'member'].includes(space.getVariable(key).kind));
  const shownAs = (key: string): string => space.getVariable(key).shown?.as ?? key;
  const isUsual = (key: string): boolean => space.getVariable(key).shown?.isUsual ?? false;
  return [...groupBy(chosen, shownAs).values()].map((keys) => {
    const nothing = new Map(keys.map((key) => [key, isUsual(key)]));
    const free = keys.filter((key) => !isGivenIn(candidates, space.getVariable(key).shown?.headers ?? []));
    return { keys, options: [nothing, ...free.map((key) => new Map([[key, !isUsual(key)]]))] };
  });
}

/** Whether conditions decide a part of the request in which something is shown. */
function isGivenIn(candidates: Candidates, shown: readonly string[] | 'anywhere'): boolean {
  if (shown !== 'anywhere') return shown.some((name) => candidates.has(`header ${name}`));
  return [...candidates.keys()].some((part) => /^(?:header|query) /.test(part));
}

/** The cases in which an option makes the diagram true, whatever the results are that it leaves open. */
function applyOption(
  { diagrams }: Space,
  { keys }: Choice,
  option: ReadonlyMap<string, boolean>,
  diagram: Diagram,
): Diagram {
  const assigned = diagrams.assign(diagram, (key) => option.get(key));
  return diagrams.surely(assigned, (key) => keys.includes(key));
}

/** The cases in which the client can make the diagram true. */
function canChoose(space: Space, choices: readonly Choice[], start: Diagram): Diagram {
  return choices.reduce(
    (diagram, choice) =>
      space.diagrams.any(choice.options.map((option) => applyOption(space, choice, option, diagram))),
    start,
  );
}

/**
 * Chooses an option for each variable of the client, so that the difference is true. If what is not known decides which
 * option is right, it chooses the one of a possible case.
 */
function chooseOptions(space: Space, choices: readonly Choice[], start: Diagram): ReadonlyMap<string, boolean> {
  let left = start;
  const variables = choices.flatMap((choice, index) => {
    const rest = (option: ReadonlyMap<string, boolean>): Diagram =>
      canChoose(space, choices.slice(index + 1), applyOption(space, choice, option, left));
    const { options } = choice;
    const best =
      options.find((option) => space.diagrams.surely(rest(option)) === ALWAYS) ??
      options.find((option) => rest(option) !== NEVER);
    if (!best) throw new Error('No choice of the client makes the difference true');
    left = applyOption(space, choice, best, left);
    return [...best];
  });
  return new Map([...variables, ...(space.diagrams.findCase(left)?.variables ?? [])]);
}

/** `hosts`: URLs without path, which stand in place of the bare names of `candidates`. */
function* listRequests(candidates: Candidates, hosts: readonly string[]): Generator<ConcreteRequest> {
  const parts = new Map<string, Iterable<string | undefined>>([...candidates, ['host', hosts]]);
  let count = 0;
  for (const chosen of combine([...parts].reverse())) {
    if (count++ >= MAX_REQUESTS) return;
    const named = (start: string): [string, string][] =>
      Object.entries(chosen).flatMap(([key, text]) => (key.startsWith(start) ? [[key.slice(start.length), text]] : []));
    const query = new URLSearchParams(named('query ')).toString();
    const { host = '', path = '', method = '' } = chosen;
    const headers = Object.fromEntries(named('header '));
    yield { method, headers, url: `${host}${path}${query === '' ? '' : `?${query}`}` };
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

/** `if oauth lets the request pass`, `if not: rate-limit lets ...`; empty for a client that shows nothing. */
function describeChoices(space: Space, variables: ReadonlyMap<string, boolean>): Words {
  const unusual = [...variables].flatMap(([key, value]) => {
    const { kind, means, shown } = space.getVariable(key);
    const isUsual = kind !== 'choice' || value === (shown?.isUsual ?? false);
    return isUsual ? [] : [`${value ? '' : 'not: '}${describeMeaning(means)}`];
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
