/** Requests to the copy of the account stand for the apply. */
import type { JsonObject } from '../../src/values/json';
import { appForEach } from '../support/preview/app';
import { reportRequests } from '../support/preview/requested-change';

describe('restrictions', () => {
  const app = appForEach();

  test('a rule that admits everybody is named beside the equal access, and a new one in the danger', async () => {
    const { id } = await app.create('/ip_policies', { description: 'Offices' });
    const open = { ip_policy_id: id, cidr: '0.0.0.0/0', action: 'allow', description: 'Test' };
    await app.create('/ip_policy_rules', open);
    await app.create('/ip_restrictions', { type: 'dashboard', enforced: true, ip_policy_ids: [id] });
    const address = 'netingress_ip_policy_rule.lisbon';
    const lisbon = (cidr: string) =>
      reportRequests({ env: app.env }, ({ create }) =>
        create('/ip_policy_rules', { ...open, cidr, description: 'Lisbon' }, { address }),
      );
    const report = await lisbon('198.51.100.0/24');
    // No address is named without --address.
    const admits_all_because = ["allow 0.0.0.0/0 'Test' of 'Offices'"];
    expect(report.access).toMatchObject([{ admits_all_because, named_addresses: [] }]);
    const causes = [{ rule: "allow ::/0 'Lisbon' of 'Offices' (new)", stack: 'all', path: 'all/lisbon' }];
    expect((await lisbon('::/0')).dangers).toMatchObject([{ type: 'policy_admits_all', causes }]);
  });
});

describe('cloud endpoints', () => {
  const app = appForEach({ profile: 'ngrok' });
  const reply = { type: 'custom-response', config: { status_code: 200 } };
  const policy = (...rules: readonly JsonObject[]): string => JSON.stringify({ on_http_request: rules });
  const restricted = (config: JsonObject): string => policy({ actions: [{ type: 'restrict-ips', config }, reply] });

  const createEndpoint = async (
    create: (path: string, body: JsonObject) => Promise<unknown>,
    name: string,
    traffic_policy: string,
  ): Promise<string> => {
    await create('/reserved_domains', { domain: `${name}.example.com` });
    const endpoint = { url: `https://${name}.example.com`, type: 'cloud', bindings: ['public'], traffic_policy };
    const created = await create('/endpoints', endpoint);
    return typeof created === 'string' ? created : (created as { readonly id: string }).id;
  };

  test('rules, policies and conditions that change are reported for each endpoint, with the addresses that are admitted and shut out; a replaced endpoint with the same URL and policy is not reported', async () => {
    const office = (await app.create('/ip_policies', { description: 'Office' })).id;
    const rule = { ip_policy_id: office, action: 'allow' };
    const berlin = (await app.create('/ip_policy_rules', { ...rule, cidr: '203.0.113.0/24' })).id;
    const ofOffice = restricted({ ip_policies: [office] });
    const contains = { expressions: ["conn.client_ip.contains('10.')"], actions: [reply] };
    const odd = policy(contains, { actions: [{ type: 'deny' }] });
    const keptPolicy = restricted({ allow: ['198.51.100.0/24'] });
    const [open, , gone, kept] = [
      await createEndpoint(app.create, 'open', ofOffice),
      await createEndpoint(app.create, 'team', ofOffice),
      await createEndpoint(app.create, 'gone', ofOffice),
      await createEndpoint(app.create, 'kept', keptPolicy),
      await createEndpoint(app.create, 'steady', odd),
    ];
    const report = await reportRequests({ env: app.env, gates: { noNewAccess: true } }, async ({ send, create }) => {
      await send('DELETE', `/ip_policy_rules/${berlin}`);
      await create('/ip_policy_rules', { ...rule, cidr: '203.0.113.0/25' });
      await send('PATCH', `/endpoints/${open}`, { traffic_policy: policy({ actions: [reply] }) });
      await send('DELETE', `/endpoints/${gone}`);
      const isPrivate = { expressions: ["req.url.path == '/private'"], actions: [{ type: 'deny' }] };
      await createEndpoint(create, 'fresh', policy(isPrivate, { actions: [reply] }));
      await createEndpoint(create, 'odd', odd);
      await send('DELETE', `/endpoints/${kept}`);
      const again = { url: 'https://kept.example.com', type: 'cloud', bindings: ['public'] };
      await create('/endpoints', { ...again, traffic_policy: keptPolicy });
    });
    expect(report).toMatchObject({ result: 'gate_failed', exit_status: 2 });
    const ofKept = report.objects.filter(({ name }) => name.includes('kept'));
    expect(ofKept.map(({ action }) => action).sort()).toEqual(['create', 'destroy']);
    const changes = report.endpoints.map(
      ({ url, before: was, after: is, newly_admitted: added, newly_shut_out: removed, depends }) => [
        new URL(url).hostname,
        `${was} to ${is}`,
        `${added.ipv4} and ${added.ipv6}`,
        removed.networks.map(({ cidr }) => cidr),
        added.possible.networks.length + removed.possible.networks.length > 0 ? 'undecided' : 'decided',
        depends,
      ],
    );
    const everything = `${2n ** 32n} and ${2n ** 128n}`;
    const outsideOfOffice = `${2n ** 32n - 256n} and ${2n ** 128n}`;
    expect(changes).toEqual([
      ['fresh.example.com', 'absent to served', everything, [], 'decided', ['req.url.path == "/private"']],
      ['gone.example.com', 'served to absent', '0 and 0', ['203.0.113.0/24'], 'decided', []],
      ['odd.example.com', 'absent to served', '0 and 0', [], 'undecided', ['conn.client_ip.contains("10.")']],
      ['open.example.com', 'served to served', outsideOfOffice, [], 'decided', []],
      ['team.example.com', 'served to served', '0 and 0', ['203.0.113.128/25'], 'decided', []],
    ]);
  });

  test('a new value of a secret that a policy reads may be new access', async () => {
    const vault = (await app.create('/vaults', { name: 'keys' })).id;
    const secret = (await app.create('/vault_secrets', { vault_id: vault, name: 'path', value: '/first' })).id;
    const isPath = { expressions: ["req.url.path == secrets.get('keys', 'path')"], actions: [reply] };
    await createEndpoint(app.create, 'secret', policy(isPath, { actions: [{ type: 'deny' }] }));
    const change = (method: string, path: string, body: JsonObject) =>
      reportRequests({ env: app.env, gates: { noNewAccess: true } }, ({ send }) => send(method, path, body));
    const other = await change('POST', '/ip_policies', {});
    expect(other).toMatchObject({ exit_status: 0, gates: [{ result: 'passed' }] });
    const value = await change('PATCH', `/vault_secrets/${secret}`, { value: '/second' });
    expect(value).toMatchObject({ exit_status: 3, gates: [{ result: 'not_decided' }] });
  });
});
