import {
  App,
  TerraformCount,
  TerraformIterator,
  type TerraformResourceLifecycle,
  TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import {
  AccessRestriction,
  type AccessRestrictionProps,
  DataNetingressIpPolicy,
  type IIpPolicy,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  type RestrictedAccess,
} from '../../../src';
import { annotationsOf } from '../../support/constructs/annotations';
import { type Deployment, openDeployment } from '../../support/constructs/deployment';
import {
  bodiesOf,
  newFolder,
  newStack,
  problemsIn,
  removeFolders,
  render,
  stackWith,
} from '../../support/constructs/synth';
import { createObject } from '../../support/emulator/create-object';
import { expression } from '../../support/expression';
import { testInCi } from '../../support/requirements';

afterEach(removeFolders);

function restrict(stack: TerraformStack, policies: readonly IIpPolicy[], more: Partial<AccessRestrictionProps> = {}) {
  return new AccessRestriction(stack, 'access', { restricts: 'api', policies, enforced: true, ...more });
}

interface Rendered {
  readonly depends_on?: readonly string[];
  readonly lifecycle?: { readonly precondition: readonly { readonly condition: string }[] };
}

const rendered = (stack: TerraformStack): Rendered => bodiesOf<Rendered>(stack, 'ip_restriction')[0] as Rendered;

const conditionsIn = ({ lifecycle }: Rendered) => lifecycle?.precondition.map(({ condition }) => condition);

interface RuleMore {
  readonly cidr?: string;
  readonly action?: string;
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** A rule that allows 198.51.100.0/24, unless it is changed. */
function addRule(stack: TerraformStack, id: string, { id: ipPolicyId }: { readonly id: string }, more: RuleMore = {}) {
  return new IpPolicyRule(stack, id, { ipPolicyId, cidr: '198.51.100.0/24', action: 'allow', ...more });
}

/** A set with the same rule. */
function addSet(
  stack: TerraformStack,
  id: string,
  { id: ipPolicyId }: IpPolicy,
  lifecycle?: TerraformResourceLifecycle,
) {
  const rules = { '198.51.100.0/24': { action: 'allow' } };
  return new IpPolicyRules(stack, id, { ipPolicyId, rules, ...(lifecycle && { lifecycle }) });
}

describe('a restriction', () => {
  test('depends on the rules of its policies: those that are declared after it, and the set of an allow list', () => {
    const stack = newStack();
    const [own, other] = [new IpPolicy(stack, 'own'), new IpPolicy(stack, 'other')];
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    const existing = IpAllowList.fromIpPolicyId(stack, 'existing', 'ipp_1');
    restrict(stack, [own, list, existing], { enforced: false, description: 'Why', metadata: '{}' });
    addRule(stack, 'one', own, { cidr: '192.0.2.3' });
    addRule(stack, 'two', own, { cidr: '192.0.2.5' });
    addRule(stack, 'three', other);
    addRule(stack, 'four', existing);
    expect(rendered(stack)).toMatchObject({
      type: 'api',
      enforced: false,
      description: 'Why',
      metadata: '{}',
      ip_policy_ids: [expression('netingress_ip_policy.own.id'), expect.stringContaining('list_policy'), 'ipp_1'],
      depends_on: [
        'netingress_ip_policy_rule.one',
        'netingress_ip_policy_rule.two',
        expect.stringMatching(/^netingress_ip_policy_rules\.list_rules_/),
        'netingress_ip_policy_rule.four',
      ],
    });
    expect(rendered(stack).lifecycle).toBeUndefined();
    expect(problemsIn(stack)).toEqual([]);
  });
});

describe('the lockout check', () => {
  test.each<[string, (stack: TerraformStack) => IIpPolicy, RegExp]>([
    [
      'a policy without rules',
      (stack) => new IpPolicy(stack, 'p'),
      /enforced: the restriction denies every address.*\(stack\/p\): they have no allow/,
    ],
    [
      'a policy beside a repeated rule of other policies',
      (stack) => {
        const forEach = TerraformIterator.fromMap({ other: new IpPolicy(stack, 'other').id });
        const rule = { cidr: '192.0.2.0/24', action: 'allow', ipPolicyId: forEach.value as string };
        new IpPolicyRule(stack, 'rule', { ...rule, forEach });
        return new IpPolicy(stack, 'p');
      },
      /enforced: the restriction denies every address.*\(stack\/p\): they have no allow/,
    ],
    [
      'rules that deny all that they allow',
      (stack) => {
        const policy = new IpPolicy(stack, 'p');
        addSet(stack, 'r', policy).rules = {
          '192.0.2.0/24': { action: 'allow' },
          '192.0.0.0/16': { action: 'deny' },
          '10.0.0.0/8': null,
        };
        return policy;
      },
      /enforced: the restriction denies every address.*their deny rules match every address/,
    ],
    [
      'a known deny rule among unknown rules',
      (stack) => {
        const variable = new TerraformVariable(stack, 'v', { type: 'string' });
        return new IpAllowList(stack, 'p', { allow: [variable.stringValue], deny: ['192.0.2.1'] });
      },
      /enforced: the restriction denies 192\.0\.2\.1 of mustAdmit\[0\], because stack\/p\/rules denies 192\.0\.2\.1\/32/,
    ],
  ])('%s', (_, make, message) => {
    const stack = newStack();
    const access = restrict(stack, [make(stack)], { mustAdmit: ['192.0.2.1', '2001:db8::1'] });
    expect(access.node.validate()).toEqual([expect.stringMatching(message)]);
  });

  const SUCH = 'such as IpAllowList.fromIpPolicyId() returns';

  test.each<[object, string]>([
    [{ restricts: null }, "restricts: is not set; expected 'dashboard', 'api', 'agent' or 'endpoints'"],
    [{ restricts: undefined }, "restricts: is not set; expected 'dashboard', 'api', 'agent' or 'endpoints'"],
    [{ policies: [] }, 'policies: has 0 elements; expected at least one IP policy, such as an IpAllowList'],
    [
      { mustAdmit: ['192.0.2.0/24'] },
      "mustAdmit[0]: '192.0.2.0/24' is not an IP address; expected one such as 203.0.113.7, without a mask",
    ],
    [{ policies: undefined }, `policies: is undefined; expected a list of IP policies, ${SUCH}`],
    [{ policies: ['ipp_1'] }, `policies[0]: is a string; expected one of the IP policies, ${SUCH}`],
    [{ mustAdmit: '1.2.3.4' }, 'mustAdmit: is a string; expected a list of IP addresses'],
    [{ mustAdmit: [5] }, 'mustAdmit[0]: is a number; expected one of the IP addresses'],
  ])('rejects %p', (props, problem) => {
    const stack = newStack();
    restrict(stack, [new IpAllowList(stack, 'p', { allow: ['192.0.2.0/24'] })], props);
    expect(problemsIn(stack)).toEqual([`stack/access: ${problem}`]);
  });

  test('uses the last assigned value of enforced', () => {
    const stack = newStack();
    const existing = IpAllowList.fromIpPolicyId(stack, 'existing', 'ipp_1');
    const make = (id: string, restricts: RestrictedAccess): AccessRestriction =>
      new AccessRestriction(stack, id, { restricts, policies: [existing, new IpPolicy(stack, `${id}-policy`)] });
    make('not', 'api');
    make('set', 'agent').restriction.enforced = true;
    make('overridden', 'dashboard').restriction.addOverride('enforced', true);
    const later = new TerraformVariable(stack, 'v', { type: 'bool' }).value;
    make('later', 'endpoints').restriction.enforced = Token.asAny(later);
    const named = (names: object): string[] => Object.keys(names).map((name) => name.split('_')[0] as string);
    const { data, resource } = render(stack);
    expect(named(data['netingress_ip_policy_rules'] ?? {})).toEqual(['later', 'overridden', 'set']);
    const restrictions = resource['netingress_ip_restriction'] ?? {};
    const conditions = Object.values(restrictions).map(
      (body) => conditionsIn(body as Rendered)?.[0]?.split('concat')[0],
    );
    const any = '${contains(values({for cidr, actions in {for rule in ';
    expect(Object.fromEntries(named(restrictions).map((name, index) => [name, conditions[index]]))).toEqual({
      not: undefined,
      set: any,
      overridden: any,
      later: any.replace('${', `\${!tobool("${expression('var.v')}") || `),
    });
  });

  test('is an error if enforced is true, and a warning if it is false or known after apply', () => {
    const stack = newStack();
    const variable = new TerraformVariable(stack, 'v', { type: 'bool' });
    const { restriction } = restrict(stack, [new IpPolicy(stack, 'p')]);
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(/^stack\/access: enforced: the restriction denies every address/),
    ]);
    for (const enforced of [false, Token.asAny(variable.value)]) {
      restriction.enforced = enforced;
      expect(problemsIn(stack)).toEqual([]);
      expect(annotationsOf(stack)).toEqual([
        expect.stringMatching(/^access: Once enforced, the restriction denies every address/),
      ]);
    }
  });

  test.each<[string, (stack: TerraformStack, policy: IpPolicy) => void]>([
    [
      'an overridden action',
      (stack, policy) => addRule(stack, 'it', policy, { cidr: '0.0.0.0/0' }).addOverride('action', 'deny'),
    ],
    [
      'an overridden count',
      (stack, policy) => {
        addRule(stack, 'all', policy, { cidr: '0.0.0.0/0' });
        addRule(stack, 'it', policy, { cidr: '0.0.0.0/0', action: 'deny' }).addOverride('count', 0);
      },
    ],
    ['overridden rules', (stack, policy) => addSet(stack, 'it', policy).addOverride('rules', {})],
    ['a set with `all` ignored', (stack, policy) => addSet(stack, 'it', policy, { ignoreChanges: 'all' })],
    ['a set with ignored rules', (stack, policy) => addSet(stack, 'it', policy, { ignoreChanges: ['rules'] })],
    [
      'a set with an ignored action of one rule',
      (stack, policy) => addSet(stack, 'it', policy, { ignoreChanges: ['rules["198.51.100.0/24"].action'] }),
    ],
    ...(['all', ['cidr'], ['action'], ['ip_policy_id']] as const).map(
      (ignored): [string, (stack: TerraformStack, policy: IpPolicy) => void] => [
        `a rule whose changes are ignored: ${String(ignored)}`,
        (stack, policy) => {
          addRule(stack, 'it', policy, { lifecycle: { ignoreChanges: ignored === 'all' ? ignored : [...ignored] } });
        },
      ],
    ),
    [
      'a rule whose changes are ignored by an override',
      (stack, policy) => addRule(stack, 'it', policy).addOverride('lifecycle.ignore_changes', ['cidr']),
    ],
    ['an imported policy, which may have rules', (_, policy) => policy.importFrom('ipp_1')],
  ])('adds a precondition for %s', (title, make) => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p');
    make(stack, policy);
    restrict(stack, [policy], { mustAdmit: ['192.0.2.1'] });
    expect(problemsIn(stack).filter((problem) => problem.startsWith('stack/access:'))).toEqual([]);
    const conditions = conditionsIn(rendered(stack));
    expect(conditions).toEqual([expect.stringMatching(/policy_allows\(.*, "192\.0\.2\.1"\)/)]);
    const isRead = render(stack).data?.['netingress_ip_policy_rules'] !== undefined;
    expect(isRead).toBe(policy.toMetadata().imports !== undefined);
    const address = 'netingress_ip_policy_rule.it';
    // With `count`, or an override of it, the address of a rule is a list; any other rule is put into brackets.
    const expected = title === 'an overridden count' ? address : `[${address}]`;
    const forms = [address, `[${address}]`].filter((form) => conditions?.[0]?.includes(`for rule in ${form} :`));
    expect(forms).toEqual(render(stack).resource['netingress_ip_policy_rule']?.['it'] ? [expected] : []);
  });

  test('evaluates a rule of which only the description and the metadata are ignored', () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p');
    addRule(stack, 'it', policy, { lifecycle: { ignoreChanges: ['description', 'metadata'] } });
    restrict(stack, [policy], { mustAdmit: ['192.0.2.1'] });
    expect(problemsIn(stack)).toEqual([expect.stringMatching(/denies 192\.0\.2\.1/)]);
    expect(rendered(stack).lifecycle).toBeUndefined();
  });

  test('assumes that a restriction with ignored changes is enforced and may have other policies', () => {
    const stack = newStack();
    const access = restrict(stack, [IpAllowList.fromIpPolicyId(stack, 'existing', 'ipp_1')], { enforced: false });
    access.restriction.lifecycle = { ignoreChanges: ['enforced', 'ip_policy_ids'] };
    expect(annotationsOf(stack)).toEqual([
      expect.stringMatching(/^access: ip_policy_ids is overridden, or its changes are ignored/),
    ]);
    expect(rendered(stack).lifecycle?.precondition).toHaveLength(1);
  });

  test.each([
    ['false', false, undefined],
    ['a variable', Token.asAny(expression('var.v')), undefined],
    ['an override', true, expression('var.v')],
  ])('does not rely on enforced, if its changes are ignored and it is %s', (_, enforced, override) => {
    const stack = newStack();
    const access = restrict(stack, [IpAllowList.fromIpPolicyId(stack, 'existing', 'ipp_1')]);
    access.restriction.enforced = enforced;
    if (override !== undefined) access.restriction.addOverride('enforced', override);
    access.restriction.lifecycle = { ignoreChanges: ['enforced'] };
    expect(conditionsIn(rendered(stack))).toEqual([expect.stringContaining('{!tobool("true") || ')]);
  });

  test('evaluates the rules of an imported policy with a set, which deletes other rules', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.0/24'] });
    list.policy.importFrom('ipp_1');
    restrict(stack, [list], { mustAdmit: ['198.51.100.1'] });
    const problems = problemsIn(stack).filter((problem) => problem.startsWith('stack/access:'));
    expect(problems).toEqual([expect.stringMatching(/denies 198\.51\.100\.1 of mustAdmit\[0\]/)]);
    expect(rendered(stack).lifecycle).toBeUndefined();
  });
});

