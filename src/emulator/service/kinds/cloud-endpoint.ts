import { defaultPort, type EndpointUrl, parseEndpointUrl } from '../../../model/formats/endpoint-url';
import { isDedicatedAddress } from '../../../model/formats/points-of-presence';
import { getKind } from '../../../model/kinds';
import { findPolicyReferences } from '../../../model/traffic-policy/references';
import { type Json, type JsonObject, valueAt } from '../../../values/json';
import { formatPath } from '../../../values/path';
import { Refusal } from '../state/refusal';
import type { ReadContext, RequestContext } from '../state/request-context';
import { newestFirst, type StoredObject, tryFind } from '../state/store';
import type { KindHooks, PendingObject } from './kind-hooks';

const MAX_INTERNAL_LABELS = 5;

const KUBERNETES_SCHEMES: readonly string[] = ['http', 'tcp', 'tls'];

const OTHER_ENDPOINT = 'endpoint';

/** The checks are those of docs/internals/gaps.md section 8. */
export const cloudEndpoint: KindHooks = {
  sharesListWith: [OTHER_ENDPOINT],
  listSelectors: ['id', 'url'],
  fillDefaults(_context, values) {
    if (values['bindings'] !== undefined) return values;
    return { ...values, bindings: [isInternal(parseUrl(values)) ? 'internal' : 'public'] };
  },
  validate(context, values) {
    validateUrl(parseUrl(values), bindingOf(values));
    validateIpPolicies(context, String(values['traffic_policy']));
  },
  computeService(context, pending, before) {
    const url = parseUrl(pending.values);
    if (before && parseUrl(before.values).scheme !== url.scheme) {
      const message = `url cannot change its scheme from ${parseUrl(before.values).scheme} to ${url.scheme}; make a new endpoint.`;
      throw new Refusal(400, 18005, message);
    }
    const reservation = findReservation(context, url, bindingOf(pending.values));
    validatePooling(context, pending);
    const hostport = `${url.host}:${url.port}`;
    return { type: 'cloud', proto: url.scheme, hostport, public_url: String(pending.values['url']), ...reservation };
  },
  render({ origin }, { service }, { domain: _domain, tcp_addr: _address, ...body }) {
    return {
      ...body,
      public_url: service['public_url'] ?? null,
      ...renderReservation(origin, 'domain', 'domain', service),
      ...renderReservation(origin, 'tcp_addr', 'tcp_address', service),
    };
  },
};

function parseUrl(values: JsonObject): EndpointUrl {
  const url = parseEndpointUrl(String(values['url']));
  if ('problem' in url) throw new Refusal(400, url.errorCode, `url ${url.problem}; expected ${url.expected}.`);
  return url;
}

function bindingOf(values: JsonObject): string {
  const bindings = values['bindings'];
  return Array.isArray(bindings) ? String(bindings[0] ?? 'public') : 'public';
}

function isInternal({ host }: EndpointUrl): boolean {
  return host.endsWith('.internal');
}

function validateUrl(url: EndpointUrl, binding: string): void {
  const { scheme, host } = url;
  const reject = (code: number, problem: string): never => {
    throw new Refusal(400, code, `url ${problem}.`);
  };
  if (isInternal(url) !== (binding === 'internal')) {
    reject(9029, `has the host ${host}, and bindings is ${binding}; hosts of internal endpoints end in .internal`);
  }
  if (binding === 'internal') {
    if (host.split('.').length > MAX_INTERNAL_LABELS + 1) {
      reject(9031, `has more than ${MAX_INTERNAL_LABELS} parts before .internal`);
    }
    return;
  }
  if (binding === 'kubernetes') {
    if (!KUBERNETES_SCHEMES.includes(scheme)) reject(18018, `has the scheme ${scheme}; expected http, tcp or tls`);
    if (!/^[a-z0-9-]+\.[a-z0-9-]+$/.test(host)) reject(18001, `has the host ${host}; expected name.namespace`);
  }
}

function findReservation({ account }: RequestContext, url: EndpointUrl, binding: string): JsonObject {
  if (binding !== 'public') return {};
  const { scheme, host, port } = url;
  if (scheme === 'tcp') {
    const address = [...newestFirst(account.store, 'tcp_address')].find(
      ({ service }) => service['addr'] === `${host}:${port}`,
    );
    if (address) return { tcp_addr: address.id };
    throw new Refusal(400, 18006, `url names the TCP address ${host}:${port}, which is not reserved in this account.`);
  }
  const domains = [...newestFirst(account.store, 'domain')];
  const named = (name: string): StoredObject | undefined => domains.find(({ values }) => values['domain'] === name);
  const found = named(host) ?? wildcardsOver(host).map(named).find(Boolean);
  if (port !== defaultPort(scheme) && !hasDedicatedAddress(found)) {
    const expected = 'the default port, or a domain whose resolves_to has an address of the account';
    throw new Refusal(400, 18023, `url has the port ${port}; expected ${expected}.`);
  }
  if (found) return { domain: found.id };
  throw new Refusal(400, 18006, `url names the domain ${host}, which is not reserved in this account.`);
}

function hasDedicatedAddress(domain: StoredObject | undefined): boolean {
  const targets = domain?.values['resolves_to'];
  return Array.isArray(targets) && targets.some((target) => isDedicatedAddress(String(target)));
}

/** `a.b.example.com` is below `*.b.example.com` and `*.example.com`; a wildcard host needs its own domain. */
function wildcardsOver(host: string): string[] {
  if (host.startsWith('*.')) return [];
  const labels = host.split('.');
  return labels.slice(1, -1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
}

/**
 * IP policies of a traffic policy must exist when the endpoint is saved, also by an update of another member. Deleting
 * one later is allowed.
 */
function validateIpPolicies({ account: { store } }: RequestContext, policy: string): void {
  const missing = findPolicyReferences(policy).objects.find(
    ({ kind, value }) => kind === 'ip_policy' && !tryFind(store, 'ip_policy', value),
  );
  if (!missing) return;
  const message = `traffic_policy at ${formatPath(missing.path)} names the IP policy '${missing.value}', which does not exist.`;
  throw new Refusal(400, 2216, message);
}

/** If other endpoints have the URL and the binding, all of them and this one must have pooling enabled. */
function validatePooling({ account: { store } }: RequestContext, { id, values }: PendingObject): void {
  const [url, binding] = [values['url'], bindingOf(values)];
  const others = ['cloud_endpoint', OTHER_ENDPOINT]
    .flatMap((kind) => [...newestFirst(store, kind)])
    .filter((other) => other.id !== id && other.values['url'] === url && bindingOf(other.values) === binding);
  const [first] = others;
  if (!first) return;
  if (values['pooling_enabled'] !== true) {
    const message = `The endpoint ${first.id} has the URL ${String(url)} already, and pooling_enabled is false.`;
    throw new Refusal(400, 18017, message);
  }
  const exclusive = others.find((other) => other.values['pooling_enabled'] !== true);
  if (!exclusive) return;
  const message = `The endpoint ${exclusive.id} has the URL ${String(url)} already and does not allow pooling.`;
  throw new Refusal(400, 18016, message);
}

function renderReservation(
  origin: ReadContext['origin'],
  member: string,
  kind: string,
  service: JsonObject,
): Record<string, Json> {
  const id = valueAt(service, member);
  return typeof id === 'string' ? { [member]: { id, uri: `${origin}${getKind(kind).path}/${id}` } } : {};
}
