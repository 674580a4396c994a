import type { Snapshot } from '../../src/emulator';
import { graphFromAccount } from '../../src/graph/build/from-objects';
import { getKind, KINDS } from '../../src/model/kinds';
import { isKindIn, PROFILES } from '../../src/model/profiles';
import type { ObjectValue } from '../../src/values/cty-value';
import type { JsonObject } from '../../src/values/json';
import { minimalConfig } from '../support/acceptance/samples';
import { createInventory } from '../support/account';
import { createHarness, type Harness, plain } from '../support/provider/harness';

const { spec } = PROFILES;
const unavailable = KINDS.filter((kind) => !isKindIn(kind, spec));

describe('in the profile spec', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness('spec');
  });

  test.each(unavailable)(
    'the schema has $name; validation, plan and import refuse it without a request',
    async (kind) => {
      const type = `netingress_${kind.name}`;
      expect(Object.keys(harness.provider.schema.resources)).toContain(type);
      const values = minimalConfig(kind, { object: 0 });
      const before = harness.requests().length;
      const validated = await harness.validate(type, values);
      const planned = await harness.plan(type, values);
      const imported = await harness.import(type, `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`);
      const detail = `${type} does not exist in the profile 'spec'; expected the profile 'ngrok'`;
      for (const diagnostics of [validated, planned.diagnostics, imported.diagnostics]) {
        expect(diagnostics.map(({ summary }) => summary)).toEqual(['Not available in this profile']);
        expect(diagnostics[0]?.detail).toContain(detail);
      }
      expect(harness.requests()).toHaveLength(before);
    },
  );
});

const references = KINDS.flatMap((kind) =>
  Object.entries(kind.attributes).flatMap(([name, attribute]) => {
    const ref = 'ref' in attribute ? attribute.ref : undefined;
    // An owner may also be a user, whom no resource type has.
    return ref && name !== 'owner_id' ? [[kind.name, name, getKind(ref.kind), attribute.type] as const] : [];
  }),
);