describe('other stacks', () => {
  function stacksOf<N extends string>(...names: readonly N[]): Record<N, TerraformStack> {
    const app = new App({ outdir: newFolder() });
    return Object.fromEntries(names.map((name) => [name, new TerraformStack(app, name)])) as Record<N, TerraformStack>;
  }

  /** As `app.synth()` does before anything else. */
  function prepare(stacks: Readonly<Record<string, TerraformStack>>): void {
    for (const stack of Object.values(stacks)) stack.prepareStack();
  }

  test('have known rules; unknown rules cause a warning', () => {
    const { first, second } = stacksOf('first', 'second');
    const variable = new TerraformVariable(first, 'v', { type: 'string' });
    const known = new IpAllowList(first, 'known', { allow: ['192.0.2.0/24'] });
    const later = new IpAllowList(first, 'later', { allow: [variable.stringValue] });
    const access = restrict(second, [known], { mustAdmit: ['198.51.100.1'] });
    expect(access.node.validate()).toEqual([expect.stringMatching(/denies 198\.51\.100\.1/)]);
    new AccessRestriction(second, 'agent', { restricts: 'agent', policies: [later], enforced: true });
    expect(annotationsOf(second)).toEqual([
      expect.stringMatching(
        /^second\/agent: The rules of first\/later are known only when the other stack is applied \(first\/later\/rules/,
      ),
    ]);
  });

  test('have rules that are written into the conditions if they are known', () => {
    const stacks = stacksOf('net', 'acc');
    const { net, acc } = stacks;
    const offices = new IpAllowList(net, 'offices', { allow: ['203.0.113.0/24'], deny: ['203.0.113.9'] });
    const variable = new TerraformVariable(acc, 'v', { type: 'string' });
    restrict(acc, [offices, IpAllowList.fromIpPolicyId(acc, 'p', 'ipp_1')], { mustAdmit: ['203.0.113.7'] });
    const options = { restricts: 'agent' as const, policies: [offices], enforced: true };
    new AccessRestriction(acc, 'agent', { ...options, mustAdmit: [variable.stringValue] });
    prepare(stacks);
    expect(problemsIn(acc)).toEqual([]);
    expect(annotationsOf(acc)).toEqual([]);
    const literals = '[{cidr = "203.0.113.0/24", action = "allow"}, {cidr = "203.0.113.9/32", action = "deny"}]';
    const conditions = bodiesOf<Rendered>(acc, 'ip_restriction').flatMap((each) => conditionsIn(each) ?? []);
    expect(conditions.map((condition) => condition.replace(/ : rule\.cidr => .*, /, ' ... '))).toEqual([
      expect.stringMatching(/^\$\{provider::netingress::policy_allows\(.* \.\.\. "203\.0\.113\.7"\)\}$/),
      expect.stringMatching(/^\$\{provider::netingress::policy_allows\(.* \.\.\. "\$\{var\.v\}"\)\}$/),
    ]);
    expect(conditions[0]).toContain(`concat([], ${literals}, [for rule in data.`);
    expect(conditions[1]).toContain(`concat([], ${literals})`);
  });

  test('may declare rules of a policy of yet another stack, and are deployed before the restriction', () => {
    const stacks = stacksOf('net', 'team', 'acc');
    const { net, team, acc } = stacks;
    const policy = new IpPolicy(net, 'policy');
    const list = new IpAllowList(net, 'list', { allow: ['192.0.2.0/24'] });
    // In its own stack, a reference to either policy has the text `${netingress_ip_policy.policy.id}`.
    const namesake = new IpPolicy(team, 'policy');
    addRule(team, 'namesake', namesake, { cidr: '192.0.2.1', action: 'deny' });
    addRule(team, 'allow', policy, { cidr: '192.0.2.0/25' });
    restrict(team, [policy], { mustAdmit: ['192.0.2.1'] });
    const agents = { restricts: 'agent' as const, policies: [policy, list], enforced: true };
    const access = new AccessRestriction(acc, 'agent', { ...agents, mustAdmit: ['192.0.2.130', '198.51.100.1'] });
    const check = (): void => {
      expect(problemsIn(team)).toEqual([]);
      expect(access.node.validate()).toEqual([expect.stringMatching(/denies 198\.51\.100\.1 of mustAdmit\[1\]/)]);
    };
    check();
    prepare(stacks);
    check();
    expect(rendered(team).depends_on).toEqual(['netingress_ip_policy_rule.allow']);
    addRule(team, 'deny', policy, { cidr: '192.0.2.128/25', action: 'deny' });
    expect(access.node.validate()[0]).toMatch(
      /denies 192\.0\.2\.130 of .* because team\/deny denies 192\.0\.2\.128\/25/,
    );
    expect([annotationsOf(team), annotationsOf(acc)]).toEqual([[], []]);
    expect(acc.dependencies).toEqual([net, team]);
  });

  test('cannot add an allow rule to a set of another stack, whose next deployment deletes it; a deny rule counts until then', () => {
    const { a, b, c } = stacksOf('a', 'b', 'c');
    const list = new IpAllowList(a, 'list', { allow: ['203.0.113.0/24'] });
    addRule(b, 'team', list);
    addRule(b, 'not', list, { cidr: '203.0.113.7', action: 'deny' });
    expect(restrict(c, [list], { mustAdmit: ['198.51.100.7', '203.0.113.7'] }).node.validate()).toEqual([
      expect.stringMatching(
        /enforced: the restriction denies 198\.51\.100\.7 of mustAdmit\[0\], because no allow rule/,
      ),
      expect.stringMatching(/enforced: the restriction denies 203\.0\.113\.7 of mustAdmit\[1\], because b\/not denies/),
    ]);
    expect(problemsIn(a)).toEqual([
      expect.stringMatching(
        /^a\/list\/rules: ipPolicyId: the policy is also managed by b\/team, b\/not; expected a single owner/,
      ),
    ]);
  });

  test('cause a warning if they declare rules and are deployed later', () => {
    const stacks = stacksOf('net', 'team');
    const { net, team } = stacks;
    const list = new IpPolicy(net, 'policy');
    restrict(net, [list]);
    addRule(team, 'allow', list);
    prepare(stacks);
    expect(annotationsOf(net)).toEqual([
      'net/access: The rules team/allow are in a stack that is deployed after this one, so the restriction is effective before them. Move them, or the restriction, to another stack.',
    ]);
    expect(net.dependencies).toEqual([]);
  });
});

describe('must_admit', () => {
  interface Guarded {
    readonly must_admit?: unknown;
  }
  const setOf = (stack: TerraformStack): unknown => bodiesOf<Guarded>(stack, 'ip_policy_rules')[0]?.must_admit;
  const makeList = (stack: TerraformStack): IpAllowList => new IpAllowList(stack, 'list', { allow: ['192.0.2.0/24'] });

  test('of a set is the union of all enforced restrictions and of its own value, in each synthesis', () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'policy');
    const set = addSet(stack, 'set', policy);
    set.rules = { '0.0.0.0/0': { action: 'allow' } };
    set.mustAdmit = ['198.51.100.0/24'];
    const make = (id: string, restricts: RestrictedAccess, mustAdmit: string[], enforced: boolean): AccessRestriction =>
      new AccessRestriction(stack, id, { restricts, policies: [policy], enforced, mustAdmit });
    make('api', 'api', ['192.0.2.1', '192.0.2.2'], true);
    const agent = make('agent', 'agent', ['192.0.2.1', '192.0.2.3'], true);
    make('dashboard', 'dashboard', ['192.0.2.4'], false);
    for (let count = 0; count < 2; count += 1)
      expect(setOf(stack)).toEqual(['198.51.100.0/24', '192.0.2.1', '192.0.2.2', '192.0.2.3']);
    agent.restriction.enforced = false;
    expect(setOf(stack)).toEqual(['198.51.100.0/24', '192.0.2.1', '192.0.2.2']);
  });

  test('of a set is a condition if enforced is known after apply', () => {
    const stack = newStack();
    const variable = new TerraformVariable(stack, 'v', { type: 'bool' });
    restrict(stack, [makeList(stack)], { mustAdmit: ['192.0.2.1'] }).restriction.enforced = Token.asAny(variable.value);
    const condition = `tobool("${expression('var.v')}")`;
    expect(setOf(stack)).toBe(`\${${`${condition} ? ${`${condition} ? ["192.0.2.1"] : []`} : null`}}`);
  });

  test('of a set stays empty if the app made it so, while no restriction is enforced', () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'policy');
    addSet(stack, 'set', policy).mustAdmit = [];
    const { restriction } = restrict(stack, [policy], { mustAdmit: ['192.0.2.1'], enforced: false });
    expect(setOf(stack)).toEqual([]);
    restriction.enforced = Token.asAny(new TerraformVariable(stack, 'v', { type: 'bool' }).value);
    expect(setOf(stack)).toMatch(/ : \[\]\}$/);
  });

  test('of a set is absent without mustAdmit, for several policies, or if its rules are ignored', () => {
    const several = newStack();
    restrict(several, [makeList(several), new IpAllowList(several, 'other', { allow: ['10.0.0.0/8'] })], {
      mustAdmit: ['192.0.2.1'],
    });
    expect([setOf(several), rendered(several)]).toMatchObject([undefined, { must_admit: ['192.0.2.1'] }]);
    const without = newStack();
    restrict(without, [makeList(without)]);
    expect(setOf(without)).toBeUndefined();
    expect(rendered(without)).not.toHaveProperty('must_admit');
    const ignored = newStack();
    const policy = new IpPolicy(ignored, 'policy');
    addSet(ignored, 'set', policy, { ignoreChanges: ['rules'] });
    restrict(ignored, [policy], { mustAdmit: ['192.0.2.1'] });
    expect(setOf(ignored)).toBeUndefined();
    expect(rendered(ignored).lifecycle?.precondition).toHaveLength(1);
  });
});

