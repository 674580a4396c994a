/** Validations of whole stacks: how often they run, and which resources exclude each other. */
import { App, TerraformCount, type TerraformElement, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { type Construct, Node } from 'constructs';
import * as netingress from '../../src';
import {
  Domain,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  NetingressProvider,
  TlsCertificate,
} from '../../src';
import { deduplicateImportValidation } from '../../src/constructs/validation/deduplicate-validation';
import type { Kind } from '../../src/model/kind';
import { pascalCase } from '../../src/model/naming';
import { minimalConfig } from '../support/acceptance/samples';
import { newFolder, newStack, problemsIn, propsOf, removeFolders, stackWith } from '../support/constructs/synth';
import { SPEC_KINDS } from '../support/kinds';

afterEach(() => {
  jest.restoreAllMocks();
  removeFolders();
});

describe('validations of an import', () => {
  test('import validation runs once per stack and synthesis', () => {
    let runs = 0;
    const app = new App({ outdir: newFolder() });
    const stacks = ['one', 'two'].map((id) => new TerraformStack(app, id));
    for (const stack of stacks) {
      new NetingressProvider(stack, 'netingress');
      for (const name of ['a', 'b', 'c']) {
        const policy = new IpPolicy(stack, name);
        deduplicateImportValidation(policy, () => {
          policy.node.addValidation({ validate: () => [`run ${++runs}`] });
          policy.node.addValidation({ validate: () => ['another'] });
        });
      }
    }
    const validate = (): string[][] => stacks.map(({ node }) => node.validate());
    expect(validate()).toEqual([
      ['run 1', 'another'],
      ['run 2', 'another'],
    ]);
    expect(validate()).toEqual([
      ['run 3', 'another'],
      ['run 4', 'another'],
    ]);
  });

  test('a construct accepts other validations after an import', () => {
    const policy = new IpPolicy(newStack(), 'a');
    deduplicateImportValidation(policy, () => undefined);
    policy.node.addValidation({ validate: () => ['own'] });
    expect(policy.node.validate()).toEqual(['own']);
  });

  test.each([undefined, null, '', ' '])('rejects an import from %p', (id) => {
    const stack = newStack();
    new IpPolicy(stack, 'a').importFrom(id as string);
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(/^stack\/a: importFrom: id is .*; expected the id of the object, or its natural key$/),
    ]);
  });
});

