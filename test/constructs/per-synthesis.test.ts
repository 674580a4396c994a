/** What a synthesis searches the whole app for, which must not grow with the number of constructs that ask. */
import { type TerraformStack, Testing } from 'cdktf';
import { Node } from 'constructs';
import {
  Domain,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  NetingressProvider,
  TlsCertificate,
} from '../../src';
import { newStack, removeFolders } from '../support/constructs/synth';

afterEach(() => {
  jest.restoreAllMocks();
  removeFolders();
});

const CERTIFICATE_PEM = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n';

const cases: Readonly<Record<string, (stack: TerraformStack, count: number) => void>> = {
  'rule sets'(stack, count) {
    for (let n = 0; n < count; n++) new IpAllowList(stack, `list-${n}`).allow(`203.0.113.${n}/32`, 'office');
  },
  'rules of one policy'(stack, count) {
    const policy = new IpPolicy(stack, 'policy');
    new IpRestriction(stack, 'api', { type: 'api', enforced: true, ipPolicyIds: [policy.id] });
    for (let n = 0; n < count; n++)
      new IpPolicyRule(stack, `rule-${n}`, { ipPolicyId: policy.id, cidr: `203.0.113.${n}/32`, action: 'allow' });
  },
  'domains with certificates'(stack, count) {
    for (let n = 0; n < count; n++) {
      const { id } = new TlsCertificate(stack, `tls-${n}`, {
        certificatePem: CERTIFICATE_PEM,
        privateKeyPem: 'key',
      });
      new Domain(stack, `domain-${n}`, { domain: `${n}.example.com`, certificateId: id });
    }
  },
};

/** Searches from the stack or the app; a search below a single construct is short. */
function countSearches(fill: (stack: TerraformStack, count: number) => void, count: number): number {
  const stack = newStack();
  new NetingressProvider(stack, 'netingress');
  fill(stack, count);
  const findAll = jest.spyOn(Node.prototype, 'findAll');
  const roots = [stack.node, stack.node.root.node];
  // The certificates are invalid.
  Testing.synth(stack);
  for (const { node } of stack.node.findAll()) node.validate();
  const searches = findAll.mock.contexts.filter((node) => roots.includes(node as Node)).length;
  findAll.mockRestore();
  return searches;
}

test.each(Object.entries(cases))('ten %s need as many searches of the app as two', (_, fill) => {
  expect(countSearches(fill, 10)).toBe(countSearches(fill, 2));
});
