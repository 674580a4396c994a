// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.
import { findReferences } from '../../src/graph/build/references';

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

test('an endpoint refers to the objects of its traffic policy', () => {
  const references = findReferences('cloud_endpoint', { url: 'https://a.internal', traffic_policy: policy('ipp_1') });
  expect(references).toEqual([
    expect.objectContaining({ path: 'traffic_policy', kind: 'certificate_authority', value: 'ca_1' }),
    expect.objectContaining({ path: 'traffic_policy', kind: 'ip_policy', value: 'ipp_1' }),
  ]);
});

test('in a configuration the references are expressions', () => {
  const text = policy('PLACE')
    .replace('${req', '$${req')
    .replace('"PLACE"', '${jsonencode(netingress_ip_policy.a.id)}');
  const references = findReferences('cloud_endpoint', { traffic_policy: text });
  expect(references).toContainEqual(
    expect.objectContaining({ kind: 'ip_policy', value: '${netingress_ip_policy.a.id}' }),
  );
});

test('a policy that cannot be parsed has no references', () => {
  expect(findReferences('cloud_endpoint', { traffic_policy: 'on_http_request: [' })).toEqual([]);
});
