import { App, TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  AccessRestriction,
  type AccessRestrictionProps,
  DataNetingressIpPolicy,
  type IIpPolicy,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  NetingressProvider,
} from '../../../src';
import { newFolder, newStack, problemsIn, removeFolders, render, tf } from '../synth';
import { annotationsOf } from './annotations';
import { type Deployment, openDeployment } from './deployment';

afterEach(removeFolders);

function restrict(stack: TerraformStack, policies: readonly IIpPolicy[], more: Partial<AccessRestrictionProps> = {}) {
  return new AccessRestriction(stack, 'access', { restricts: 'api', policies, enforced: true, ...more });
}

interface Rendered {
  readonly depends_on?: readonly string[];
  readonly lifecycle?: { readonly precondition: readonly { readonly condition: string }[] };
}

function rendered(stack: TerraformStack): Rendered {
  return Object.values(render(stack).resource['netingress_ip_restriction'] ?? {})[0] as Rendered;
}

describe('a restriction', () => {
  test('depends on every rule of its policies, whoever declares it and whenever', () => {
    const stack = newStack();
    const [own, other] = [new IpPolicy(stack, 'own'), new IpPolicy(stack, 'other')];
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    const existing = IpAllowList.fromIpPolicyId(stack, 'existing', 'ipp_1');
    restrict(stack, [own, list, existing], { enforced: false, description: 'Why', metadata: '{}' });
    const allow = { action: 'allow' };
    new IpPolicyRule(stack, 'one', { ...allow, ipPolicyId: own.id, cidr: '192.0.2.3' });
    new IpPolicyRule(stack, 'two', { ...allow, ipPolicyId: own.id, cidr: '192.0.2.5' });
    new IpPolicyRule(stack, 'three', { ...allow, ipPolicyId: other.id, cidr: '192.0.2.7' });
    new IpPolicyRule(stack, 'four', { ...allow, ipPolicyId: 'ipp_1', cidr: '192.0.2.9' });
    expect(rendered(stack)).toMatchObject({
      type: 'api',
      enforced: false,
      description: 'Why',
      metadata: '{}',
      ip_policy_ids: [tf('netingress_ip_policy.own.id'), expect.stringContaining('list_policy'), 'ipp_1'],
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

  test('is one of each kind of access', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    restrict(stack, [list]);
    new AccessRestriction(stack, 'again', { restricts: 'api', policies: [list] });
    new AccessRestriction(stack, 'fine', { restricts: 'agent', policies: [list] });
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(
        /^stack\/access: restricts: api is also restricted by stack\/again\/restriction, expected one/,
      ),
      expect.stringMatching(
        /^stack\/again: restricts: api is also restricted by stack\/access\/restriction, expected one/,
      ),
    ]);
  });

  test('is one of each kind of access in each account: providers with other aliases may be of other accounts', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    const standard = new NetingressProvider(stack, 'standard');
    const providers = ['one', 'two'].map((alias) => new NetingressProvider(stack, alias, { alias }));
    for (const provider of providers)
      new AccessRestriction(stack, `of-${provider.node.id}`, { restricts: 'api', policies: [list], provider });
    restrict(stack, [list]);
    expect(problemsIn(stack)).toEqual([]);
    new AccessRestriction(stack, 'again', { restricts: 'api', policies: [list], provider: standard });
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(/^stack\/access: restricts: api is also restricted by stack\/again\/restriction, expected/),
      expect.stringMatching(/^stack\/again: restricts: api is also restricted by stack\/access\/restriction, expected/),
    ]);
  });

  test('exists already, by identifier or by what it restricts', () => {
    const stack = newStack();
    const byId = AccessRestriction.fromIpRestrictionId(stack, 'by-id', 'ipx_1');
    const byType = AccessRestriction.fromRestricted(stack, 'by-type', 'dashboard');
    new IpPolicy(stack, 'copy', { description: byId.id, metadata: byType.id });
    expect(render(stack).resource['netingress_ip_policy']?.['copy']).toMatchObject({
      description: 'ipx_1',
      metadata: tf('data.netingress_ip_restriction.by-type.id'),
    });
  });
});

