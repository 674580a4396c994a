import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformHclModule, TerraformResource, type TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AgentIngressDomain,
  allOf,
  ClusterOperator,
  type DnsRecords,
  DomainWithCertificate,
  endpointField,
  IpPolicy,
  not,
  type OperatorBindings,
} from '../../../src';
import { bodiesOf, newStack, problemsIn, removeFolders, render } from '../../support/constructs/synth';
import { expression } from '../../support/expression';

afterEach(removeFolders);

const bodyOf = (stack: TerraformStack, type: string) => bodiesOf(stack, type)[0];

/** The DNS records that the stack has as an output. */
function outputOf(stack: TerraformStack): unknown {
  return Object.values(render(stack).output)[0]?.value;
}

/** Not `terraform_data`: CDKTF starts Terraform for its version when it validates one. */
const addRecord = (scope: Construct, id: string) =>
  new TerraformResource(scope, id, { terraformResourceType: 'dns_record' });

describe('AgentIngressDomain', () => {
  const domain = 'agents.example.com';

  test('creates the ingress, the records, and then the wait', () => {
    const stack = newStack();
    const asked: DnsRecords[] = [];
    const agents = new AgentIngressDomain(stack, 'agents', {
      domain,
      ttl: 60,
      certificate: { privateKeyType: 'ecdsa', wait: '5m' },
      dns: {
        createRecords(scope: Construct, records: DnsRecords) {
          asked.push(records);
          addRecord(scope, 'one');
          addRecord(scope, 'two');
        },
      },
    });
    expect(asked).toEqual([{ type: 'NS', name: domain, ttl: 60, values: agents.ingress.nsTargets }]);
    expect(bodyOf(stack, 'agent_ingress')).toMatchObject({
      domain,
      certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
    });
    expect(bodyOf(stack, 'agent_ingress_certificate')).toMatchObject({
      agent_ingress_id: expect.stringContaining('netingress_agent_ingress.agents_ingress'),
      timeouts: { create: '5m' },
      depends_on: [
        expect.stringMatching(/^dns_record\.agents_dns_one_/),
        expect.stringMatching(/^dns_record\.agents_dns_two_/),
      ],
    });
    expect(outputOf(stack)).toEqual(expect.stringContaining('.ns_targets}'));
    expect(agents.regionDomains).toEqual(agents.certificateWait?.regionDomains);
    expect(problemsIn(stack)).toEqual([]);
  });

  test('depends on modules that create the records', () => {
    const stack = newStack();
    const createRecords = (scope: Construct, { values }: DnsRecords): void => {
      new TerraformHclModule(scope, 'zone', { source: 'example/zone/dns', variables: { values } });
    };
    new AgentIngressDomain(stack, 'agents', { domain, dns: { createRecords } });
    expect(bodyOf(stack, 'agent_ingress_certificate')).toMatchObject({
      depends_on: [expect.stringMatching(/^module\.agents_dns_zone_\w+$/)],
    });
  });

  test('waits for a certificate by default, and neither without the wait nor without a certificate', () => {
    const stack = newStack();
    new AgentIngressDomain(stack, 'default', { domain });
    expect(bodyOf(stack, 'agent_ingress_certificate')).not.toHaveProperty('depends_on');
    const other = newStack();
    const patient = new AgentIngressDomain(other, 'patient', { domain, certificate: { wait: false } });
    const bare = new AgentIngressDomain(other, 'bare', { domain: 'b.example.com', certificate: false });
    expect([patient.certificateWait, bare.certificateWait]).toEqual([undefined, undefined]);
    expect(bare.ingress.certificateManagementPolicyInput).toBeUndefined();
    expect(bare.regionDomains).toEqual(bare.ingress.regionDomains);
  });
});

