/**
 * Requests that may realize a case: built from the literals that conditions compare with, and one other value of each. A
 * request proves a difference between two states if the difference is true for it.
 */
import { ADDRESS_BITS } from '../../model/ip/address-set';
import { formatAddress } from '../../model/ip/cidr';
import { ALWAYS, type Case, type Diagram, NEVER } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import { type Candidates, collectCandidates } from './candidates';

/** Combinations that are tried. */
const MAX_REQUESTS = 2000;

/**
 * A request for which the diagram is true, whatever is not known; undefined if none was found. `url` is that of the
 * endpoint. Actions such as `oauth` may let the request pass or not: a client can do both.
 */
export function findRealizingRequest(
  space: Space,
  diagram: Diagram,
  url: string,
): { readonly request: ConcreteRequest } | undefined {
  const possible = space.diagrams.and(diagram, space.possibleCases());
  const found = space.diagrams.findCase(possible);
  if (!found) return undefined;
  const clientIp = formatFirst(found);
  for (const request of listRequests(collectCandidates(space, diagram), url, clientIp))
    if (isRealized(space, diagram, request, found)) return { request };
  return undefined;
}

function formatFirst({ network: { family, first } }: Case): string {
  const length = ADDRESS_BITS[family] / 8;
  const bytes = Array.from({ length }, (_, index) => Number((first >> BigInt(8 * (length - index - 1))) & 0xffn));
  return formatAddress(bytes);
}

function isRealized(space: Space, diagram: Diagram, request: ConcreteRequest, { network }: Case): boolean {
  const { diagrams } = space;
  const assigned = diagrams.assign(diagram, (key) => space.describe(key).evaluate?.(request));
  const prefixLength = network.family === 'ipv4' ? 32 : 128;
  const at = diagrams.atNetwork(assigned, { ...network, prefixLength });
  if (at === undefined || at === NEVER) return false;
  if (at === ALWAYS) return true;
  // What the client cannot choose must not matter.
  const chosen = diagrams.possibly(at, (key) => isFree(space, key));
  return diagrams.surely(chosen) === ALWAYS;
}

/** Whether the client may have either value: the condition is no expression, and depends on nothing unknown. */
function isFree(space: Space, key: string): boolean {
  const { kind, evaluate } = space.describe(key);
  return kind === 'condition' && evaluate === undefined;
}

function* listRequests(candidates: Candidates, url: string, clientIp: string): Generator<ConcreteRequest> {
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
    yield { clientIp, method, headers, url: `${host}${path}${query === '' ? '' : `?${query}`}` };
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
