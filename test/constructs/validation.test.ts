import { Lazy, type TerraformStack, Testing, Token } from 'cdktf';
import * as netingress from '../../src';
import { annotationsOf } from '../support/constructs/annotations';
import { newStack, problemsIn, removeFolders, stackWith } from '../support/constructs/synth';
import { caExtension, makeCertificate } from '../support/emulator/pki';
import { expression } from '../support/expression';

afterEach(removeFolders);

const {
  AccessRestriction,
  AuditTrail,
  EventDestination,
  EventSubscription,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  IpRestriction,
  KubernetesOperator,
  NetingressProvider,
} = netingress;

function problemsOf(make: (stack: TerraformStack) => unknown): string[] {
  const stack = newStack();
  make(stack);
  return problemsIn(stack);
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Expected an error');
}

const rule = { ipPolicyId: 'ipp_1', cidr: '10.0.0.0/8', action: 'allow' };
const roleAuth = { role: { roleRn: 'rn:role' } };
const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n';

describe('invalid input that is known at synth', () => {
  const cases: [string, (stack: TerraformStack) => unknown, string[]][] = [
    [
      'binding without the bindings feature',
      (stack) => new KubernetesOperator(stack, 'it', { enabledFeatures: ['ingress'], binding: { csr } }),
      [
        "stack/it: binding: is set while enabledFeatures does not contain 'bindings'; expected 'bindings' in enabledFeatures, or no binding",
      ],
    ],
    [
      'two targets in one destination',
      (stack) => {
        const dataStream = { streamRn: 'rn:1', auth: roleAuth };
        const logGroup = { logGroupRn: 'rn:2', auth: roleAuth };
        new EventDestination(stack, 'it', { format: 'JSON', target: { dataStream, logGroup } });
      },
      [
        'stack/it: target: has dataStream and logGroup set; expected exactly one of deliveryStream, dataStream, logGroup, datadog, azureLogsIngestion',
      ],
    ],
    [
      'a construct in place of its id, also in a list',
      (stack) => {
        const policy = new IpPolicy(stack, 'policy');
        new IpPolicyRule(stack, 'it', { ...rule, ipPolicyId: policy as unknown as string });
        new IpRestriction(stack, 'list', { type: 'api', ipPolicyIds: [policy as unknown as string] });
      },
      [
        'stack/it: ipPolicyId: is an IpPolicy; expected a string, such as an attribute of stack/policy',
        'stack/list: ipPolicyIds[0]: is an IpPolicy; expected a string, such as an attribute of stack/policy',
      ],
    ],
    [
      'an instance of a class in place of an object, and undefined in a list',
      (stack) => {
        const values = { map: new Map(), set: new Set(), list: [], rule: { '10.0.0.0/8': new (class Rule {})() } };
        for (const [id, rules] of Object.entries(values))
          new IpPolicyRules(stack, id, { ipPolicyId: `ipp_${id}`, rules: rules as never });
        new KubernetesOperator(stack, 'operator', { deployment: new Date(0) as object });
        new IpRestriction(stack, 'ids', { type: 'api', ipPolicyIds: [undefined as unknown as string] });
        new NetingressProvider(stack, 'p', { headers: new Map() as unknown as Record<string, string> });
      },
      [
        'stack/map: rules: is a Map; expected an object',
        'stack/set: rules: is a Set; expected an object',
        'stack/list: rules: is a list; expected an object',
        'stack/rule: rules["10.0.0.0/8"]: is a Rule; expected an object',
        'stack/operator: deployment: is a Date; expected an object',
        'stack/ids: ipPolicyIds[0]: is undefined; expected a string',
        'stack/p: headers: is a Map; expected an object of strings',
      ],
    ],
    [
      'misspelled properties of patterns',
      (stack) => {
        const props = (misspelled: object) => misspelled as never;
        const list = new IpAllowList(stack, 'list', props({ networks: ['203.0.113.0/24'] }));
        new AccessRestriction(stack, 'access', props({ type: 'dashboard', policies: [list] }));
        new AuditTrail(stack, 'trail', props({ destinations: [], groups: [] }));
      },
      [
        'stack/list: networks: is not a property; expected one of description, metadata, provider, allow, deny, suppressWarnings, maxRulesPerPolicy',
        'stack/access: type: is not a property; expected one of description, metadata, provider, restricts, policies, enforced, mustAdmit',
        "stack/access: restricts: is not set; expected 'dashboard', 'api', 'agent' or 'endpoints'",
        'stack/trail: target: is not set, and destinations is empty; expected at least one destination',
        'stack/trail: groups: is not a property; expected one of description, metadata, provider, target, destinations, eventGroups',
      ],
    ],
    [
      'misspelled properties, also within objects and elements',
      (stack) => [
        new IpPolicyRule(stack, 'it', { ...rule, decription: 'x' } as typeof rule),
        new KubernetesOperator(stack, 'operator', { deployment: { clustername: 'x' } as object }),
        new EventSubscription(stack, 'sub', {
          sources: [{ type: 'domain_created.v0', field: [] } as { type: string }],
        }),
      ],
      [
        "stack/it: decription: is not a property; expected one of description, metadata, cidr, ipPolicyId, action; did you mean 'description'?",
        "stack/operator: deployment.clustername: is not a property; expected one of name, namespace, version, clusterName; did you mean 'clusterName'?",
        "stack/sub: sources[0].field: is not a property; expected one of type, fields, filter; did you mean 'fields'?",
      ],
    ],
  ];

  test.each(cases)('rejects %s', (_, make, expected) => expect(problemsOf(make)).toEqual(expected));

  test('a construct in place of its id is reported by a rendering with validation and by one without', () => {
    const stack = stackWith();
    new IpPolicyRule(stack, 'rule', { ...rule, ipPolicyId: new IpPolicy(stack, 'policy') as unknown as string });
    const message = 'ipPolicyId: is an IpPolicy; expected a string, such as an attribute of stack/policy';
    for (const [validates, path] of [
      [true, '[stack/rule] '],
      [false, 'stack/rule: '],
    ] as const) {
      const text = String(thrownBy(() => Testing.synth(stack, validates)));
      expect(text).toContain(`${path}${message}`);
      // No construct is printed.
      expect(text.length).toBeLessThan(1000);
    }
  });

  test('validates the last assigned value', () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'it', { description: 'd'.repeat(256) });
    policy.description = 'short';
    expect(problemsIn(stack)).toEqual([]);
    policy.metadata = 'm'.repeat(5000);
    expect(problemsIn(stack)).toEqual(['stack/it: metadata: is 5000 bytes long; expected at most 4096 bytes of UTF-8']);
  });

  test('a problem of a secret does not contain it', () => {
    const auth = { creds: { cloudAccessKeyId: 'AK', cloudSecretAccessKey: `s3cret${'\ud800'}` } };
    const target = { logGroup: { logGroupRn: 'rn:2', auth } };
    expect(problemsOf((stack) => new EventDestination(stack, 'it', { format: 'JSON', target }))).toEqual([
      'stack/it: target.logGroup.auth.creds.cloudSecretAccessKey: contains an unpaired surrogate (invalid Unicode); expected well-formed Unicode',
    ]);
  });
});

