/**
 * Resources that belong together: what a synthesis orders, what it warns about, and references to pre-existing ones.
 */
import { type App, TerraformStack, TerraformVariable } from 'cdktf';
import {
  AccessRestriction,
  AgentIngressDomain,
  AuditTrail,
  CloudEndpoint,
  ClusterOperator,
  Domain,
  IpAllowList,
  IpPolicy,
  TlsCertificate,
} from '../../src';
import { annotationsOf } from '../support/constructs/annotations';
import { bodiesOf, newStack, removeFolders, render, stackWith } from '../support/constructs/synth';
import { makeCertificate } from '../support/emulator/pki';
import { expression } from '../support/expression';

afterEach(removeFolders);

describe('domains and the cloud endpoints on them', () => {
  const trafficPolicy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';

  function synthesize(declare: (stack: TerraformStack) => void) {
    const { resource } = render(stackWith(declare, { profile: 'ngrok' }));
    return { domains: resource['netingress_domain'] ?? {}, endpoints: resource['netingress_cloud_endpoint'] ?? {} };
  }

  test('a domain has no lifecycle of its own, and an endpoint that refers to it no depends_on', () => {
    const { domains, endpoints } = synthesize((stack) => {
      const domain = new Domain(stack, 'app', { domain: 'app.example.com', region: 'eu' });
      new CloudEndpoint(stack, 'www', { url: `https://${domain.domain}`, trafficPolicy });
    });
    expect(domains['app']).not.toHaveProperty('lifecycle');
    expect(endpoints['www']).not.toHaveProperty('depends_on');
  });

  test.each([
    ['https://App.example.com:443', 'app.example.com'],
    ['https://app.example.com', 'app.example.com.'],
    ['https://a.b.example.com', '*.example.com'],
  ])('an endpoint with the literal URL %s depends on the domain %s, which is declared after it', (url, domain) => {
    const { endpoints } = synthesize((stack) => {
      new CloudEndpoint(stack, 'www', { url, trafficPolicy });
      new Domain(stack, 'app', { domain });
    });
    expect(endpoints['www']?.['depends_on']).toEqual(['netingress_domain.app']);
  });

  test('a domain keeps the lifecycle that the app gives it; the endpoint on it depends on it, and another one does not', () => {
    const { domains, endpoints } = synthesize((stack) => {
      new Domain(stack, 'app', { domain: 'app.example.com', lifecycle: { createBeforeDestroy: true } });
      new CloudEndpoint(stack, 'www', { url: 'https://app.example.com', trafficPolicy });
      new CloudEndpoint(stack, 'inner', { url: 'https://app.internal', trafficPolicy });
    });
    expect(domains['app']?.['lifecycle']).toEqual({ create_before_destroy: true });
    expect(endpoints['www']?.['depends_on']).toEqual(['netingress_domain.app']);
    expect(endpoints['inner']).not.toHaveProperty('depends_on');
  });
});

describe('a domain and its certificate', () => {
  async function certificateFor(stack: TerraformStack, id: string, ...dnsNames: string[]): Promise<TlsCertificate> {
    const { pem, keyPem } = await makeCertificate({
      dnsNames,
      validity: { notBefore: new Date(), notAfter: new Date(Date.now() + 86_400_000) },
    });
    return new TlsCertificate(stack, id, { certificatePem: pem, privateKeyPem: keyPem });
  }

  const WARNING = (path: string) =>
    `www: certificateId is a certificate for b.example.com, and domain is 'www.example.com'; expected a certificate for www.example.com or *.example.com, since clients reject others (${path}).`;

  test('a certificate without the name of the domain is a warning, also one of another stack', async () => {
    const stack = newStack();
    const own = await certificateFor(stack, 'own', 'b.example.com');
    new Domain(stack, 'www', { domain: 'www.example.com', certificateId: own.id });
    expect(annotationsOf(stack)).toEqual([WARNING('stack/own')]);

    const other = await certificateFor(new TerraformStack(stack.node.root as App, 'second'), 'other', 'b.example.com');
    const user = new TerraformStack(stack.node.root as App, 'user');
    new Domain(user, 'www', { domain: 'www.example.com', certificateId: other.id });
    expect(annotationsOf(user)).toEqual([`user/${WARNING('second/other')}`]);
  });

  test('there is no warning for a certificate with the name, for one that another id names, and for a name that is known later', async () => {
    const stack = newStack();
    const right = await certificateFor(stack, 'right', 'www.example.com');
    const wrong = await certificateFor(stack, 'wrong', 'b.example.com');
    const name = new TerraformVariable(stack, 'name', { type: 'string' }).stringValue;
    new Domain(stack, 'covered', { domain: 'www.example.com', certificateId: right.id });
    new Domain(stack, 'elsewhere', { domain: 'c.example.com', certificateId: `cert_${'2'.repeat(27)}` });
    new Domain(stack, 'later', { domain: name, certificateId: wrong.id });
    expect(annotationsOf(stack)).toEqual([]);
  });

  test('there is no warning if an override or ignoreChanges decides the name or the certificate', async () => {
    const stack = newStack();
    const wrong = await certificateFor(stack, 'wrong', 'b.example.com');
    const make = (id: string) => new Domain(stack, id, { domain: `${id}.example.com`, certificateId: wrong.id });
    make('c').addOverride('domain', 'b.example.com');
    make('d').addOverride('certificate_id', `cert_${'2'.repeat(27)}`);
    make('e').lifecycle = { ignoreChanges: ['certificate_id'] };
    expect(annotationsOf(stack)).toEqual([]);
  });
});

test('a pre-existing object is named by its id, or read by a data source', () => {
  const stack = newStack();
  const references: readonly (readonly [given: string, rendered: string])[] = [
    [IpAllowList.fromIpPolicyId(stack, 'a', 'ipp_1').id, 'ipp_1'],
    [IpAllowList.fromDescription(stack, 'b', 'Offices').id, expression('data.netingress_ip_policy.b.id')],
    [AccessRestriction.fromIpRestrictionId(stack, 'c', 'ipx_1').id, 'ipx_1'],
    [AccessRestriction.fromRestricted(stack, 'd', 'api').id, expression('data.netingress_ip_restriction.d.id')],
    [AuditTrail.fromEventSubscriptionId(stack, 'e', 'esb_1').id, 'esb_1'],
    [
      AuditTrail.fromEventDestinationDescription(stack, 'f', 'Stream').id,
      expression('data.netingress_event_destination.f.id'),
    ],
    [
      AgentIngressDomain.fromAgentIngressId(stack, 'g', 'agin_1').domain,
      expression('data.netingress_agent_ingress.g.domain'),
    ],
    [AgentIngressDomain.fromDomain(stack, 'h', 'a.example.com').id, expression('data.netingress_agent_ingress.h.id')],
    [ClusterOperator.fromKubernetesOperatorId(stack, 'i', 'k8sop_1').id, 'k8sop_1'],
    [
      ClusterOperator.fromDeployment(stack, 'j', { name: 'operator', namespace: 'ingress' }).id,
      expression('data.netingress_kubernetes_operator.j.id'),
    ],
  ];
  for (const [index, [description]] of references.entries()) new IpPolicy(stack, `p${index}`, { description });
  const rendered = bodiesOf(stack, 'ip_policy').map(({ description }) => description);
  expect(rendered).toEqual(references.map(([, expected]) => expected));
});
