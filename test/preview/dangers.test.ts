/** Dangerous changes are flagged, harmless ones are not. Pure: snapshots before and after. */
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { getKind } from '../../src/model/kinds';
import { compareAccess, readAccessState } from '../../src/preview/access';
import { findAccessDangers, findObjectDangers } from '../../src/preview/dangers';
import { listChangedObjects } from '../../src/preview/objects';
import { minimalConfig } from '../support/acceptance/samples';

const nowhere = () => ({ stack: null, address: null, path: null });

interface Api {
  create(path: string, body: JsonObject): Promise<string>;
  send(method: string, path: string, body?: JsonObject): Promise<void>;
}

function createApi(emulator: Emulator): Api {
  const send = async (method: string, path: string, body?: JsonObject) => {
    const response = await emulator.fetch(
      new Request(`http://service.test${path}`, {
        method,
        headers: { authorization: 'Bearer key', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text;
  };
  return {
    create: async (path, body) => String((JSON.parse(await send('POST', path, body)) as JsonObject)['id']),
    send: async (method, path, body) => void (await send(method, path, body)),
  };
}

/** The types of the dangers of a change to an account with a policy, a rule and an enforced restriction. */
async function dangersOf(
  change: (api: Api, ids: { policy: string; rule: string; restriction: string }) => Promise<void>,
  prepare?: (api: Api) => Promise<void>,
) {
  const emulator = createEmulator({ certificates: { seconds: 0 } });
  const api = createApi(emulator);
  const policy = await api.create('/ip_policies', { description: 'Office' });
  const rule = await api.create('/ip_policy_rules', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' });
  const restriction = await api.create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [policy] });
  await prepare?.(api);
  const before = await emulator.snapshot();
  await change(api, { policy, rule, restriction });
  const after = await emulator.snapshot();
  const [old, now] = [readAccessState(before), readAccessState(after)];
  const found = [
    ...findAccessDangers(old, now, compareAccess(old, now), () => null),
    ...findObjectDangers(listChangedObjects(before, after, nowhere)),
  ];
  return found.map(({ type }) => type);
}

const object = (kind: string, change: (api: Api, path: string) => Promise<void>) => async (): Promise<string[]> => {
  let path = '';
  return dangersOf(
    (api) => change(api, path),
    async (api) => {
      const { path: collection } = getKind(kind);
      path = `${collection}/${await api.create(collection, minimalConfig(getKind(kind), { object: 0 }))}`;
    },
  );
};
const destroyed = (kind: string) => object(kind, (api, path) => api.send('DELETE', path));
const described = (kind: string) => object(kind, (api, path) => api.send('PATCH', path, { description: 'other' }));

const DANGEROUS: readonly (readonly [string, string, () => Promise<string[]>])[] = [
  ...['0.0.0.0/0', '::/0'].map(
    (cidr) =>
      [
        `allow ${cidr}`,
        'policy_admits_all',
        () =>
          dangersOf((api, { policy }) =>
            api.send('POST', '/ip_policy_rules', { ip_policy_id: policy, cidr, action: 'allow' }),
          ),
      ] as const,
  ),
  [
    'allow both halves',
    'policy_admits_all',
    () =>
      dangersOf(async (api, { policy }) => {
        for (const cidr of ['0.0.0.0/1', '128.0.0.0/1'])
          await api.send('POST', '/ip_policy_rules', { ip_policy_id: policy, cidr, action: 'allow' });
      }),
  ],
  [
    'remove the only rule',
    'restriction_denies_all',
    () => dangersOf((api, { rule }) => api.send('DELETE', `/ip_policy_rules/${rule}`)),
  ],
  [
    'deny what is allowed',
    'policy_admits_none',
    () =>
      dangersOf((api, { policy }) =>
        api.send('POST', '/ip_policy_rules', { ip_policy_id: policy, cidr: '203.0.0.0/8', action: 'deny' }),
      ),
  ],
  [
    'destroy the restriction',
    'restriction_removed',
    () => dangersOf((api, { restriction }) => api.send('DELETE', `/ip_restrictions/${restriction}`)),
  ],
  [
    'no longer enforce it',
    'restriction_removed',
    () =>
      dangersOf((api, { restriction }) => api.send('PATCH', `/ip_restrictions/${restriction}`, { enforced: false })),
  ],
  ['destroy a destination', 'audit_destroyed', destroyed('event_destination')],
  ['destroy a subscription', 'audit_destroyed', destroyed('event_subscription')],
  ...['api_key', 'tunnel_credential', 'ssh_public_key', 'ssh_certificate_authority', 'certificate_authority'].map(
    (kind) => [`destroy ${kind}`, 'credential_destroyed', destroyed(kind)] as const,
  ),
  ...['domain', 'tcp_address', 'agent_ingress'].map(
    (kind) => [`destroy ${kind}`, 'domain_destroyed', destroyed(kind)] as const,
  ),
  ...['rsa', 'ecdsa'].map(
    (type) =>
      [
        `a policy with ${type} for a domain`,
        'certificate_reissued',
        object('domain', (api, path) =>
          api.send('PATCH', path, {
            certificate_management_policy: { authority: 'letsencrypt', private_key_type: type },
          }),
        ),
      ] as const,
  ),
];

const rule =
  (cidr: string, action = 'allow') =>
  () =>
    dangersOf((api, { policy }) => api.send('POST', '/ip_policy_rules', { ip_policy_id: policy, cidr, action }));

const HARMLESS: readonly (readonly [string, () => Promise<string[]>])[] = [
  ...['198.51.100.0/24', '128.0.0.0/1', '2001:db8::/32', '::/1', '203.0.113.7/32'].map(
    (cidr) => [`allow ${cidr}`, rule(cidr)] as const,
  ),
  ...['203.0.113.7/32', '203.0.113.0/25', '10.0.0.0/8', '::/0'].map(
    (cidr) => [`deny ${cidr}`, rule(cidr, 'deny')] as const,
  ),
  ['a new policy without rules', () => dangersOf((api) => api.send('POST', '/ip_policies', { description: 'New' }))],
  [
    'a restriction that is not enforced',
    () =>
      dangersOf((api, { policy }) => api.send('POST', '/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] })),
  ],
  [
    'a new enforced restriction that admits an office',
    () =>
      dangersOf((api, { policy }) =>
        api.send('POST', '/ip_restrictions', { type: 'agent', enforced: true, ip_policy_ids: [policy] }),
      ),
  ],
  [
    'destroying a restriction that was not enforced',
    () => {
      let id = '';
      return dangersOf(
        (api) => api.send('DELETE', `/ip_restrictions/${id}`),
        async (api) => {
          const policy = await api.create('/ip_policies', {});
          id = await api.create('/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] });
        },
      );
    },
  ],
  [
    'another description of a rule',
    () => dangersOf((api, { rule: id }) => api.send('PATCH', `/ip_policy_rules/${id}`, { description: 'other' })),
  ],
  ...[
    'ip_policy',
    'event_destination',
    'event_subscription',
    'api_key',
    'tunnel_credential',
    'ssh_public_key',
    'ssh_certificate_authority',
    'certificate_authority',
    'domain',
    'tcp_address',
    'agent_ingress',
    'tls_certificate',
  ].map((kind) => [`another description of ${kind}`, described(kind)] as const),
];

test.each(DANGEROUS)('%s: %s', async (_, type, dangers) => {
  expect(await dangers()).toContain(type);
});

test.each(HARMLESS)('%s is harmless', async (_, dangers) => {
  expect(await dangers()).toEqual([]);
});