describe('two resources of which the service accepts one', () => {
  const UNIQUE = SPEC_KINDS.filter(({ naturalKey }) => naturalKey?.unique);

  type ElementClass = new (scope: Construct, id: string, props: unknown) => TerraformElement;

  function create(kind: Kind, stack: TerraformStack, id: string, object: number): void {
    const { [pascalCase(kind.name)]: constructClass } = netingress as unknown as Record<
      string,
      ElementClass | undefined
    >;
    if (!constructClass) throw new Error(`netingress exports no class for ${kind.name}`);
    new constructClass(stack, id, propsOf(kind.attributes, minimalConfig(kind, { object })));
  }

  /** CDKTF adds a problem to a stack whose resources have no provider block, which most of these tests omit. */
  function duplicatesIn(stack: TerraformStack): string[] {
    return stack.node.validate().filter((problem) => problem.includes('equal in'));
  }

  test.each(UNIQUE.map((kind) => [kind.name, kind] as const))(
    'a second %s with the natural key of another is an error at synth',
    (_, kind) => {
      const stack = newStack();
      create(kind, stack, 'one', 0);
      create(kind, stack, 'different', 1);
      expect(duplicatesIn(stack)).toEqual([]);
      create(kind, stack, 'again', 0);
      expect(duplicatesIn(stack)).toEqual([
        expect.stringMatching(
          new RegExp(`: equal in stack/one, stack/again; expected one ${kind.title} with these values\\.`),
        ),
      ]);
    },
  );

  describe('rules', () => {
    const allow = { action: 'allow' } as const;

    test('of one network in two notations are one rule, and in two policies they are two', () => {
      const stack = newStack();
      const [one, two] = [new IpPolicy(stack, 'a'), new IpPolicy(stack, 'b')];
      new IpPolicyRule(stack, 'one', { ...allow, ipPolicyId: one.id, cidr: '2001:db8::/32' });
      new IpPolicyRule(stack, 'other', { ...allow, ipPolicyId: two.id, cidr: '2001:db8::/32' });
      expect(duplicatesIn(stack)).toEqual([]);
      new IpPolicyRule(stack, 'two', { action: 'deny', ipPolicyId: one.id, cidr: '2001:DB8:0::/32' });
      expect(duplicatesIn(stack)).toEqual([
        expect.stringMatching(/^ipPolicyId and cidr: equal in stack\/one, stack\/two;/),
      ]);
    });

    test('of one variable are one, and of two variables may be two', () => {
      const stack = newStack();
      const [one, two] = ['one', 'two'].map((id) => new TerraformVariable(stack, id, { type: 'string' }).stringValue);
      new IpPolicyRule(stack, 'a', { ...allow, ipPolicyId: 'ipp_1', cidr: one as string });
      new IpPolicyRule(stack, 'b', { ...allow, ipPolicyId: 'ipp_1', cidr: two as string });
      expect(duplicatesIn(stack)).toEqual([]);
      new IpPolicyRule(stack, 'c', { ...allow, ipPolicyId: 'ipp_1', cidr: one as string });
      expect(duplicatesIn(stack)).toEqual([expect.stringContaining('stack/a, stack/c')]);
    });
  });

  describe('two restrictions of one type are accepted if they may be for two accounts, if one may not exist, or if one is sent with another type:', () => {
    const api = { type: 'api', ipPolicyIds: ['ipp_1'] } as const;

    test('with another alias of the provider', () => {
      const stack = newStack();
      const standard = new NetingressProvider(stack, 'standard');
      new IpRestriction(stack, 'one', api);
      for (const alias of ['two', 'three'])
        new IpRestriction(stack, alias, { ...api, provider: new NetingressProvider(stack, `of-${alias}`, { alias }) });
      expect(duplicatesIn(stack)).toEqual([]);
      new IpRestriction(stack, 'again', { ...api, provider: standard });
      expect(duplicatesIn(stack)).toEqual([expect.stringMatching(/^type: equal in stack\/one, stack\/again;/)]);
    });

    test.each<[string, (stack: TerraformStack) => void]>([
      ['in another stack', ({ node }) => new IpRestriction(new TerraformStack(node.root, 'other'), 'two', api)],
      ['with count', (stack) => new IpRestriction(stack, 'two', { ...api, count: TerraformCount.of(0) })],
      ['with an override of the type', (stack) => new IpRestriction(stack, 'two', api).addOverride('type', 'agent')],
    ])('%s', (_, addSecond) => {
      const stack = newStack();
      new IpRestriction(stack, 'one', api);
      addSecond(stack);
      expect((stack.node.root as App).node.children.flatMap((each) => duplicatesIn(each as TerraformStack))).toEqual(
        [],
      );
    });
  });
});

describe('what a synthesis searches the whole app for', () => {
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
        const { id } = new TlsCertificate(stack, `tls-${n}`, { certificatePem: CERTIFICATE_PEM, privateKeyPem: 'key' });
        new Domain(stack, `domain-${n}`, { domain: `${n}.example.com`, certificateId: id });
      }
    },
  };

  /** Searches from the stack or the app; a search below a single construct is short. */
  function countSearches(fill: (stack: TerraformStack, count: number) => void, count: number): number {
    const stack = stackWith((scope) => fill(scope, count));
    const findAll = jest.spyOn(Node.prototype, 'findAll');
    const roots = [stack.node, stack.node.root.node];
    // Without validations, because the certificates are invalid and it would throw. The next line runs them and ignores
    // their problems.
    Testing.synth(stack);
    for (const { node } of stack.node.findAll()) node.validate();
    const searches = findAll.mock.contexts.filter((node) => roots.includes(node as Node)).length;
    findAll.mockRestore();
    return searches;
  }

  test.each(Object.entries(cases))('ten %s need as many searches of the app as two', (_, fill) => {
    expect(countSearches(fill, 10)).toBe(countSearches(fill, 2));
  });
});