describe('DomainWithCertificate', () => {
  /** Adds the pattern, and returns the records that the zone was asked for. */
  function addDomain(stack: TerraformStack, domain: string, wildcard?: boolean): DnsRecords[] {
    const records: DnsRecords[] = [];
    new DomainWithCertificate(stack, 'www', {
      domain,
      ttl: 60,
      certificate: { wait: '5m' },
      ...(wildcard !== undefined && { wildcard }),
      dns: {
        createRecords(scope: Construct, each: DnsRecords) {
          records.push(each);
          addRecord(scope, 'record');
        },
      },
    });
    return records;
  }

  const target = (attribute: string) =>
    expect.stringMatching(new RegExp(`^\\$\\{netingress_domain\\.www_domain_\\w+\\.${attribute}\\}$`));

  test('points a domain at the service, and then waits for the certificate', () => {
    const stack = newStack();
    expect(addDomain(stack, 'www.example.com')).toMatchObject([{ type: 'CNAME', name: 'www.example.com', ttl: 60 }]);
    expect(outputOf(stack)).toEqual([{ type: 'CNAME', name: 'www.example.com', value: target('cname_target') }]);
    expect(bodyOf(stack, 'domain')).toMatchObject({
      domain: 'www.example.com',
      certificate_management_policy: { authority: 'letsencrypt' },
    });
    expect(bodyOf(stack, 'domain_certificate')).toMatchObject({
      timeouts: { create: '5m' },
      depends_on: [expect.stringMatching(/^dns_record\.www_dns_record_\w+$/)],
    });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('also has the record of the challenge of a wildcard domain, from a literal or a token', () => {
    const literal = newStack();
    expect(addDomain(literal, '*.example.com')).toHaveLength(2);
    const token = newStack();
    addDomain(token, new TerraformVariable(token, 'name', {}).stringValue, true);
    for (const [stack, name, challenge] of [
      [literal, '*.example.com', '_acme-challenge.example.com'],
      [token, expression('var.name'), `_acme-challenge.${expression('trimprefix(var.name, "*.")')}`],
    ] as const) {
      expect(outputOf(stack)).toEqual([
        { type: 'CNAME', name, value: target('cname_target') },
        { type: 'CNAME', name: challenge, value: target('acme_challenge_cname_target') },
      ]);
      expect(bodyOf(stack, 'domain_certificate')?.['depends_on']).toHaveLength(2);
      expect(problemsIn(stack)).toEqual([]);
    }
  });

  test('needs wildcard for a token, and refuses one that contradicts the name', () => {
    const stack = newStack();
    addDomain(stack, 'www.example.com', true);
    expect(problemsIn(stack)).toEqual([
      "stack/www: wildcard: is true for the domain 'www.example.com'; expected false. Remove wildcard.",
    ]);
    const other = newStack();
    addDomain(other, new TerraformVariable(other, 'name', {}).stringValue);
    expect(problemsIn(other)).toEqual([
      expect.stringMatching(/^stack\/www: wildcard: is missing, and domain is known/),
    ]);
  });

  test('without a zone and a wait has the records as an output only', () => {
    const stack = newStack();
    const domain = new DomainWithCertificate(stack, 'www', { domain: '*.example.com', certificate: { wait: false } });
    new IpPolicy(stack, 'copy', { metadata: domain.certificateId });
    expect(domain.certificateWait).toBeUndefined();
    expect(outputOf(stack)).toHaveLength(2);
    expect(bodyOf(stack, 'ip_policy')).toMatchObject({ metadata: target('certificate\\.id') });
    expect(bodyOf(stack, 'domain_certificate')).toBeUndefined();
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
    expect(bodyOf(stack, 'kubernetes_operator')).toMatchObject({
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

  test('has no bindings by default, and for all endpoints the selector true', () => {
    const stack = newStack();
    const bare = new ClusterOperator(stack, 'bare', { deployment });
    const all = new ClusterOperator(stack, 'all', { deployment, bindings: { csr, selectors: 'all' } });
    expect([bare.operator.bindingInput, bare.operator.enabledFeaturesInput]).toEqual([undefined, []]);
    expect(all.operator.bindingInput).toMatchObject({ endpointSelectors: ['true'] });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('rejects empty, missing and invalid selectors, and an invalid CSR', () => {
    const stack = newStack();
    new ClusterOperator(stack, 'none', { deployment, bindings: { csr, selectors: [] } });
    new ClusterOperator(stack, 'untyped', { deployment, bindings: { csr } as OperatorBindings });
    new ClusterOperator(stack, 'item', { deployment, bindings: { csr, selectors: [undefined as unknown as string] } });
    new ClusterOperator(stack, 'bad', { deployment, bindings: { csr: 'x', selectors: 'all' } });
    expect(problemsIn(stack)).toEqual([
      "stack/none: bindings.selectors: is empty, so no endpoint is bound; expected selectors, or 'all'",
      "stack/untyped: bindings.selectors: is undefined; expected a list of selectors, or 'all'",
      "stack/item: bindings.selectors[0]: is undefined; expected one of the selectors, or 'all'",
      expect.stringMatching(/^stack\/bad\/operator: binding\.csr: is not a certificate signing request/),
    ]);
  });
});