describe('with Terraform', () => {
  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await openDeployment();
  });
  afterEach(() => deployment.close());

  /** What Terraform prints in one line, when it refuses the configuration. */
  async function refusalOf(configuration: object, command: 'plan' | 'apply' = 'plan'): Promise<string> {
    deployment.use(configuration);
    const options = command === 'apply' ? ['-auto-approve'] : [];
    const { status, stderr } = await deployment.terraform(command, '-no-color', ...options);
    expect([status, stderr]).toEqual([1, expect.any(String)]);
    return stderr.replaceAll(/\s+/g, ' ');
  }

  /** Creates a policy with these rules outside of Terraform. Returns its id. */
  async function makePolicy(rules: Readonly<Record<string, string>>): Promise<string> {
    const { emulator } = deployment;
    const { id } = await createObject(emulator, '/ip_policies', { description: 'by hand' });
    for (const [cidr, action] of Object.entries(rules))
      await createObject(emulator, '/ip_policy_rules', { ip_policy_id: id, cidr, action });
    return id;
  }

  function configurationOf(declare: (stack: TerraformStack) => void): object {
    const stack = stackWith(declare);
    expect([problemsIn(stack), annotationsOf(stack)]).toEqual([[], []]);
    return render(stack);
  }

  const restrictTo = (stack: TerraformStack, restricts: RestrictedAccess, policy: IIpPolicy, mustAdmit: string[]) =>
    new AccessRestriction(stack, restricts, { restricts, policies: [policy], enforced: true, mustAdmit });

  const denies = (address: string): string => `would deny ${address}, which is listed in mustAdmit`;

  test('a precondition of the plan evaluates rules that exist, that another stack adds, and that have a count', async () => {
    const shared = await makePolicy({ '192.0.2.0/24': 'allow' });
    const closed = await makePolicy({ '192.0.2.0/24': 'deny' });
    const declare =
      ({ isGood }: { readonly isGood: boolean }) =>
      (stack: TerraformStack): void => {
        const admit = (good: string, bad: string): string[] => [good, isGood ? good : bad];
        // Deny rules of another stack count always, its allow rules only once they are deployed.
        const other = new TerraformStack(stack.node.root as App, 'other');
        addRule(other, 'deny', { id: shared }, { cidr: '192.0.2.9', action: 'deny' });
        addRule(other, 'allow', { id: shared }, { cidr: '203.0.113.0/24' });
        const addresses = ['192.0.2.2', ...admit('192.0.2.2', '192.0.2.9'), ...admit('192.0.2.2', '203.0.113.1')];
        const variables = addresses.map(
          (address, index) =>
            new TerraformVariable(stack, `v${index}`, { type: 'string', default: address }).stringValue,
        );
        restrictTo(stack, 'agent', IpAllowList.fromIpPolicyId(stack, 'shared', shared), variables);
        // A rule that is repeated.
        const times = new TerraformVariable(stack, 'times', { type: 'number', default: isGood ? 0 : 1 });
        const policy = new IpPolicy(stack, 'policy');
        addRule(stack, 'allow', policy, { cidr: '192.0.2.0/24' });
        const count = TerraformCount.of(times.numberValue);
        new IpPolicyRule(stack, 'deny', { ipPolicyId: policy.id, cidr: '192.0.0.0/16', action: 'deny', count });
        restrictTo(stack, 'dashboard', policy, ['192.0.2.3']);
        // A policy without an allow rule, which the good configuration does not restrict.
        const data = new DataNetingressIpPolicy(stack, 'data', { id: closed });
        if (!isGood) restrictTo(stack, 'endpoints', data, []);
      };
    const refused = await refusalOf(configurationOf(declare({ isGood: false })));
    for (const address of ['192.0.2.9', '203.0.113.1', '192.0.2.3']) expect(refused).toContain(denies(address));
    expect(refused).not.toContain(denies('192.0.2.2'));
    expect(refused).toContain('have no allow rule, so it would deny every address');

    await deployment.deploy(configurationOf(declare({ isGood: true })));
    expect(await deployment.plan()).toEqual({});
  });

  testInCi('a precondition evaluates a set and a rule whose changes are ignored as they are deployed', async () => {
    const ignoring = (allow: string) => (stack: TerraformStack) => {
      const rules = { [allow]: { action: 'allow' } };
      const policy = new IpPolicy(stack, 'policy');
      new IpPolicyRules(stack, 'set', { ipPolicyId: policy.id, rules, lifecycle: { ignoreChanges: ['rules'] } });
      const single = new IpPolicy(stack, 'single');
      const rule = { ipPolicyId: single.id, cidr: allow, action: 'allow' };
      new IpPolicyRule(stack, 'rule', { ...rule, lifecycle: { ignoreChanges: 'all' } });
      const address = allow.replace('0/24', '7');
      restrictTo(stack, 'api', policy, [address]);
      restrictTo(stack, 'agent', single, [address]);
    };
    await deployment.deploy(configurationOf(ignoring('192.0.2.0/24')));
    expect((await refusalOf(configurationOf(ignoring('198.51.100.0/24')))).split(denies('198.51.100.7'))).toHaveLength(
      3,
    );
  });

  test('a precondition of the apply evaluates an added rule, and repeated rules only for the policies of the restriction', async () => {
    const existing = await makePolicy({ '192.0.2.0/24': 'allow', '198.51.100.0/24': 'deny' });
    const declare =
      (...wrong: readonly string[]) =>
      (stack: TerraformStack): void => {
        addRule(stack, 'added', { id: existing }, { cidr: '198.51.0.0/16' });
        const byId = IpAllowList.fromIpPolicyId(stack, 'existing', existing);
        restrictTo(stack, 'endpoints', byId, ['192.0.2.7', '198.51.7.9', ...wrong]);
        const make = (id: string): IpPolicy => new IpPolicy(stack, id);
        const [one, two, three] = [make('one'), make('two'), make('three')];
        const both = TerraformIterator.fromMap({ one: one.id, two: two.id });
        const rule = { cidr: '192.0.2.0/24', action: 'allow' };
        new IpPolicyRule(stack, 'both', { ...rule, forEach: both, ipPolicyId: both.value as string });
        const another = TerraformIterator.fromMap({ three: three.id });
        const rules = { '203.0.113.0/24': { action: 'allow' } };
        new IpPolicyRules(stack, 'another', { forEach: another, ipPolicyId: another.value as string, rules });
        restrictTo(stack, 'api', one, ['192.0.2.1', ...(wrong.length > 0 ? ['203.0.113.1'] : [])]);
        restrictTo(stack, 'dashboard', three, ['203.0.113.1']);
      };
    const refused = await refusalOf(configurationOf(declare('198.51.100.9')), 'apply');
    for (const address of ['198.51.100.9', '203.0.113.1']) expect(refused).toContain(denies(address));
    for (const address of ['192.0.2.1', '192.0.2.7']) expect(refused).not.toContain(denies(address));
    const restricted = () => deployment.emulator.objects('ip_restriction').map(({ type }) => type);
    for (const type of ['api', 'endpoints']) expect(restricted()).not.toContain(type);
    await deployment.deploy(configurationOf(declare()));
    expect(restricted()).toHaveLength(3);
  });

  test('a set with networks in variables has `must_admit`, which refuses the plan before and after the deployment', async () => {
    interface Networks {
      readonly one: string;
      readonly several: readonly string[];
      readonly denied: readonly string[];
    }
    const list =
      ({ one, several, denied }: Networks) =>
      (stack: TerraformStack): void => {
        const strings = (id: string, networks: readonly string[]): string[] =>
          Token.asList(new TerraformVariable(stack, id, { type: 'list(string)', default: networks }).value);
        const variable = new TerraformVariable(stack, 'one', { type: 'string', default: one });
        const allowed = new IpAllowList(stack, 'list', {
          allow: [variable.stringValue, strings('several', several)],
          deny: [strings('denied', denied)],
        });
        restrictTo(stack, 'api', allowed, ['192.0.2.1', '198.51.100.7']);
      };
    const good: Networks = { one: '192.0.2.0/24', several: ['198.51.100.0/24'], denied: ['10.0.0.1'] };
    const configuration = configurationOf(list(good));
    expect(JSON.stringify(configuration)).not.toContain('precondition');
    const refuses = (networks: Partial<Networks>) => refusalOf(configurationOf(list({ ...good, ...networks })));
    expect(await refuses({ one: '203.0.113.0/24' })).toContain('would deny 192.0.2.1, because');
    await deployment.deploy(configuration);
    const refused = await refuses({ several: ['10.0.0.0/8'], denied: ['192.0.2.0/25'] });
    for (const address of ['192.0.2.1', '198.51.100.7']) expect(refused).toContain(`would deny ${address}, because`);
  });
});
