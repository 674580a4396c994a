// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.
import { graphFromAccount } from '../../src/graph/build/from-objects';
import { findObjectReferences } from '../../src/graph/build/references';
import { createInventory } from '../support/account';

const policy = (id: string): string =>
  JSON.stringify({
    on_tcp_connect: [
      { actions: [{ type: 'terminate-tls', config: { mutual_tls_certificate_authorities: ['ca_1'] } }] },
    ],
    on_http_request: [
      { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [id] } }] },
      { actions: [{ type: 'custom-response', config: { body: 'Hi ${req.host}' } }] },
    ],
  });

test('in a configuration the reference of a policy is the expression in it', () => {
  const text = policy('PLACE')
    .replace('${req', '$${req')
    .replace('"PLACE"', '${jsonencode(netingress_ip_policy.a.id)}');
  expect(findObjectReferences('cloud_endpoint', { traffic_policy: text }, true)).toContainEqual(
    expect.objectContaining({ kind: 'ip_policy', value: '${netingress_ip_policy.a.id}' }),
  );
});

test('a deployed policy is drawn with its certificate authority, IP policy and rules, secret and internal endpoint', () => {
  const object = (id: string, values: Record<string, string>) => ({ id, values: { id, ...values } });
  const of = (type: string, config: object) => ({ actions: [{ type, config }] });
  const rules = [
    of('restrict-ips', { enforce: true, ip_policies: ['ipp_1'] }),
    of('basic-auth', { credentials: ['a:${secrets.get("web", "admin")}'] }),
    of('forward-internal', { url: 'https://App.internal:443' }),
  ];
  const account = createInventory({
    certificate_authority: [object('ca_1', {})],
    ip_policy: [object('ipp_1', { description: 'Offices' })],
    ip_policy_rule: [object('ipr_1', { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8', action: 'allow' })],
    vault: [object('vault_1', { name: 'web' })],
    secret: [object('secret_1', { vault_id: 'vault_1', vault_name: 'web', name: 'admin' })],
    cloud_endpoint: [
      object('ep_1', { url: 'https://app.internal', traffic_policy: policy('ipp_1') }),
      object('ep_2', { url: 'https://www.example.com', traffic_policy: JSON.stringify({ on_http_request: rules }) }),
    ],
  });
  expect(graphFromAccount(account).edges.map(({ from, to }) => `${from} -> ${to}`)).toEqual(
    expect.arrayContaining([
      'cloud_endpoint ep_1 -> certificate_authority ca_1',
      'cloud_endpoint ep_1 -> ip_policy ipp_1',
      'cloud_endpoint ep_2 -> ip_policy ipp_1',
      'ip_policy_rule ipr_1 -> ip_policy ipp_1',
      'cloud_endpoint ep_2 -> secret secret_1',
      'cloud_endpoint ep_2 -> cloud_endpoint ep_1',
    ]),
  );
});

test('a policy that cannot be parsed has no references', () => {
  expect(findObjectReferences('cloud_endpoint', { traffic_policy: 'on_http_request: [' })).toEqual([]);
});
