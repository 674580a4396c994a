import { createApi } from './api';
import { isAuthority, makeCertificate } from './pki';

async function listed(filter: string) {
  const api = createApi();
  const one = await api.make('/ip_policies', { description: 'one' });
  const two = await api.make('/ip_policies', {});
  for (const { id } of [one, two]) {
    await api.make('/ip_policy_rules', {
      ip_policy_id: id,
      cidr: '10.0.0.0/8',
      action: id === one.id ? 'allow' : 'deny',
    });
  }
  const text = filter.replace('<one>', one.id);
  return api.send('GET', `/ip_policy_rules?filter=${encodeURIComponent(text)}`);
}

test.each<[string, string[]]>([
  ['obj.ip_policy.id == "<one>"', ['allow']],
  ['obj.action == "deny"', ['deny']],
  ['obj.action == "deny" || obj.ip_policy.id == "<one>"', ['deny', 'allow']],
  ['obj.action == "deny" && obj.ip_policy.id == "<one>"', []],
  ['obj.description == ""', ['deny', 'allow']],
])('the filter %s is served', async (filter, actions) => {
  const { status, body } = await listed(filter);
  expect(status).toBe(200);
  expect((body['ip_policy_rules'] as { action: string }[]).map(({ action }) => action)).toEqual(actions);
});

test.each(['obj.uri == "x"', 'obj.cidr.startsWith("10.")', 'size(obj.cidr) > 3', 'cidr == "x"', ''])(
  'the filter %j is refused by name instead of being ignored',
  async (filter) => {
    expect(await listed(filter)).toMatchObject({ status: 400, body: { error_code: 'ERR_250' } });
  },
);

test.each(['/kubernetes_operators', '/ssh_host_certificates', '/ssh_user_certificates'])(
  '%s takes no filter',
  async (path) => {
    expect(await createApi().send('GET', `${path}?filter=true`)).toMatchObject({
      status: 400,
      body: { error_code: 'ERR_231' },
    });
  },
);

test('certificates, authorities, domains and addresses are found by what the service set', async () => {
  const api = createApi();
  const { pem, keyPem } = await makeCertificate({
    subject: 'CN=mine',
    serialNumber: '0abc',
    extensions: [isAuthority],
  });
  await api.make('/certificate_authorities', { ca_pem: pem });
  const certificate = await api.make('/tls_certificates', { certificate_pem: pem, private_key_pem: keyPem });
  const domain = await api.make('/reserved_domains', { domain: 'a.example.com', certificate_id: certificate.id });
  const address = await api.make('/reserved_addrs', { region: 'eu' });
  const found = async (path: string, key: string, filter: string) => {
    const { status, body } = await api.send('GET', `${path}?filter=${encodeURIComponent(filter)}`);
    expect(status).toBe(200);
    return (body[key] as unknown[]).length;
  };
  for (const [path, key, right, wrong] of [
    [
      '/certificate_authorities',
      'certificate_authorities',
      'subject_common_name == "mine"',
      'subject_common_name == ""',
    ],
    ['/certificate_authorities', 'certificate_authorities', 'not_after == "2031-01-01T12:30:15Z"', 'not_before == ""'],
    ['/tls_certificates', 'tls_certificates', 'serial_number == "0abc"', 'serial_number == "0abd"'],
    ['/reserved_domains', 'reserved_domains', `certificate.id == "${certificate.id}"`, 'certificate.id == ""'],
    ['/reserved_domains', 'reserved_domains', 'acme_challenge_cname_target == ""', 'cname_target == ""'],
    ['/reserved_domains', 'reserved_domains', `id == "${domain.id}"`, 'domain == "b.example.com"'],
    ['/reserved_addrs', 'reserved_addrs', `addr == "${String(address['addr'])}"`, 'region == "us"'],
  ] as const) {
    expect([right, await found(path, key, `obj.${right}`)]).toEqual([right, 1]);
    expect([wrong, await found(path, key, `obj.${wrong}`)]).toEqual([wrong, 0]);
  }
});

test.each(['/credentials', '/ssh_credentials'])(
  '%s refuses a comparison with its access list by name',
  async (path) => {
    const answer = await createApi().send('GET', `${path}?filter=${encodeURIComponent('obj.acl == "*"')}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'ERR_250', msg: expect.stringContaining('a list') },
    });
  },
);
