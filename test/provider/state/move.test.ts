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
const TYPES = PROFILES.ngrok.terraformProvider?.types ?? {};
const address = 'registry.terraform.io/ngrok/ngrok';
const move = (sourceType: string, targetType: string, state: JsonObject, sourceProvider = address) =>
  harness.provider.moveState({ sourceProvider, sourceType, version: 0, targetType, state, private: PRIVATE });

/** Moves the state and refreshes it. */
async function moveAndRead(sourceType: string, type: string, state: JsonObject) {
  const moved = await move(sourceType, type, state);
  return { private: moved.private, state: moved.state && (await harness.read(type, moved.state)) };
}

const given = (value: unknown) => Object.entries(plain(value) as JsonObject).filter(([, member]) => member !== null);

test('kubernetes_operator is the one kind without source types', () => {
  const known: string[] = Object.values(TYPES);
  expect(KINDS.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual(['kubernetes_operator']);
});

test.each(Object.entries(TYPES))('%s becomes a %s', async (type, name) => {
  const kind = getKind(name);
  const id = `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
  const state = { id, description: 'edge', metadata: '', unheard_of: [{ a: 1 }] };
  const { state: moved, diagnostics } = await move(type, `netingress_${name}`, state);
  expect(diagnostics).toEqual([]);
  expect(given(moved)).toEqual([['id', id], ...('description' in kind.attributes ? [['description', 'edge']] : [])]);
  // OpenTofu writes the address of its own registry.
  const openTofu = await move(type, `netingress_${name}`, state, 'registry.opentofu.org/ngrok/ngrok');
  expect(openTofu.state).toEqual(moved);
});

test.each([
  ['api_key', { id: 'ak_1', token: 'secret', description: 7 }, { id: 'ak_1', token: 'secret', description: null }],
  ['event_destination', { id: 'ed_1', target: [{ firehose: [{ auth: [] }] }] }, { id: 'ed_1', target: null }],
  // The old plugin SDK writes 0 for an unset number.
  ['ssh_certificate_authority', { id: 'sshca_1', key_size: 0 }, { id: 'sshca_1', key_size: null }],
] as const)(
  'a moved %s has the values of its state, also a secret, but none that is unset or of another type',
  async (kind, state, expected) => {
    expect(plain((await move(`ngrok_${kind}`, `netingress_${kind}`, state as never)).state)).toMatchObject(expected);
  },
);

test.each([
  ['0.8.0, with nested objects', (value: JsonObject): Json => value],
  ['0.7.0, with lists of one object', (value: JsonObject): Json => [value]],
])('the secret of a destination in a state of %s is moved by its name there', async (_, nested) => {
  const type = 'netingress_event_destination';
  const creds = { cloud_access_key_id: 'AKIA1', cloud_secret_access_key: 'hush' };
  const arn = 'arn:aws:firehose:us-east-1:123456789012:deliverystream/x';
  const config = { format: 'json', target: { delivery_stream: { auth: { creds }, delivery_stream_rn: arn } } };
  const { id } = await harness.applied(type, config);
  const theirs = nested({ aws_access_key_id: 'AKIA1', aws_secret_access_key: 'hush' });
  const firehose = nested({ auth: nested({ creds: theirs }), delivery_stream_arn: arn });
  const written = { id: String(id), format: 'json', target: nested({ firehose, kinesis: null }) };
  const { state } = await moveAndRead('ngrok_event_destination', type, written);
  expect(plain((await harness.plan(type, config, state)).planned)).toEqual(plain(state));
  expect(plain(state)).toMatchObject({ target: config.target });
});

test('values that the other provider kept, and that the first apply would remove, are named in a warning', async () => {
  const type = 'netingress_tunnel_credential';
  const kept = { acl: ['bind:app.example.com'], description: 'edge' };
  const { id } = await harness.applied(type, kept);
  const moved = await moveAndRead('ngrok_credential', type, { id: String(id), description: 'edge' });
  const detail = expect.stringContaining('Its description, acl are set at the service and not in the configuration');
  const { diagnostics } = await harness.plan(type, {}, moved.state, moved.private);
  expect(diagnostics).toMatchObject([{ severity: 'warning', detail }]);
  expect((await harness.plan(type, kept, moved.state, moved.private)).diagnostics).toEqual([]);
  expect((await harness.plan(type, {}, moved.state)).diagnostics).toEqual([]);
});

test('a restriction that the other provider enforces by default is not switched off without a warning', async () => {
  const type = 'netingress_ip_restriction';
  const policy = await harness.applied('netingress_ip_policy', {});
  const values = { type: 'api', ip_policy_ids: [String(policy['id'])] };
  const { id } = await harness.applied(type, { ...values, enforced: true, must_admit: [] });
  const moved = await moveAndRead('ngrok_ip_restriction', type, { ...values, id: String(id), enforced: true });
  const { diagnostics } = await harness.plan(type, values, moved.state, moved.private);
  expect(diagnostics[0]?.detail).toContain('Its enforced is set at the service');
});

test('after a move and a refresh the plan of the same configuration has no changes', async () => {
  const type = 'netingress_ip_policy_rule';
  const policy = await harness.applied('netingress_ip_policy', {});
  const values = { ip_policy_id: String(policy['id']), action: 'allow', cidr: '2001:db8::/32', description: 'edge' };
  const { id } = await harness.applied(type, values);
  const written = { ...values, id: String(id), cidr: '2001:DB8::/32', metadata: '' };
  const { state } = await moveAndRead('ngrok_ip_policy_rule', type, written);
  const { planned, requiresReplace } = await harness.plan(type, values, state);
  expect([plain(planned), requiresReplace]).toEqual([plain(state), []]);
});

test('a value that cannot be read and that the state lacks may be configured once, as after an import', async () => {
  const type = 'netingress_ssh_certificate_authority';
  const values = { private_key_type: 'ecdsa', elliptic_curve: 'p384' };
  const { id } = await harness.applied(type, values);
  const written = { id: String(id), private_key_type: 'ecdsa' };
  const prior = await moveAndRead('ngrok_ssh_certificate_authority', type, written);
  const first = await harness.plan(type, values, prior.state, prior.private);
  expect(first.requiresReplace).toEqual([]);
  const config = harness.config(type, values);
  const after = await harness.provider.applyResource({ ...first, type, config, prior: prior.state });
  expect(after.diagnostics).toEqual([]);
  expect((await harness.plan(type, values, after.state, after.private)).planned).toEqual(after.state);
  const other = await harness.plan(type, { ...values, elliptic_curve: 'p521' }, after.state, after.private);
  expect(other.requiresReplace).toEqual([['elliptic_curve']]);
});

describe('a certificate management policy', () => {
  const type = 'netingress_domain';
  const set = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  const taken = async (domain: string, config: JsonObject, policy: JsonObject) => {
    const { id } = await harness.applied(type, config);
    const written = { id: String(id), domain, certificate_management_policy: policy };
    return (await moveAndRead('ngrok_domain', type, written)).state;
  };

  test('that is the server default of a wildcard domain is not stored, although the moved state contains it', async () => {
    const domain = '*.example.com';
    const current = await taken(domain, { domain }, set);
    expect(plain((await harness.plan(type, { domain }, current)).planned)).toEqual(plain(current));
    await harness.applied(type, { domain, description: 'edge' }, current);
    expect(harness.requests().filter((request) => request.startsWith('DELETE'))).toEqual([]);
    expect(harness.emulator.objects('domain')[0]).toMatchObject({ certificate_management_policy: set });
  });

  test.each([
    ['with another key type on a wildcard domain', '*.example.com', { ...set, private_key_type: 'rsa' }],
    ['on another domain', 'app.example.com', set],
  ])('%s was configured, so it is in the state', async (_, domain, policy) => {
    const config = { domain, certificate_management_policy: policy };
    const current = await taken(domain, config, policy);
    expect(plain(current)).toMatchObject({ certificate_management_policy: policy });
    expect(plain((await harness.plan(type, config, current)).planned)).toEqual(plain(current));
  });
});

const [policy, domain] = ['netingress_ip_policy', 'netingress_domain'];
const expected = 'expected registry.terraform.io/ngrok/ngrok or registry.opentofu.org/ngrok/ngrok';
test.each([
  ['ngrok_ip_policy', policy, 'ipp_1', 'registry.terraform.io/a/b', `'registry.terraform.io/a/b'; ${expected}`],
  ['ngrok_ip_policy', domain, 'ipp_1', address, 'expected ngrok_domain or ngrok_reserved_domain'],
  ['ngrok_backend', policy, 'b_1', address, "The source type is 'ngrok_backend'; expected ngrok_ip_policy"],
  ['ngrok_ip_policy', policy, 'x', address, 'of the form ipp_'],
])('a state of %s is not moved to %s with the id %s from %s', async (sourceType, target, id, provider, says) => {
  const { state, diagnostics } = await move(sourceType, target, { id }, provider);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: 'error', detail: expect.stringContaining(says) }]);
});

describe.each([...getRegistry(KINDS).resources.keys()])('a move to %s', (type) => {
  const other = type === policy ? domain : policy;
  const own = 'terraform.local/netingress/netingress';

  test.each([
    ['terraform_data', 'terraform.io/builtin/terraform', "The source provider is 'terraform.io/builtin/terraform'; "],
    ['ngrok_tunnel_group_backend', address, "The source type is 'ngrok_tunnel_group_backend'; expected "],
    [other, own, `The source type is '${other}'; expected ${type}: an object keeps its type. `],
    [
      type,
      'registry.acme.com/tools/fork',
      "The source provider is 'registry.acme.com/tools/fork'; expected netingress. ",
    ],
  ])('from %s is refused with what to do', async (sourceType, provider, problem) => {
    const { state, diagnostics } = await move(sourceType, type, { id: 'ipp_1' }, provider);
    expect([state, diagnostics.length]).toEqual([null, 1]);
    const { detail = '' } = diagnostics[0] ?? {};
    expect(detail.startsWith(problem)).toBe(true);
    expect(detail).toMatch(/ Remove the moved block(, and import the .+ instead|: the next apply)/);
    expect(detail.includes('write a removed block with destroy = false')).toBe(sourceType === other);
  });

  test('from the provider at another address keeps the state', async () => {
    const moved = await move(type, type, { id: 'x_1' }, 'registry.acme.com/tools/netingress');
    expect([moved.diagnostics, moved.private, given(moved.state)]).toEqual([[], PRIVATE, [['id', 'x_1']]]);
  });
});

test.each([
  ['netingress_ip_policy_rules', 'import the IP policy rule set by the id of the IP policy instead'],
  ['netingress_domain_certificate', 'import the certificate of a domain by the id of the domain instead'],
  ['netingress_rotation', 'Remove the moved block: the next apply creates the rotation'],
])('the error about a move to %s says how to get one', async (type, says) => {
  const { diagnostics } = await move('terraform_data', type, { id: 'x' }, 'terraform.io/builtin/terraform');
  expect(diagnostics[0]?.detail).toContain('expected none, because no type of another provider can become one. ');
  expect(diagnostics[0]?.detail).toContain(says);
});
