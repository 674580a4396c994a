import { createApi, listAll } from '../../support/emulator/api';
import { certificateBody } from '../../support/emulator/pki';
import { SPEC_KINDS } from '../../support/kinds';

async function listed(filter: string) {
  const api = createApi();
  const one = await api.create('/ip_policies', { description: 'one' });
  const two = await api.create('/ip_policies', {});
  const rule = { cidr: '10.0.0.0/8' };
  await api.create('/ip_policy_rules', { ...rule, ip_policy_id: one.id, action: 'allow' });
  await api.create('/ip_policy_rules', { ...rule, ip_policy_id: two.id, action: 'deny' });
  return api.send('GET', `/ip_policy_rules?filter=${encodeURIComponent(filter.replace('<one>', one.id))}`);
}

test.each<[string, string[]]>([
  ['obj.ip_policy.id == "<one>"', ['allow']],
  ['obj.ip_policy == "<one>"', ['allow']],
  ['obj.ip_policy != "<one>" && obj.ip_policy != null', ['deny']],
  ['obj.action == "deny"', ['deny']],
  ['obj.description == ""', ['deny', 'allow']],
])('the filter %s is supported', async (filter, actions) => {
  const { status, body } = await listed(filter);
  expect(status).toBe(200);
  expect((body['ip_policy_rules'] as { action: string }[]).map(({ action }) => action)).toEqual(actions);
});

test.each([
  ['obj.id.startsWith("ipr_")', 'uses startsWith(); expected a comparison such as obj.id == "…"'],
  ['obj.ip_policy.contains("a")', 'uses contains(); expected a comparison such as obj.ip_policy.id == "…"'],
  ['obj.action', 'is a string; expected a condition'],
  ['obj.', 'is not CEL'],
  ['', 'is empty'],
])('the filter %j is rejected and not ignored: it %s', async (filter, why) => {
  const response = await listed(filter);
  expect(response).toMatchObject({ status: 400, body: { error_code: 'ERR_250', msg: expect.stringContaining(why) } });
});

test('each kind with a filter supports its fields, and rejects uri, sources, format and enforced', async () => {
  const api = createApi();
  for (const kind of SPEC_KINDS.filter(({ listFilter }) => listFilter)) {
    const allowed = ['id', 'created_at', 'description', 'metadata', ...(kind.filterFields ?? [])];
    for (const field of [...allowed, 'uri', 'sources', 'format', 'enforced']) {
      const { status } = await api.send('GET', `${kind.path}?filter=${encodeURIComponent(`obj.${field} == null`)}`);
      expect([kind.name, field, status]).toEqual([kind.name, field, allowed.includes(field) ? 200 : 400]);
    }
  }
});

/** docs/internals/gaps.md section 1.3. `owner_id` is missing, because no object of the specification has it. */
test('the filterable fields are those of the service', () => {
  const fields = Object.fromEntries(
    SPEC_KINDS.flatMap(({ name, filterFields }) =>
      filterFields && filterFields.length > 0 ? [[name, filterFields]] : [],
    ),
  );
  expect(fields).toEqual({
    ip_policy_rule: ['ip_policy.id', 'cidr', 'action'],
    agent_ingress: ['domain'],
    tls_certificate: ['subject_common_name', 'not_before', 'not_after', 'serial_number'],
    certificate_authority: ['subject_common_name', 'not_before', 'not_after'],
    domain: ['domain', 'region', 'cname_target', 'certificate.id', 'acme_challenge_cname_target'],
    tcp_address: ['addr', 'region'],
    tunnel_credential: ['acl'],
    ssh_public_key: ['acl'],
  });
});

test.each(['kubernetes_operators', 'ssh_host_certificates', 'ssh_user_certificates'])(
  '%s take no filter',
  async (path) => {
    expect((await createApi().send('GET', `/${path}?filter=true`)).body).toMatchObject({ error_code: 'ERR_231' });
  },
);

test('filters support attributes set by the service', async () => {
  const api = createApi();
  const certificate = await api.create('/tls_certificates', await certificateBody({ serialNumber: '0abc' }));
  await api.create('/reserved_domains', { domain: 'a.example.com', certificate_id: certificate.id });
  const address = await api.create('/reserved_addrs', { region: 'eu' });
  const found = async (path: string, key: string, filter: string) => {
    const { status, body } = await api.send('GET', `${path}?filter=${encodeURIComponent(filter)}`);
    expect(status).toBe(200);
    return (body[key] as unknown[]).length;
  };
  for (const [path, key, right, wrong] of [
    ['/tls_certificates', 'tls_certificates', 'serial_number == "0abc"', 'serial_number == "0abd"'],
    ['/reserved_domains', 'reserved_domains', `certificate.id == "${certificate.id}"`, 'certificate.id == null'],
    ['/reserved_domains', 'reserved_domains', 'acme_challenge_cname_target == null', 'cname_target == null'],
    ['/reserved_addrs', 'reserved_addrs', `addr == "${String(address['addr'])}"`, 'region == "us"'],
  ] as const) {
    expect([right, await found(path, key, `obj.${right}`)]).toEqual([right, 1]);
    expect([wrong, await found(path, key, `obj.${wrong}`)]).toEqual([wrong, 0]);
  }
});

test('a filter by the policy alone lists what the same condition in other words lists', async () => {
  const api = createApi();
  const policies = [await api.create('/ip_policies', {}), await api.create('/ip_policies', {})];
  const rules: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const rule = { ip_policy_id: policies[n % 2]?.id as string, cidr: `10.0.${n}.0/24`, action: 'allow' };
    rules.push((await api.create('/ip_policy_rules', rule)).id);
  }
  await api.send('PATCH', `/ip_policy_rules/${rules[2]}`, { description: 'changed' });
  await api.send('DELETE', `/ip_policy_rules/${rules[4]}`);
  const list = async (filter: string): Promise<unknown[]> => {
    const path = `/ip_policy_rules?limit=2&filter=${encodeURIComponent(filter)}`;
    return (await listAll(api, path, 'ip_policy_rules')).map(({ id }) => id);
  };
  for (const { id } of policies)
    expect(await list(`obj.ip_policy.id == "${id}"`)).toEqual(await list(`"${id}" == obj.ip_policy.id`));
  expect(await list(`obj.ip_policy == "${policies[0]?.id}"`)).toEqual([8, 6, 2, 0].map((n) => rules[n]));
});
