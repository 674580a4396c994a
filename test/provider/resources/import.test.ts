/** Imports: by id, by natural key, and what is said when neither fits. */
import { createHash, X509Certificate } from 'node:crypto';
import { getKind } from '../../../src/model/kinds';
import type { JsonObject } from '../../../src/values/json';
import { minimalConfig } from '../../support/acceptance/samples';
import { SPEC_KINDS } from '../../support/kinds';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

const id = (prefix: string): string => `${prefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
const detailOf = async (type: string, given: string): Promise<string> => {
  const { imported, diagnostics } = await harness.import(type, given);
  expect(imported).toEqual([]);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.severity).toBe('error');
  return diagnostics[0]?.detail ?? '';
};

/** An object made with the minimal sample of the kind, references to be given. */
async function made(kind: string, more: JsonObject = {}): Promise<{ id: string; state: JsonObject }> {
  const values = { ...minimalConfig(getKind(kind), { object: 0 }), ...more };
  const state = plain(await harness.applied(`netingress_${kind}`, values)) as JsonObject;
  return { id: String(state['id']), state };
}

const sha256 = (pem: unknown): string =>
  createHash('sha256')
    .update(new X509Certificate(String(pem)).raw)
    .digest('hex');

describe.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const type = `netingress_${kind.name}`;

  test('by id sends no request', async () => {
    const { imported, diagnostics } = await harness.import(type, id(kind.idPrefix));
    expect(imported).toHaveLength(1);
    const { id: given, ...others } = plain(imported[0]?.state) as JsonObject;
    expect(given).toBe(id(kind.idPrefix));
    expect(Object.values(others).every((value) => value === null)).toBe(true);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(harness.requests()).toEqual([]);
  });

  test('by the id of another kind is an error that names the kind', async () => {
    const other = SPEC_KINDS.find(({ name }) => name !== kind.name);
    const detail = await detailOf(type, id(other?.idPrefix ?? ''));
    expect(detail).toContain(`is the id of an ${other?.title}, not of a`);
    expect(detail).toContain(`Import that object as netingress_${other?.name}.`);
    expect(detail).toContain(`expected ${kind.idPrefix}_`);
    expect(harness.requests()).toEqual([]);
  });

  test('by another string is an error with the expected form', async () => {
    expect(await detailOf(type, '')).toContain(`${kind.idPrefix}_`);
  });
});

describe('by natural key', () => {
  test('a rule is found by policy and CIDR in any notation', async () => {
    const policy = await made('ip_policy');
    const other = await made('ip_policy');
    const v6 = { action: 'allow', cidr: '2001:db8::/32' };
    await made('ip_policy_rule', { ...v6, ip_policy_id: other.id });
    const rule = await made('ip_policy_rule', { ...v6, ip_policy_id: policy.id });
    const found = await harness.imported('netingress_ip_policy_rule', `${policy.id}/2001:DB8:0::/32`);
    expect(plain(found)).toEqual({ ...rule.state });
  });

  const single = [
    ['ip_restriction', (state: JsonObject) => String(state['type'])],
    ['agent_ingress', (state: JsonObject) => String(state['domain']).toUpperCase()],
    ['domain', (state: JsonObject) => String(state['domain']).toUpperCase()],
    [
      'ssh_public_key',
      (state: JsonObject) => `${String(state['public_key']).split(' ').slice(0, 2).join(' ')} other comment`,
    ],
    ['tls_certificate', (state: JsonObject) => sha256(state['certificate_pem'])],
    [
      'certificate_authority',
      (state: JsonObject) => (sha256(state['ca_pem']).toUpperCase().match(/../g) ?? []).join(':'),
    ],
    ['tcp_address', (state: JsonObject) => String(state['addr'])],
  ] as const;

  test.each(single)('%s is found', async (kind, keyOf) => {
    const policy = kind === 'ip_restriction' ? await made('ip_policy') : undefined;
    const object = await made(kind, policy && { ip_policy_ids: [policy.id] });
    const { imported, diagnostics } = await harness.import(`netingress_${kind}`, keyOf(object.state));
    expect(diagnostics).toEqual([]);
    expect(imported[0]?.state['id']).toBe(object.id);
  });

  test('an operator is found by namespace, name and optional cluster', async () => {
    const deployment = { namespace: 'edge', name: 'op' };
    const inCluster = await made('kubernetes_operator', { deployment: { ...deployment, cluster_name: 'eu-1' } });
    const elsewhere = await made('kubernetes_operator', { deployment });
    const type = 'netingress_kubernetes_operator';
    expect((await harness.import(type, 'edge/op/eu-1')).imported[0]?.state['id']).toBe(inCluster.id);
    expect((await harness.import(type, 'edge/op')).imported[0]?.state['id']).toBe(elsewhere.id);
  });

  test('several matches are an error that lists them', async () => {
    const deployment = { namespace: 'edge', name: 'op', cluster_name: 'eu-1' };
    const ids = [
      (await made('kubernetes_operator', { deployment })).id,
      (await made('kubernetes_operator', { deployment })).id,
    ];
    const detail = await detailOf('netingress_kubernetes_operator', 'edge/op/eu-1');
    expect(detail).toContain('The service has 2 objects');
    for (const each of ids) expect(detail).toContain(each);
  });

  test('no match is an error', async () => {
    expect(await detailOf('netingress_domain', 'app.example.com')).toContain(
      "The service has no domain with the domain 'app.example.com'",
    );
  });

  test.each([
    ['netingress_ip_policy_rule', `${id('ipp')}/10.0.0.1/8`, 'expected the network address: 10.0.0.0/8'],
    ['netingress_ip_policy_rule', '10.0.0.0', '<ip_policy_id>/<cidr>'],
    ['netingress_ip_restriction', 'apis', "'apis' is invalid; expected dashboard, api"],
    ['netingress_domain', 'no name', 'contains the character'],
    ['netingress_tls_certificate', 'abcdef', 'SHA-256'],
    ['netingress_ssh_public_key', 'ssh-ed25519 AAAA', 'authorized-keys line'],
    ['netingress_ip_policy', 'edge', 'ipp_'],
  ])('%s %s is rejected: %s', async (type, given, says) => {
    expect(await detailOf(type, given)).toContain(says);
    expect(harness.requests()).toEqual([]);
  });
});

describe.each(['api_key', 'tunnel_credential'])(
  'a secret that is returned only on create, of an imported %s',
  (kind) => {
    test('is null, with one warning for all imports of the run', async () => {
      const object = await made(kind);
      const { imported, diagnostics } = await harness.import(`netingress_${kind}`, object.id);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]).toMatchObject({ severity: 'warning' });
      expect(diagnostics[0]?.detail).toMatch(
        new RegExp(`'${object.id}' and for every other netingress_${kind} that this run imports`),
      );
      const other = await harness.import(`netingress_${kind}`, (await made(kind)).id);
      expect([other.imported.length, other.diagnostics]).toEqual([1, []]);
      const [stub] = imported;
      const state = stub && (await harness.read(`netingress_${kind}`, stub.state));
      expect(state?.['token']).toBeNull();
    });
  },
);

describe('an operator with bindings and without a certificate', () => {
  const type = 'netingress_kubernetes_operator';
  const features = { enabled_features: ['bindings'] };

  test.each<JsonObject>([features, { ...features, binding: {} }, { ...features, binding: { endpoint_selectors: [] } }])(
    'is created as %j, and imported and planned without a change',
    async (values) => {
      const created = await harness.applied(type, values);
      const prior = await harness.imported(type, String(created['id']));
      const { planned, requiresReplace, diagnostics } = await harness.plan(type, values, prior);
      expect(diagnostics).toEqual([]);
      expect(requiresReplace).toEqual([]);
      expect(plain(planned)).toMatchObject({ id: created['id'], enabled_features: ['bindings'] });
      const { diagnostics: updated } = await harness.apply(type, values, prior);
      expect(updated).toEqual([]);
      expect(harness.requests().filter((request) => request.startsWith('PATCH'))).toEqual([]);
    },
  );
});
