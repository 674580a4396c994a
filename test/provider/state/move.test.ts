/** State of the service's own provider, taken over without an import. */

import { getKind, KINDS } from '../../../src/model/kinds';
import { PROFILES } from '../../../src/model/profiles';
import { getRegistry } from '../../../src/provider/registry';
import type { Json, JsonObject } from '../../../src/values/json';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness('ngrok');
});

const PRIVATE = Buffer.from('private');
const source = PROFILES.ngrok.terraformProvider;
const address = 'registry.terraform.io/ngrok/ngrok';
const move = (sourceType: string, targetType: string, state: JsonObject, sourceProvider = address) =>
  harness.provider.moveState({ sourceProvider, sourceType, version: 0, targetType, state, private: PRIVATE });

test('every kind but the Kubernetes operator, which the other provider never had, has source types', () => {
  const known = KINDS.map(({ name }) => name).filter((name) => Object.values(source?.types ?? {}).includes(name));
  expect(KINDS.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual(['kubernetes_operator']);
  expect(new Set(Object.values(source?.types ?? {}))).toEqual(new Set(known));
});

test.each(Object.entries(source?.types ?? {}))('%s becomes a %s', async (type, name) => {
  const kind = getKind(name);
  const id = `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
  const state = { id, description: 'edge', metadata: '', unheard_of: [{ a: 1 }] };
  const { state: moved, diagnostics } = await move(type, `netingress_${name}`, state);
  expect(diagnostics).toEqual([]);
  const given = Object.entries(plain(moved) as JsonObject).filter(([, value]) => value !== null);
  expect(given).toEqual([['id', id], ...('description' in kind.attributes ? [['description', 'edge']] : [])]);
});

test('a state that OpenTofu wrote, whose default registry is another, is moved in the same way', async () => {
  const state = { id: 'ipp_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', description: 'edge' };
  const fromTerraform = await move('ngrok_ip_policy', 'netingress_ip_policy', state);
  expect(fromTerraform.diagnostics).toEqual([]);
  const openTofu = 'registry.opentofu.org/ngrok/ngrok';
  expect(await move('ngrok_ip_policy', 'netingress_ip_policy', state, openTofu)).toEqual(fromTerraform);
});

test('values that cannot be read are moved, and values of another type are not', async () => {
  const key = await move('ngrok_api_key', 'netingress_api_key', { id: 'ak_1', token: 'secret', description: 7 });
  expect(plain(key.state)).toMatchObject({ id: 'ak_1', token: 'secret', description: null });
  const destination = await move('ngrok_event_destination', 'netingress_event_destination', {
    id: 'ed_1',
    format: 'json',
    target: [{ firehose: [{ auth: [] }] }],
  });
  expect(plain(destination.state)).toMatchObject({ id: 'ed_1', format: 'json', target: null });
});

test.each([
  ['0.8.0, with nested objects', (value: JsonObject): Json => value],
  ['0.7.0, with lists of one object', (value: JsonObject): Json => [value]],
])('the secret of a destination in a state of %s is moved by its name there', async (_, nested) => {
  const type = 'netingress_event_destination';
  const creds = { aws_access_key_id: 'AKIA1', aws_secret_access_key: 'hush' };
  const firehose = {
    auth: nested({ creds: nested(creds) }),
    delivery_stream_arn: 'arn:aws:firehose:us-east-1:123456789012:deliverystream/x',
  };
  const config = {
    format: 'json',
    target: {
      delivery_stream: {
        auth: { creds: { cloud_access_key_id: 'AKIA1', cloud_secret_access_key: 'hush' } },
        delivery_stream_rn: firehose.delivery_stream_arn,
      },
    },
  };
  const { id } = await harness.applied(type, config);
  const written = { id: String(id), format: 'json', target: nested({ firehose: nested(firehose), kinesis: null }) };
  const { state } = await move('ngrok_event_destination', type, written);
  const read = state && (await harness.read(type, state));
  expect(plain((await harness.plan(type, config, read)).planned)).toEqual(plain(read));
  expect(plain(read)).toMatchObject({ target: config.target });
});

test('an unset number of the old plugin SDK is not moved', async () => {
  const { state } = await move('ngrok_ssh_certificate_authority', 'netingress_ssh_certificate_authority', {
    id: 'sshca_1',
    key_size: 0,
    private_key_type: 'ed25519',
  });
  expect(plain(state)).toMatchObject({ key_size: null, private_key_type: 'ed25519' });
});

test('values that the other provider kept, and that the first apply would remove, are named in a warning', async () => {
  const type = 'netingress_tunnel_credential';
  const { id } = await harness.applied(type, { acl: ['bind:app.example.com'], description: 'edge' });
  const moved = await move('ngrok_credential', type, { id: String(id), description: 'edge' });
  const prior = moved.state && (await harness.read(type, moved.state));
  const { diagnostics } = await harness.plan(type, {}, prior, moved.private);
  expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
  expect(diagnostics[0]?.detail).toContain('Its description, acl are set at the service and not in the configuration');
  const kept = { acl: ['bind:app.example.com'], description: 'edge' };
  expect((await harness.plan(type, kept, prior, moved.private)).diagnostics).toEqual([]);
  expect((await harness.plan(type, {}, prior)).diagnostics).toEqual([]);
});

test('a restriction that the other provider enforces by default is not switched off without a warning', async () => {
  const type = 'netingress_ip_restriction';
  const policy = await harness.applied('netingress_ip_policy', {});
  const values = { type: 'api', ip_policy_ids: [String(policy['id'])] };
  const { id } = await harness.applied(type, { ...values, enforced: true, must_admit: [] });
  const moved = await move('ngrok_ip_restriction', type, { ...values, id: String(id), enforced: true });
  const prior = moved.state && (await harness.read(type, moved.state));
  const { diagnostics } = await harness.plan(type, values, prior, moved.private);
  expect(diagnostics[0]?.detail).toContain('Its enforced is set at the service');
});

test('after a move and a refresh the plan of the same configuration has no changes', async () => {
  const policy = await harness.applied('netingress_ip_policy', {});
  const values = { ip_policy_id: String(policy['id']), action: 'allow', cidr: '2001:db8::/32', description: 'edge' };
  const { id } = await harness.applied('netingress_ip_policy_rule', values);
  const written = { ...values, id: String(id), cidr: '2001:DB8::/32', metadata: '', action: 'allow' };
  const { state } = await move('ngrok_ip_policy_rule', 'netingress_ip_policy_rule', written);
  const read = state && (await harness.read('netingress_ip_policy_rule', state));
  const { planned, requiresReplace } = await harness.plan('netingress_ip_policy_rule', values, read);
  expect(plain(planned)).toEqual(plain(read));
  expect(requiresReplace).toEqual([]);
});

test('a value that cannot be read and that the state lacks may be configured once, as after an import', async () => {
  const type = 'netingress_ssh_certificate_authority';
  const values = { private_key_type: 'ecdsa', elliptic_curve: 'p384' };
  const { id } = await harness.applied(type, values);
  const moved = await move('ngrok_ssh_certificate_authority', type, { id: String(id), private_key_type: 'ecdsa' });
  const current = moved.state && (await harness.read(type, moved.state));
  const first = await harness.plan(type, values, current, moved.private);
  expect(first.requiresReplace).toEqual([]);
  const config = harness.config(type, values);
  const after = await harness.provider.applyResource({ ...first, type, config, prior: current });
  expect(after.diagnostics).toEqual([]);
  expect((await harness.plan(type, values, after.state, after.private)).planned).toEqual(after.state);
  const other = await harness.plan(type, { ...values, elliptic_curve: 'p521' }, after.state, after.private);
  expect(other.requiresReplace).toEqual([['elliptic_curve']]);
});

describe('a certificate management policy', () => {
  const type = 'netingress_domain';
  const set = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  const isDeletion = (request: string): boolean => request.startsWith('DELETE');
  const taken = async (domain: string, config: JsonObject, policy: JsonObject) => {
    harness = await createHarness('ngrok');
    const { id } = await harness.applied(type, config);
    const written = { id: String(id), domain, certificate_management_policy: policy };
    const moved = await move('ngrok_domain', type, written);
    return { moved, current: moved.state && (await harness.read(type, moved.state)) };
  };

  test('that is the server default of a wildcard domain is not stored, although the moved state contains it', async () => {
    const domain = '*.example.com';
    const { current } = await taken(domain, { domain }, set);
    expect(plain((await harness.plan(type, { domain }, current)).planned)).toEqual(plain(current));
    await harness.applied(type, { domain, description: 'edge' }, current);
    expect(harness.requests().filter(isDeletion)).toEqual([]);
    expect(harness.emulator.objects('domain')[0]).toMatchObject({ certificate_management_policy: set });
  });

  test.each([
    ['with another key type on a wildcard domain', '*.example.com', { ...set, private_key_type: 'rsa' }],
    ['on another domain', 'app.example.com', set],
  ])('%s was configured, so it is in the state', async (_, domain, policy) => {
    const config = { domain, certificate_management_policy: policy };
    const { current } = await taken(domain, config, policy);
    expect(plain(current)).toMatchObject({ certificate_management_policy: policy });
    expect(plain((await harness.plan(type, config, current)).planned)).toEqual(plain(current));
  });
});

test.each([
  [
    'another provider',
    'ngrok_ip_policy',
    'netingress_ip_policy',
    'ipp_1',
    'registry.terraform.io/a/b',
    "The source provider is 'registry.terraform.io/a/b'; expected registry.terraform.io/ngrok/ngrok or registry.opentofu.org/ngrok/ngrok",
  ],
  [
    'another kind',
    'ngrok_ip_policy',
    'netingress_domain',
    'ipp_1',
    address,
    'expected ngrok_domain or ngrok_reserved_domain',
  ],
  [
    'an unknown type',
    'ngrok_tunnel_group_backend',
    'netingress_ip_policy',
    'bkdtg_1',
    address,
    "The source type is 'ngrok_tunnel_group_backend'; expected ngrok_ip_policy",
  ],
  ['no id of the kind', 'ngrok_ip_policy', 'netingress_ip_policy', 'x', address, 'of the form ipp_'],
])('a state of %s is rejected', async (_, sourceType, target, id, provider, says) => {
  const { state, diagnostics } = await move(sourceType, target, { id }, provider);
  expect(state).toBeNull();
  expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  expect(diagnostics[0]?.detail).toContain(says);
});

describe.each([...getRegistry(KINDS).resources.keys()])('a move to %s', (type) => {
  const other = type === 'netingress_ip_policy' ? 'netingress_domain' : 'netingress_ip_policy';

  test.each([
    ['terraform_data', 'terraform.io/builtin/terraform', "The source provider is 'terraform.io/builtin/terraform'; "],
    ['ngrok_tunnel_group_backend', address, "The source type is 'ngrok_tunnel_group_backend'; expected "],
    [
      other,
      'terraform.local/netingress/netingress',
      `The source type is '${other}'; expected ${type}: an object keeps its type. `,
    ],
  ])('from %s is refused with what to do', async (sourceType, provider, problem) => {
    const { state, diagnostics } = await move(sourceType, type, { id: 'ipp_1' }, provider);
    expect(state).toBeNull();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.detail.startsWith(problem)).toBe(true);
    expect(diagnostics[0]?.detail).toMatch(/ Remove the moved block(, and import the .+ instead|: the next apply)/);
    const keeps = 'write a removed block with destroy = false';
    expect(diagnostics[0]?.detail.includes(keeps)).toBe(sourceType === other);
  });

  test('from the provider at another address keeps the state', async () => {
    const { state, diagnostics, ...moved } = await move(
      type,
      type,
      { id: 'x_1' },
      'registry.acme.com/tools/netingress',
    );
    expect(diagnostics).toEqual([]);
    expect(moved.private).toEqual(PRIVATE);
    expect(Object.entries(plain(state) as JsonObject).filter(([, value]) => value !== null)).toEqual([['id', 'x_1']]);
  });
});

test.each([
  ['netingress_ip_policy_rules', 'import the IP policy rule set by the id of the IP policy instead'],
  ['netingress_domain_certificate', 'import the certificate of a domain by the id of the domain instead'],
  ['netingress_rotation', 'Remove the moved block: the next apply creates the rotation'],
])('the error about a move to %s says how to get one', async (type, says) => {
  const { diagnostics } = await move('terraform_data', type, { id: 'x' }, 'terraform.io/builtin/terraform');
  expect(diagnostics[0]?.detail).toContain('expected none, because no other provider has such a type. ');
  expect(diagnostics[0]?.detail).toContain(says);
});