describe('the guard against locking out', () => {
  const mustAdmit = ['192.0.2.1', '2001:db8::1'];

  test.each<[string, (stack: TerraformStack) => IIpPolicy, RegExp | undefined]>([
    [
      'a policy without rules',
      (stack) => new IpPolicy(stack, 'p'),
      /enforced: shuts everybody out.*\(stack\/p\) they have no allow/,
    ],
    [
      'rules that deny all they allow',
      (stack) => {
        const policy = new IpPolicy(stack, 'p');
        new IpPolicyRules(stack, 'r', {
          ipPolicyId: policy.id,
          rules: { '192.0.2.0/24': { action: 'allow' }, '192.0.0.0/16': { action: 'deny' }, '10.0.0.0/8': null },
        });
        return policy;
      },
      /enforced: shuts everybody out.*their deny rules match every address/,
    ],
    [
      'an address that no rule allows',
      (stack) => new IpAllowList(stack, 'p', { allow: ['192.0.2.0/24'] }),
      /enforced: shuts out 2001:db8::1 of mustAdmit\[1\], because no allow rule of its policies \(stack\/p\) matches it/,
    ],
    [
      'an address that a rule denies',
      (stack) => new IpAllowList(stack, 'p', { allow: ['192.0.0.0/16', '2001:db8::/32'], deny: ['192.0.2.0/30'] }),
      /enforced: shuts out 192\.0\.2\.1 of mustAdmit\[0\], because stack\/p\/rules denies 192\.0\.2\.0\/30, expected no deny/,
    ],
    [
      'a deny that is known, beside rules that are not',
      (stack) => {
        const variable = new TerraformVariable(stack, 'v', { type: 'string' });
        return new IpAllowList(stack, 'p', { allow: [variable.stringValue], deny: ['192.0.2.1'] });
      },
      /enforced: shuts out 192\.0\.2\.1 of mustAdmit\[0\], because stack\/p\/rules denies 192\.0\.2\.1\/32/,
    ],
    [
      'rules that admit them',
      (stack) => new IpAllowList(stack, 'p', { allow: ['192.0.0.0/16', '2001:db8::/32'] }),
      undefined,
    ],
  ])('%s', (_, make, message) => {
    const stack = newStack();
    restrict(stack, [make(stack)], { mustAdmit });
    const problems = problemsIn(stack).filter((problem) => problem.startsWith('stack/access:'));
    expect(problems).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  test('takes the rules of all policies together', () => {
    const stack = newStack();
    const four = new IpAllowList(stack, 'four', { allow: ['192.0.2.0/24'] });
    const six = new IpAllowList(stack, 'six', { allow: ['2001:db8::/32'] });
    restrict(stack, [four, six], { mustAdmit });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('only warns while the restriction is not enforced', () => {
    const stack = newStack();
    restrict(stack, [new IpPolicy(stack, 'p')], { enforced: false, mustAdmit });
    expect(problemsIn(stack)).toEqual([]);
    expect(annotationsOf(stack)).toEqual([
      expect.stringMatching(/^access: Once it is enforced, it shuts everybody out/),
    ]);
  });

  test('refuses what is no address', () => {
    const stack = newStack();
    restrict(stack, [new IpAllowList(stack, 'p', { allow: ['192.0.2.0/24'] })], { mustAdmit: ['192.0.2.0/24'] });
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(/mustAdmit\[0\]: '192\.0\.2\.0\/24' is not an IP address/),
    ]);
  });

  test('knows the rules of a policy in another stack, and says where it does not', () => {
    const app = new App({ outdir: newFolder() });
    const [first, second] = [new TerraformStack(app, 'first'), new TerraformStack(app, 'second')];
    const variable = new TerraformVariable(first, 'v', { type: 'string' });
    const known = new IpAllowList(first, 'known', { allow: ['192.0.2.0/24'] });
    const later = new IpAllowList(first, 'later', { allow: [variable.stringValue] });
    const access = restrict(second, [known], { mustAdmit: ['198.51.100.1'] });
    expect(access.node.validate()).toEqual([expect.stringMatching(/shuts out 198\.51\.100\.1/)]);
    new AccessRestriction(second, 'agent', { restricts: 'agent', policies: [later], enforced: true });
    expect(annotationsOf(second)).toEqual([
      expect.stringMatching(/^second\/agent: The rules of first\/later are known to another stack only/),
    ]);
  });
});

describe('what only Terraform knows', () => {
  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await openDeployment();
  });
  afterEach(() => deployment.close());

  /** The policy that exists already, with its rules. */
  async function makePolicy(rules: Readonly<Record<string, string>>): Promise<string> {
    const post = async (path: string, body: object): Promise<string> => {
      const request = new Request(`http://x${path}`, {
        method: 'POST',
        headers: { Authorization: 'Bearer k', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await (await deployment.emulator.fetch(request)).json()) as { id: string }).id;
    };
    const id = await post('/ip_policies', { description: 'by hand' });
    for (const [cidr, action] of Object.entries(rules))
      await post('/ip_policy_rules', { ip_policy_id: id, cidr, action });
    return id;
  }

  function stackWith(make: (stack: TerraformStack) => IIpPolicy, mustAdmit: readonly string[]): object {
    const stack = newStack();
    new NetingressProvider(stack, 'netingress');
    restrict(stack, [make(stack)], { mustAdmit });
    expect(problemsIn(stack)).toEqual([]);
    return render(stack);
  }

  test('of a policy that exists already is read, and checked before it is enforced', async () => {
    const id = await makePolicy({ '192.0.2.0/24': 'allow', '198.51.100.0/24': 'deny' });
    const existing = (stack: TerraformStack): IIpPolicy => {
      new IpPolicyRule(stack, 'added', { ipPolicyId: id, cidr: '198.51.0.0/16', action: 'allow' });
      return IpAllowList.fromIpPolicyId(stack, 'existing', id);
    };
    deployment.use(stackWith(existing, ['192.0.2.1', '198.51.100.9']));
    const refused = await deployment.terraform('apply', '-auto-approve', '-no-color');
    expect([refused.status, refused.stderr.replaceAll('\n', ' ')]).toEqual([
      1,
      expect.stringContaining('The IP policies of this restriction would shut out 198.51.100.9, which it must admit.'),
    ]);
    expect(refused.stderr).not.toContain('would shut out 192.0.2.1');
    expect(deployment.emulator.objects('ip_restriction')).toEqual([]);

    deployment.use(stackWith(existing, ['192.0.2.1', '198.51.7.9']));
    await deployment.deploy();
    expect(await deployment.plan()).toEqual({});
    await deployment.destroy();
  });

  test('of networks in variables is checked before anything is made', async () => {
    const byVariables = (allow: string) => (stack: TerraformStack) => {
      const one = new TerraformVariable(stack, 'one', { type: 'string', default: allow });
      const several = new TerraformVariable(stack, 'several', { type: 'list(string)', default: ['198.51.100.0/24'] });
      return new IpAllowList(stack, 'list', { allow: [one.stringValue], deny: [Token.asList(several.value)] });
    };
    deployment.use(stackWith(byVariables('203.0.113.0/24'), ['192.0.2.1']));
    const refused = await deployment.terraform('plan', '-no-color');
    expect(refused.stderr.replaceAll('\n', ' ')).toContain('would shut out 192.0.2.1, which it must admit');

    deployment.use(stackWith(byVariables('192.0.2.0/24'), ['192.0.2.1']));
    await deployment.deploy();
    expect(await deployment.plan()).toEqual({});
    await deployment.destroy();
  });

  test('that there is no allow rule is found too', async () => {
    const id = await makePolicy({ '192.0.2.0/24': 'deny' });
    deployment.use(stackWith((stack) => new DataNetingressIpPolicy(stack, 'data', { id }), []));
    const refused = await deployment.terraform('plan', '-no-color');
    expect(refused.stderr.replaceAll('\n', ' ')).toContain('hold no allow rule, so it would shut everybody out');
  });
});
