/** Accounts of a given size: many rules, few restrictions, some hubs, many objects without references. */
import type { BoundEndpoints } from '../../src/graph/build/from-objects';
import type { AccountInventory, AccountObject } from '../../src/model/inventory';
import { getKind } from '../../src/model/kinds';
import type { Json, JsonObject } from '../../src/values/json';
import { createInventory } from '../support/account';
import { SPEC_KINDS } from '../support/kinds';

const teams = 'Payments Search Checkout Mobile Data Identity Support Platform Edge Partners'.split(' ');
const places = 'Berlin Lisbon Toronto Osaka Nairobi Austin Oslo Lima Pune Wellington'.split(' ');

export interface Sample {
  readonly account: AccountInventory;
  readonly bound: readonly BoundEndpoints[];
  /** Number of objects, including endpoints. */
  readonly size: number;
}

/** A deterministic account with roughly `size` objects: 500 -> 423. */
export function sampleAccount(size: number): Sample {
  const made = new Map<string, AccountObject[]>(SPEC_KINDS.map(({ name }) => [name, []]));
  const share = (part: number, least = 1): number => Math.max(least, Math.round(size * part));
  const add = (kind: string, values: JsonObject): string => {
    const of = made.get(kind) ?? [];
    const id = idOf(kind, of.length);
    const all = Object.keys(getKind(kind).attributes).map((name): [string, Json] => [name, null]);
    const created = {
      id,
      uri: `https://api.example.com${getKind(kind).path}/${id}`,
      created_at: '2026-01-05T09:00:00Z',
    };
    of.push({ id, values: { ...Object.fromEntries(all), ...created, ...values } });
    return id;
  };
  const team = (n: number): string => teams[n % teams.length] as string;
  const place = (n: number): string => places[(n * 3) % places.length] as string;

  const policies = times(share(0.07, 2), (n) =>
    add('ip_policy', { description: n % 3 === 0 ? `${place(n)} office` : `${team(n)} networks, ${place(n)}` }),
  );
  times(share(0.42, 4), (n) => {
    const policy = policies[n < policies.length ? n : (n * n * 7 + n * 3) % Math.max(1, policies.length - 1)] as string;
    const [action, cidr] = [n % 5 === 4 ? 'deny' : 'allow', `10.${n >> 8}.${n & 255}.0/24`];
    add('ip_policy_rule', { ip_policy_id: policy, cidr, action, description: `${place(n)}, floor ${n % 7}` });
  });
  ['dashboard', 'api', 'agent', 'endpoints'].slice(0, size < 30 ? 2 : 4).forEach((type, n) => {
    const used = policies.filter((_, index) => index < 2 || index % 5 === n).slice(0, 2 + n * 2);
    add('ip_restriction', { type, enforced: n % 2 === 0, ip_policy_ids: used });
  });
  const destinations = times(share(0.012), (n) => {
    const target = { data_stream: { stream_rn: `crn:stream/${n}` } };
    return add('event_destination', { description: `${team(n)} audit stream`, format: 'JSON', target });
  });
  times(share(0.04, 2), (n) => {
    const sources = times((n % 4) + 1, (m) => ({
      type: `${SPEC_KINDS[m]?.name}_created.v0`,
      fields: null,
      filter: null,
    }));
    const ids = destinations.filter((_, index) => index % 3 === n % 3 || index === 0);
    add('event_subscription', { description: `${team(n)} changes`, sources, destination_ids: ids });
  });
  const shop = { description: 'Wildcard of shop.example', subject_common_name: '*.shop.example' };
  const wildcard = add('tls_certificate', shop);
  times(share(0.05, 1), (n) => {
    const shared = n % 3 === 0;
    const own = shared
      ? wildcard
      : add('tls_certificate', { subject_common_name: `app${n}.example.com`, issued_at: '2026-01-05T09:00:00Z' });
    add('domain', {
      domain: shared ? `${team(n).toLowerCase()}${n}.shop.example` : `app${n}.example.com`,
      certificate_id: shared ? wildcard : null,
      certificate: { id: own, uri: '' },
    });
  });
  const operators = times(share(0.006), (n) => {
    const cluster_name = `${place(n).toLowerCase()}-${n}`;
    const deployment = { namespace: 'ingress', name: 'operator', cluster_name, version: '1.2.0' };
    const binding = { endpoint_selectors: ['true'], ingress_endpoint: `k${n}.example.com:443`, cert: null };
    const enabled_features = ['bindings', 'ingress'];
    return add('kubernetes_operator', { description: `${team(n)} cluster`, deployment, enabled_features, binding });
  });
  const bound = operators.map((operator, n): BoundEndpoints => {
    const endpoints = times(n === 0 ? share(0.04, 1) : 3, (m) => ({
      id: `ep_${String(n * 1000 + m).padStart(27, '0')}`,
      url: `https://${team(m).toLowerCase()}${m}.internal`,
      proto: 'https',
    }));
    return { operator, endpoints };
  });
  times(share(0.006), (n) => add('agent_ingress', { domain: `connect${n}.example.com` }));
  const authority = add('ssh_certificate_authority', { description: 'Hosts of all regions' });
  times(share(0.03, 1), (n) =>
    add('ssh_host_certificate', { description: `bastion-${n}`, ssh_certificate_authority_id: authority }),
  );
  if (size > 50) {
    times(share(0.02), (n) =>
      add('ssh_user_certificate', { description: `${team(n)} on call`, ssh_certificate_authority_id: authority }),
    );
    times(share(0.01), (n) =>
      add('tcp_address', { addr: `${n}.tcp.example.com:${10_000 + (n % 50) * 1000}`, description: team(n) }),
    );
    times(share(0.02), (n) => add('ssh_public_key', { description: `Laptop of ${team(n)}` }));
    times(share(0.005), (n) => add('certificate_authority', { subject_common_name: `${team(n)} devices` }));
  }
  times(share(0.03), (n) => add('api_key', { description: `${team(n)} pipeline` }));
  times(share(0.03), (n) => add('tunnel_credential', { description: `${team(n)} agents in ${place(n)}` }));
  const objects = [...made.values(), ...bound.map(({ endpoints }) => endpoints)].flat();
  return { account: createInventory(Object.fromEntries(made)), bound, size: objects.length };
}

const idOf = (kind: string, n: number): string => `${getKind(kind).idPrefix}_${String(n + 1).padStart(27, '0')}`;

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