describe('values that are not known when props are validated', () => {
  const late = Token.asString(Token.asAny(expression('var.x')));
  const unknown: [string, (stack: TerraformStack) => unknown][] = [
    ['a token within a string', (stack) => new IpPolicyRule(stack, 'it', { ...rule, cidr: `10.${late}.0.0/33` })],
    [
      'a number token within a string',
      (stack) => new IpPolicyRule(stack, 'it', { ...rule, cidr: `10.0.0.0/${Token.asNumber(expression('var.n'))}` }),
    ],
    ['a Terraform template', (stack) => new IpPolicyRule(stack, 'it', { ...rule, action: expression('local.a') })],
    ['a Terraform directive', (stack) => new IpPolicyRule(stack, 'it', { ...rule, action: '%{ if x }a%{ endif }' })],
    ['a lazy string', (stack) => new IpPolicy(stack, 'it', { description: Lazy.stringValue({ produce: () => 'x' }) })],
    [
      'a token in a list',
      (stack) => new KubernetesOperator(stack, 'it', { enabledFeatures: [late], binding: { csr: late } }),
    ],
    [
      'two set elements that are tokens',
      (stack) =>
        new EventSubscription(stack, 'it', {
          sources: [Token.asAny(expression('var.x')), Token.asAny(expression('var.y'))],
        }),
    ],
    [
      'an output of another construct',
      (stack) => {
        const first = new KubernetesOperator(stack, 'first', { enabledFeatures: ['bindings'], binding: { csr } });
        new KubernetesOperator(stack, 'it', { deployment: first.deployment, enabledFeatures: first.enabledFeatures });
      },
    ],
    [
      'alternatives of which one is a token',
      (stack) =>
        new EventDestination(stack, 'it', {
          format: late,
          target: { logGroup: Token.asAny(expression('var.x')), dataStream: { streamRn: late, auth: roleAuth } },
        }),
    ],
  ];

  test.each(unknown)('does not validate %s', (_, make) => expect(problemsOf(make)).toEqual([]));

  test('validates the known parts of an object with tokens', () => {
    const sources = [Token.asAny(expression('var.x')), { type: 'no.v0', filter: late }, { type: late, fields: [late] }];
    expect(problemsOf((stack) => new EventSubscription(stack, 'it', { description: `${late}`, sources }))).toEqual([
      expect.stringMatching(/^stack\/it: sources\[1\]\.type: 'no\.v0' is not an event type/),
    ]);
  });
});

test('a deprecated property that is set is a warning at synth', () => {
  const stack = newStack();
  new netingress.Domain(stack, 'plain', { domain: 'a.example.com' });
  new netingress.Domain(stack, 'regional', { domain: 'b.example.com', region: 'us' });
  Testing.synth(stack);
  expect(annotationsOf(stack)).toEqual([
    'regional: region is deprecated. Traffic is handled globally; remove the region.',
  ]);
});

test('an expired certificate is a warning at synth, and a token is not', async () => {
  const { pem } = await makeCertificate({
    validity: { notBefore: new Date('2023-01-01'), notAfter: new Date('2024-01-01') },
    extensions: [caExtension],
  });
  const stack = newStack();
  new netingress.CertificateAuthority(stack, 'expired', { caPem: pem });
  new netingress.CertificateAuthority(stack, 'known-later', {
    caPem: Lazy.stringValue({ produce: () => expression('var.ca') }),
  });
  Testing.synth(stack);
  expect(annotationsOf(stack)).toEqual([
    'expired: caPem contains a certificate that expired at 2024-01-01T00:00:00.000Z; expected certificates that are valid now, since clients reject others',
  ]);
});
