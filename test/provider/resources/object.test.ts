import { createHash, X509Certificate } from 'node:crypto';
import { getKind, KINDS } from '../../../src/model/kinds';
import { getRegistry } from '../../../src/provider/registry';
import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import { createObjectResource } from '../../../src/provider/resources/object';
import { upgradeState } from '../../../src/provider/resources/upgrade-state';
import type { ObjectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { minimalConfig } from '../../support/acceptance/samples';
import { makeCertificate } from '../../support/emulator/pki';
import { SPEC_KINDS } from '../../support/kinds';
import { callsOf } from '../../support/provider/calls';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';
import { configOf, withChanges } from '../../support/provider/values';

describe('imports', () => {
  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness();
  });

  const id = (prefix: string): string => `${prefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
  const detailOf = async (type: string, given: string): Promise<string> => {
    const { imported, diagnostics } = await harness.import(type, given);
    expect([imported, diagnostics]).toMatchObject([[], [{ severity: 'error' }]]);
    return diagnostics[0]?.detail ?? '';
  };

  /**
   * An object made with the minimal sample of the kind, references to be given. Two of them have the same sample values:
   * `object` is 0 for both.
   */
  async function made(kind: string, more: JsonObject = {}): Promise<{ id: string; state: JsonObject }> {
    const values = { ...minimalConfig(getKind(kind), { object: 0 }), ...more };
    const state = plain(await harness.applied(`netingress_${kind}`, values)) as JsonObject;
    return { id: String(state['id']), state };
  }

  const bytesOf = (pem: unknown): Buffer => new X509Certificate(String(pem)).raw;
  const sha256 = (pem: unknown): string => createHash('sha256').update(bytesOf(pem)).digest('hex');

  test.each(SPEC_KINDS)(
    'of $name by id send no request; the id of another kind is named, and an empty one refused with the expected form',
    async (kind) => {
      const type = `netingress_${kind.name}`;
      const { imported, diagnostics } = await harness.import(type, id(kind.idPrefix));
      const given = imported.map(({ state }) => Object.entries(state).filter(([, value]) => value !== null));
      expect(given).toEqual([[['id', id(kind.idPrefix)]]]);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const other = SPEC_KINDS.find(({ name }) => name !== kind.name);
      const detail = await detailOf(type, id(other?.idPrefix ?? ''));
      expect(detail).toContain(`is the id of an ${other?.title}, not of a`);
      expect(detail).toContain(`Import that object as netingress_${other?.name}.`);
      for (const each of [detail, await detailOf(type, '')]) expect(each).toContain(`expected ${kind.idPrefix}_`);
      expect(harness.requests()).toEqual([]);
    },
  );

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

    const name = ({ domain }: JsonObject) => String(domain).toUpperCase();
    const key = ({ public_key }: JsonObject) => `${String(public_key).split(' ').slice(0, 2).join(' ')} other comment`;
    const bytes = ({ ca_pem }: JsonObject) => (sha256(ca_pem).toUpperCase().match(/../g) ?? []).join(':');
    const single: readonly (readonly [string, (state: JsonObject) => string])[] = [
      ['ip_restriction', ({ type }) => String(type)],
      ['agent_ingress', name],
      ['domain', name],
      ['ssh_public_key', key],
      ['tls_certificate', ({ certificate_pem }) => sha256(certificate_pem)],
      ['certificate_authority', bytes],
      ['tcp_address', ({ addr }) => String(addr)],
    ];

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

    test('several matches are an error that lists them, and none is one too', async () => {
      const deployment = { namespace: 'edge', name: 'op', cluster_name: 'eu-1' };
      const one = await made('kubernetes_operator', { deployment });
      const two = await made('kubernetes_operator', { deployment });
      const detail = await detailOf('netingress_kubernetes_operator', 'edge/op/eu-1');
      for (const text of ['The service has 2 objects', one.id, two.id]) expect(detail).toContain(text);
      const none = "The service has no domain with the domain 'app.example.com'";
      expect(await detailOf('netingress_domain', 'app.example.com')).toContain(none);
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

  test.each(['api_key', 'tunnel_credential'])(
    'the token of an imported %s is null, and the first import of a run warns for all',
    async (kind) => {
      const type = `netingress_${kind}`;
      const object = await made(kind);
      const { imported, diagnostics } = await harness.import(type, object.id);
      const detail = expect.stringContaining(`'${object.id}' and for every other ${type} that this run imports`);
      expect(diagnostics).toEqual([expect.objectContaining({ severity: 'warning', detail })]);
      const other = await harness.import(type, (await made(kind)).id);
      expect([other.imported.length, other.diagnostics]).toEqual([1, []]);
      const [stub] = imported;
      expect((stub && (await harness.read(type, stub.state)))?.['token']).toBeNull();
    },
  );

  describe('an operator with bindings and without a certificate', () => {
    const type = 'netingress_kubernetes_operator';
    const features = { enabled_features: ['bindings'] };

    const bindings = [{}, { binding: {} }, { binding: { endpoint_selectors: [] } }];
    test.each<JsonObject>(bindings)(
      'is created with %j, and applied after an import without a PATCH',
      async (binding) => {
        const values = { ...features, ...binding };
        const created = await harness.applied(type, values);
        const prior = await harness.imported(type, String(created['id']));
        const { planned, requiresReplace, diagnostics } = await harness.plan(type, values, prior);
        expect([diagnostics, requiresReplace]).toEqual([[], []]);
        expect(plain(planned)).toMatchObject({ id: created['id'], enabled_features: ['bindings'] });
        expect((await harness.apply(type, values, prior)).diagnostics).toEqual([]);
        expect(harness.requests().filter((request) => request.startsWith('PATCH'))).toEqual([]);
      },
    );
  });
});

describe('values that are detached', () => {
  let service: TestService;

  beforeEach(() => {
    service = createTestService({ certificates: { seconds: 0 } });
  });
  afterEach(() => service.close());

  const domain = createObjectResource(getKind('domain'));
  const { read, update } = callsOf(domain, () => service.session);

  /** A new domain, in the state. */
  async function created(values: JsonObject): Promise<ObjectValue> {
    const { id } = await service.session.client.create('domain', { domain: 'app.example.com', ...values });
    return (await read(configOf(domain, { id }))).state as ObjectValue;
  }

  const managed = (): Promise<ObjectValue> =>
    created({ description: 'before', certificate_management_policy: { authority: 'letsencrypt' } });

  const detached = { certificate_management_policy: null, certificate_management_status: null, certificate: null };
  const without = (prior: ObjectValue, description: string) => withChanges(prior, { description, ...detached });

  /** The requests of an update that succeeds. */
  const requestsOf = (prior: ObjectValue, planned: ObjectValue) =>
    service.requestsOf(async () => expect((await update(prior, planned)).diagnostics).toEqual([]));
  const methodsOf = async (prior: ObjectValue, planned: ObjectValue) =>
    (await requestsOf(prior, planned)).map((request) => request.split(' ')[0]);

  test('a removed policy is detached before the PATCH', async () => {
    const prior = await managed();
    expect(await methodsOf(prior, without(prior, 'after'))).toEqual(['DELETE', 'PATCH']);
    const policy = { description: 'after', certificate_management_policy: null };
    expect(service.emulator.objects('domain')[0]).toMatchObject(policy);
  });

  test('without other changes the object is only read, and a 404 of the detach is not an error', async () => {
    const prior = await managed();
    await service.session.client.detach('domain', String(prior['id']), 'certificate_management_policy');
    expect(await methodsOf(prior, without(prior, 'before'))).toEqual(['DELETE', 'GET']);
  });

  test('if the PATCH is rejected the state lacks what was detached', async () => {
    const prior = await managed();
    service.intervene(({ method }) => (method === 'PATCH' ? errorResponse(400, 'ERR_420', 'Too long.') : undefined));
    const { state, diagnostics } = await update(prior, without(prior, 'after'));
    expect(diagnostics).toHaveLength(1);
    expect(state).toMatchObject({ description: 'before', certificate_management_policy: null });
  });

  test('if the detach is rejected the prior state is kept', async () => {
    const prior = await managed();
    service.intervene(({ method }) => (method === 'DELETE' ? errorResponse(400, 'ERR_436', 'No.') : undefined));
    expect((await update(prior, without(prior, 'after'))).state).toEqual(prior);
    expect(service.emulator.objects('domain')[0]).toMatchObject({ description: 'before' });
  });

  test('an empty certificate_id detaches the certificate in the same way', async () => {
    const { pem, keyPem } = await makeCertificate();
    const certificate = { certificate_pem: pem, private_key_pem: keyPem };
    const { id } = await service.session.client.create('tls_certificate', certificate);
    const prior = await created({ certificate_id: id });
    const [first] = await requestsOf(prior, withChanges(prior, { certificate_id: '', certificate: null }));
    expect(first).toBe(`DELETE /reserved_domains/${String(prior['id'])}/certificate`);
    expect(service.emulator.objects('domain')[0]?.['certificate']).toBeNull();
  });
});

describe('objects in use', () => {
  let service: TestService;
  beforeEach(() => {
    service = createTestService({ profile: 'ngrok' }, { profile: 'ngrok' });
  });
  afterEach(() => service.close());

  async function refusalOf(kind: string, prior: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    const resource = createObjectResource(getKind(kind));
    const values = configOf(resource, { id: prior['id'], domain: prior['domain'] });
    const { diagnostics } = await callsOf(resource, () => service.session).delete(values);
    return diagnostics[0]?.detail;
  }

  /** Fails the first request for the list. */
  function failList(path: string): void {
    let failed = false;
    service.intervene(({ method, url }) => {
      if (method !== 'GET' || new URL(url).pathname !== path || failed) return undefined;
      failed = true;
      return errorResponse(500, 'ERR_100', 'No list today.');
    });
  }

  /** Creates the domain, and the endpoint that keeps it from being deleted. */
  async function createUsedDomain(domain: string): Promise<Readonly<Record<string, unknown>>> {
    const { client } = service.session;
    const created = await client.create('domain', { domain });
    const traffic_policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
    await client.create('cloud_endpoint', { type: 'cloud', url: 'https://app.example.com', traffic_policy });
    return created;
  }

  test('a refused delete without the list of what may name the object says that this is not known, and why', async () => {
    const { client } = service.session;
    const policy = await client.create('ip_policy', {});
    await client.create('ip_restriction', { type: 'api', enforced: false, ip_policy_ids: [policy.id] });
    failList('/ip_restrictions');
    const detail = await refusalOf('ip_policy', policy);
    expect(detail).toMatch(/Whether others name it is not known: Cannot list IP restrictions: .*No list today/);
    expect(detail).not.toContain('It is named by');
  });

  test('a refused delete without one of two lists names the objects of the other, and says that there may be more', async () => {
    const domain = await createUsedDomain('app.example.com');
    // Cloud endpoints and endpoints that are online have one path. The first request fails; the second has the cloud
    // endpoint, too.
    failList('/endpoints');
    const detail = /It is named by the .*endpoint ep_.*\nWhether others name it is not known: Cannot list .*endpoints/;
    expect(await refusalOf('domain', domain)).toMatch(detail);
  });

  test('a refused delete of a wildcard domain says by which endpoints it may be named, if these do not say their domain', async () => {
    const domain = await createUsedDomain('*.example.com');
    service.changeListed('/endpoints', (endpoint) => ({ ...endpoint, domain: undefined }));
    expect(await refusalOf('domain', domain)).toMatch(/It may be named by the .*endpoint ep_/);
  });
});

/**
 * Empty values that were not configured before, as after a move from another provider: the guide for ngrok describes
 * them.
 */
describe('empty values', () => {
  test.each([
    ['netingress_api_key', { description: '', metadata: '' }],
    ['netingress_ip_policy', { description: '', metadata: '' }],
    ['netingress_tunnel_credential', { description: '', metadata: '', acl: [] }],
  ])('of a %s are planned as an update that writes nothing, and the next plan is empty', async (type, empty) => {
    const harness = await createHarness('ngrok');
    const prior = await harness.applied(type, {});
    expect(prior['description']).toBeNull();
    expect(plain((await harness.plan(type, empty, prior)).planned)).toMatchObject(empty);
    const writes = () => harness.requests().filter((request) => !request.startsWith('GET '));
    const sent = writes();
    const state = await harness.applied(type, empty, prior);
    expect(plain(state)).toMatchObject(empty);
    expect(writes()).toEqual(sent);
    expect(plain((await harness.plan(type, empty, state)).planned)).toEqual(plain(state));
  });

  test.each(['spec', 'ngrok'] as const)(
    'profile %s: an empty `binding` gets an ingress endpoint, and the next plan is empty',
    async (profile) => {
      const harness = await createHarness(profile);
      const type = 'netingress_kubernetes_operator';
      const config = { enabled_features: ['bindings'], binding: {} };
      const state = await harness.applied(type, config);
      expect(plain(state)).toMatchObject({ binding: { ingress_endpoint: expect.stringContaining(':443') } });
      const refreshed = await harness.read(type, state);
      expect(plain(refreshed)).toEqual(plain(state));
      expect(plain((await harness.plan(type, config, refreshed)).planned)).toEqual(plain(state));
    },
  );
});

describe('an older state', () => {
  const type = 'netingress_ip_policy';

  /** The resource as a later version may have it: `description` is called `purpose`, and there is a new attribute. */
  function raised(upgraders: ManagedResource['upgraders']): ManagedResource {
    const resource = createObjectResource(getKind('ip_policy'));
    const attributes = resource.schema.attributes.map((attribute) =>
      attribute.name === 'description' ? { ...attribute, name: 'purpose' } : attribute,
    );
    const owner = { name: 'owner', description: 'Who is responsible for it.', type: 'string', optional: true } as const;
    const schema = { ...resource.schema, version: 2, attributes: [...attributes, owner] };
    return { ...resource, schema, ...(upgraders && { upgraders }) };
  }

  async function storedNow(): Promise<JsonObject> {
    const harness = await createHarness();
    return plain(await harness.applied(type, { description: 'edge', metadata: 'm' })) as JsonObject;
  }

  test('a state is upgraded directly to the current version', async () => {
    const state = await storedNow();
    const resource = raised({
      0: ({ description, ...others }) => ({ ...others, purpose: description }),
      1: () => {
        throw new Error('not for version 0');
      },
    });
    const { state: upgraded, diagnostics } = upgradeState(resource, { type, version: 0, state });
    const { description, ...others } = state;
    expect([diagnostics, plain(upgraded)]).toEqual([[], { ...others, purpose: description, owner: null }]);
  });

  test('a state of an unknown version is an error that names the known ones', async () => {
    const request = { type, version: 1, state: await storedNow() };
    const { state, diagnostics } = upgradeState(raised({ 0: (old) => old }), request);
    const detail = expect.stringContaining('has version 1; expected version 0, 2.');
    expect([state, diagnostics]).toMatchObject([null, [{ severity: 'error', detail }]]);
  });

  test('every resource has an upgrader for each version before its own', () => {
    const missing = [...getRegistry(KINDS).resources.values()].flatMap(({ type: name, schema, upgraders = {} }) =>
      Array.from({ length: schema.version }, (_, version) => version).flatMap((version) =>
        version in upgraders ? [] : [`${name} from version ${version}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
