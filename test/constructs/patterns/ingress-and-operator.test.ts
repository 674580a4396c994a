import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataResource, TerraformHclModule } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AgentIngressDomain,
  allOf,
  ClusterOperator,
  endpointField,
  IpPolicy,
  type NameServerRecords,
  not,
} from '../../../src';
import { newStack, problemsIn, removeFolders, render } from '../../support/constructs/synth';
import { expression } from '../../support/expression';

afterEach(removeFolders);

function only(stack: ReturnType<typeof newStack>, type: string): Record<string, unknown> | undefined {
  return Object.values(render(stack).resource[type] ?? {})[0] as Record<string, unknown> | undefined;
}

describe('AgentIngressDomain', () => {
  const domain = 'agents.example.com';

  test('creates the ingress, the records, and then the wait', () => {
    const stack = newStack();
    const asked: NameServerRecords[] = [];
    const agents = new AgentIngressDomain(stack, 'agents', {
      domain,
      ttl: 60,
      certificate: { privateKeyType: 'ecdsa', wait: '5m' },
      dns: {
        createRecords(scope: Construct, records: NameServerRecords) {
          asked.push(records);
          new DataResource(scope, 'one', { input: { values: records.nameServers } });
          new DataResource(scope, 'two', {});
        },
      },
    });
    expect(asked).toEqual([{ type: 'NS', name: domain, ttl: 60, nameServers: agents.ingress.nsTargets }]);
    expect(only(stack, 'netingress_agent_ingress')).toMatchObject({
      domain,
      certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
    });
    expect(only(stack, 'netingress_agent_ingress_certificate')).toMatchObject({
      agent_ingress_id: expect.stringContaining('netingress_agent_ingress.agents_ingress'),
      timeouts: { create: '5m' },
      depends_on: [
        expect.stringMatching(/^terraform_data\.agents_dns_one_/),
        expect.stringMatching(/^terraform_data\.agents_dns_two_/),
      ],
    });
    const { output } = render(stack) as unknown as { output: Record<string, { value: unknown }> };
    expect(Object.values(output)).toMatchObject([{ value: expect.stringContaining('.ns_targets}') }]);
    expect(agents.regionDomains).toEqual(agents.certificateWait?.regionDomains);
    expect(problemsIn(stack)).toEqual([]);
  });

  test('depends on modules that create the records', () => {
    const stack = newStack();
    new AgentIngressDomain(stack, 'agents', {
      domain,
      dns: {
        createRecords(scope: Construct, { nameServers: values }: NameServerRecords) {
          new TerraformHclModule(scope, 'zone', { source: 'example/zone/dns', variables: { values } });
        },
      },
    });
    expect(only(stack, 'netingress_agent_ingress_certificate')).toMatchObject({
      depends_on: [expect.stringMatching(/^module\.agents_dns_zone_\w+$/)],
    });
  });

  test('waits for a certificate by default', () => {
    const stack = newStack();
    new AgentIngressDomain(stack, 'default', { domain });
    expect(only(stack, 'netingress_agent_ingress_certificate')).not.toHaveProperty('depends_on');
    const other = newStack();
    const patient = new AgentIngressDomain(other, 'patient', { domain, certificate: { wait: false } });
    const bare = new AgentIngressDomain(other, 'bare', { domain: 'b.example.com', certificate: false });
    expect([patient.certificateWait, bare.certificateWait]).toEqual([undefined, undefined]);
    expect(bare.ingress.certificateManagementPolicyInput).toBeUndefined();
    expect(bare.regionDomains).toEqual(bare.ingress.regionDomains);
  });

  test('can be pre-existing, by id or domain', () => {
    const stack = newStack();
    const byId = AgentIngressDomain.fromAgentIngressId(stack, 'by-id', 'agin_1');
    const byDomain = AgentIngressDomain.fromDomain(stack, 'by-domain', domain);
    new IpPolicy(stack, 'copy', { description: byId.domain, metadata: byDomain.id });
    expect(render(stack).resource['netingress_ip_policy']?.['copy']).toMatchObject({
      description: expression('data.netingress_agent_ingress.by-id.domain'),
      metadata: expression('data.netingress_agent_ingress.by-domain.id'),
    });
  });
});

describe('ClusterOperator', () => {
  const deployment = { name: 'operator', namespace: 'ingress' };
  const csr = readFileSync(join(__dirname, '../../fixtures/csr-1.pem'), 'utf8');

  test('has the selected features, and selectors as CEL', () => {
    const stack = newStack();
    new ClusterOperator(stack, 'cluster', {
      deployment,
      features: ['gateway'],
      bindings: {
        csr,
        selectors: [
          allOf(endpointField('proto').isOneOf(['https', 'tls']), not(endpointField('pooling_enabled').is(true))),
          'endpoint.port == 443',
        ],
      },
      region: 'eu',
    });
    expect(only(stack, 'netingress_kubernetes_operator')).toMatchObject({
      enabled_features: ['bindings', 'gateway'],
      region: 'eu',
      deployment,
      binding: {
        csr,
        endpoint_selectors: [
          'endpoint.proto in ["https", "tls"] && !(endpoint.pooling_enabled == true)',
          'endpoint.port == 443',
        ],
      },
    });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('has no bindings by default, and all of them with the selector true', () => {
    const stack = newStack();
    const bare = new ClusterOperator(stack, 'bare', { deployment });
    const all = new ClusterOperator(stack, 'all', { deployment, bindings: { csr, selectors: 'all' } });
    expect([bare.operator.bindingInput, bare.operator.enabledFeaturesInput]).toEqual([undefined, []]);
    expect(all.operator.bindingInput).toMatchObject({ endpointSelectors: ['true'] });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('rejects empty selectors and an invalid CSR', () => {
    const stack = newStack();
    new ClusterOperator(stack, 'none', { deployment, bindings: { csr, selectors: [] } });
    new ClusterOperator(stack, 'bad', { deployment, bindings: { csr: 'x', selectors: 'all' } });
    expect(problemsIn(stack)).toEqual([
      "stack/none: bindings.selectors: is empty, so no endpoint is bound; expected selectors, or 'all'",
      expect.stringMatching(/^stack\/bad\/operator: binding\.csr: is not a certificate signing request/),
    ]);
  });

  test('can be pre-existing, by id or deployment', () => {
    const stack = newStack();
    const byId = ClusterOperator.fromKubernetesOperatorId(stack, 'by-id', 'k8sop_1');
    const byDeployment = ClusterOperator.fromDeployment(stack, 'by-deployment', deployment);
    new IpPolicy(stack, 'copy', { description: byId.id, metadata: byDeployment.id });
    expect(render(stack).resource['netingress_ip_policy']?.['copy']).toMatchObject({
      description: 'k8sop_1',
      metadata: expression('data.netingress_kubernetes_operator.by-deployment.id'),
    });
  });
});