test.each(references)(
  '%s: the refusal of an unknown %s says where ids are listed',
  async (kind, name, target, type) => {
    const harness = await createHarness('ngrok');
    const id = `${target.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
    const config = { ...minimalConfig(getKind(kind), { object: 0 }), [name]: type === 'string' ? id : [id] };
    const { diagnostics } = await harness.apply(`netingress_${kind}`, config);
    expect(diagnostics[0]?.cause?.advice).toEqual([
      `Set ${name} to a reference (netingress_${target.name}.<name>.id), or to an id that ` +
        `data.netingress_${target.plural} lists. If another account has the ${target.title}, set the API key of that account.`,
    ]);
  },
);

describe('objects and values of the profile ngrok', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness('ngrok');
  });
  const stable = async (type: string, config: JsonObject, state: ObjectValue): Promise<void> => {
    const read = await harness.read(type, state);
    expect(plain(read)).toEqual(plain(state));
    expect(plain((await harness.plan(type, config, read)).planned)).toEqual(plain(state));
  };

  test('an internal endpoint is created with its binding, planned without a change, updated, and imported by its URL', async () => {
    const type = 'netingress_cloud_endpoint';
    const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
    const config = { url: 'https://App.internal:443', traffic_policy: policy };
    const made = await harness.applied(type, config);
    expect(plain(made)).toMatchObject({
      ...{ ...config, bindings: ['internal'], pooling_enabled: false, type: 'cloud', proto: 'https' },
      ...{ hostport: 'app.internal:443', domain: null },
    });
    expect(harness.bodies.at(-1)).toMatchObject({ type: 'cloud', url: 'https://app.internal' });
    expect(plain(await harness.read(type, made))).toEqual(plain(made));
    const again = await harness.plan(type, { ...config, url: 'https://app.internal' }, made);
    expect(plain(again.planned)).toEqual(plain(made));
    const moved = await harness.plan(type, { ...config, url: 'https://other.internal' }, made);
    expect(moved.requiresReplace).toEqual([]);
    const rescheduled = await harness.plan(type, { ...config, url: 'http://app.internal' }, made);
    expect(rescheduled.requiresReplace).toEqual([['url']]);
    const updated = await harness.applied(type, { ...config, url: 'https://other.internal', description: 'x' }, made);
    expect([updated['id'], updated['hostport']]).toEqual([made['id'], 'other.internal:443']);
    expect(plain(await harness.imported(type, 'https://OTHER.internal'))).toMatchObject({ id: made['id'] });
  });

  test('a secret is created in a vault, and its value is in no secret and no event that the service returns', async () => {
    const vault = await harness.applied('netingress_vault', { name: 'team-a.edge/x' });
    await stable('netingress_vault', { name: 'team-a.edge/x' }, vault);
    expect(vault['created_by']).toMatch(/^usr_/);
    const config = { vault_id: String(vault['id']), name: 'password', value: 'hush-hush' };
    const secret = await harness.applied('netingress_secret', config);
    expect(plain(secret)).toMatchObject({ vault_name: 'team-a.edge/x', created_by: expect.stringMatching(/^usr_/) });
    await stable('netingress_secret', config, secret);
    const seen = [harness.emulator.objects('secret'), harness.emulator.events()];
    expect(JSON.stringify(seen)).not.toContain('hush-hush');
    const again = await harness.apply('netingress_secret', config);
    expect(again.diagnostics[0]?.detail).toContain(String(secret['id']));
    const found = await harness.imported('netingress_secret', `${String(vault['id'])}/password`);
    expect(found?.['id']).toBe(secret['id']);
  });

  test('a service user owns credentials; removing it from the configuration keeps the owner', async () => {
    const user = await harness.applied('netingress_service_user', { name: 'ci' });
    await stable('netingress_service_user', { name: 'ci' }, user);
    const owner = String(user['id']);
    const key = await harness.applied('netingress_api_key', { owner_id: owner });
    await stable('netingress_api_key', { owner_id: owner }, key);
    await stable('netingress_api_key', {}, key);
    const own = await harness.applied('netingress_tunnel_credential', {});
    expect(own['owner_id']).toMatch(/^usr_/);
    const other = await harness.plan('netingress_tunnel_credential', { owner_id: owner }, own);
    expect(other.requiresReplace).toEqual([['owner_id']]);
  });

  test('an owner that is named by e-mail address stays as it is written', async () => {
    const config = { owner_id: 'ada@example.com' };
    const key = await harness.applied('netingress_api_key', config);
    expect(harness.emulator.objects('api_key')[0]?.['owner_id']).toMatch(/^usr_/);
    await stable('netingress_api_key', config, key);
  });

  test('points of presence are objects for the service and strings in the configuration', async () => {
    const config = { domain: 'far.example.com', resolves_to: ['us', 'eu'] };
    const domain = await harness.applied('netingress_domain', config);
    expect(harness.bodies.at(-1)).toMatchObject({ resolves_to: [{ value: 'us' }, { value: 'eu' }] });
    await stable('netingress_domain', config, domain);
    await harness.applied('netingress_domain', { ...config, resolves_to: ['global'] }, domain);
    expect(harness.bodies.at(-1)).toEqual({ resolves_to: [{ value: 'global' }] });
    const cleared = await harness.applied('netingress_domain', { domain: 'far.example.com' }, domain);
    expect(harness.bodies.at(-1)).toEqual({ resolves_to: [] });
    expect(cleared['resolves_to']).toBeNull();
  });

  const azure = { tenant_id: 't', client_id: 'c', client_secret: 'az-secret', data_collection_rule_id: 'dcr-1' };
  const logs = { logs_ingestion_uri: 'https://x.ingest.monitor.azure.com', data_collection_stream_name: 'Custom-x' };
  test.each([
    ['datadog', { api_key: 'dd-secret', ddsite: 'datadoghq.com', ddtags: 'a:b' }],
    ['azure_logs_ingestion', { ...azure, ...logs }],
  ])(
    'a destination for %s is read and planned without a change, and the service returns no secret',
    async (member, target) => {
      const config = { format: 'JSON', target: { [member]: target } };
      await stable(
        'netingress_event_destination',
        config,
        await harness.applied('netingress_event_destination', config),
      );
      expect(JSON.stringify(harness.emulator.objects('event_destination'))).not.toContain('-secret');
    },
  );
});

test('an attribute of another profile is refused by name under spec, and none is planned or sent', async () => {
  const harness = await createHarness('spec');
  const destination = { format: 'JSON', target: { datadog: { api_key: 'x' } } };
  const [found] = await harness.validate('netingress_event_destination', destination);
  expect(found?.detail).toContain("target.datadog does not exist in the profile 'spec'");
  const key = await harness.applied('netingress_api_key', {});
  expect(key['owner_id']).toBeNull();
  expect(plain((await harness.plan('netingress_api_key', {}, key)).planned)).toEqual(plain(key));
  expect(harness.emulator.objects('api_key')[0]).not.toHaveProperty('owner_id');
});

/** The vendor's documentation has ids of service users with three prefixes. */
describe('ids of service users', () => {
  const type = 'netingress_service_user';
  const KSUID = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
  const PREFIXES = ['service', 'bot', 'usr'];
  const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBl8bvX5QhhDlUyXyBzXaJ7W+WHdUQR6X7MY3GnK9oQn ci';
  const owned = { api_key: {}, tunnel_credential: {}, ssh_public_key: { public_key } };

  describe.each(PREFIXES)('a service user whose id has the prefix %s_', (prefix) => {
    const id = `${prefix}_${KSUID}`;
    let harness: Harness;
    beforeEach(async () => {
      harness = await createHarness('ngrok');
      const made = await harness.applied(type, { name: 'ci' });
      const text = JSON.stringify(await harness.emulator.snapshot({ secrets: true }));
      await harness.emulator.restore(JSON.parse(text.replaceAll(String(made['id']), id)) as Snapshot);
    });
    afterEach(() => harness.emulator.close());

    test('is imported by id and by name, planned empty, and found by the data source', async () => {
      for (const importId of [id, 'ci']) {
        const state = await harness.imported(type, importId);
        expect(state).toMatchObject({ id, name: 'ci' });
        expect(plain((await harness.plan(type, { name: 'ci' }, state)).planned)).toEqual(plain(state));
      }
      const config = harness.config(type, { id });
      const { state, diagnostics } = await harness.provider.readDataSource({ type, config, deferralAllowed: false });
      expect([diagnostics, state]).toMatchObject([[], { id, name: 'ci', active: true }]);
    });

    test.each(Object.entries(owned))('owns a new %s, without a warning', async (kind, values) => {
      const given = { ...values, owner_id: id };
      expect(await harness.validate(`netingress_${kind}`, given)).toEqual([]);
      const state = await harness.applied(`netingress_${kind}`, given);
      expect(state['owner_id']).toBe(id);
      expect(plain(await harness.read(`netingress_${kind}`, state))).toEqual(plain(state));
    });
  });

  const key = (owner_id: string) => ({ api_key: [{ id: 'ak_1', values: { id: 'ak_1', owner_id } }] });
  test.each(PREFIXES)('one with the prefix %s_ is drawn as the owner of its API key', (prefix) => {
    const id = `${prefix}_${KSUID}`;
    const account = createInventory({ ...key(id), service_user: [{ id, values: { id, name: 'ci' } }] });
    expect(graphFromAccount(account).edges).toMatchObject([{ to: `service_user ${id}`, path: 'owner_id' }]);
  });

  test('an owner whose id has the prefix usr_ may also be a person, who is not drawn', async () => {
    const person = `usr_${KSUID}`;
    const harness = await createHarness('ngrok');
    expect((await harness.applied('netingress_api_key', { owner_id: person }))['owner_id']).toBe(person);
    const { nodes, edges } = graphFromAccount(createInventory(key(person)));
    expect([nodes.map(({ kind }) => kind), edges]).toEqual([['api_key'], []]);
  });
});
