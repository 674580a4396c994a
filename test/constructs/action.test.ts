/** The constructs of actions: blocks, triggers and target versions. */
import { App, TerraformStack } from 'cdktf';
import * as constructs from '../../src/constructs';
import { IpPolicy, IpPolicyRule, type NetingressAction, VerifyAccess } from '../../src/constructs';
import { ACTIONS, actionType } from '../../src/model/actions';
import { pascalCase } from '../../src/model/naming';
import { newFolder, newStack, problemsIn, removeFolders, render } from '../support/constructs/synth';
import { expression } from '../support/expression';

afterEach(removeFolders);

const terraformVersion = '>=1.14';
const CHECK = { terraformVersion, ipPolicyIds: ['ipp_1'], mustDeny: ['::1'] };

function createRule(stack: TerraformStack, lifecycle = {}): { policy: IpPolicy; rule: IpPolicyRule } {
  const policy = new IpPolicy(stack, 'office');
  const props = { ipPolicyId: policy.id, cidr: '203.0.113.0/24', action: 'allow' as const };
  return { policy, rule: new IpPolicyRule(stack, 'berlin', { ...props, lifecycle }) };
}

test.each(ACTIONS)('$name has a construct with the type of the provider', (action) => {
  const { [pascalCase(action.name)]: Construct } = constructs as unknown as Record<string, { tfResourceType: string }>;
  expect(Construct?.tfResourceType).toBe(actionType(action));
});

test('an action is rendered as a block, and its trigger in the lifecycle of the resource', () => {
  const stack = newStack();
  const { policy, rule } = createRule(stack, { preventDestroy: true });
  const check = new VerifyAccess(stack, 'check', { terraformVersion, ipPolicyIds: [policy.id], mustAdmit: ['::1'] });
  check.triggerAfter(rule, ['create', 'update'], { condition: expression('var.strict') });
  expect(problemsIn(stack)).toEqual([]);
  const { action, resource } = render(stack);
  expect(action['netingress_verify_access']?.['check']?.['config']).toEqual({
    ip_policy_ids: [expression('netingress_ip_policy.office.id')],
    must_admit: ['::1'],
  });
  expect(resource['netingress_ip_policy_rule']?.['berlin']?.['lifecycle']).toEqual({
    create_before_destroy: true,
    prevent_destroy: true,
    action_trigger: [
      {
        ...{ events: ['after_create', 'after_update'], actions: ['action.netingress_verify_access.check'] },
        condition: expression('var.strict'),
      },
    ],
  });
  expect([VerifyAccess.isVerifyAccess(check), VerifyAccess.isVerifyAccess(rule)]).toEqual([true, false]);
});

test('an override of one argument keeps the others', () => {
  const stack = newStack();
  const check = new VerifyAccess(stack, 'check', CHECK);
  check.addOverride('config.must_admit', ['::2']);
  check.addOverride('config.must_deny', ['::3']);
  expect(render(stack).action['netingress_verify_access']?.['check']?.['config']).toEqual({
    ip_policy_ids: ['ipp_1'],
    must_deny: ['::1', '::3'],
    must_admit: ['::2'],
  });
});

test('triggers of several actions are kept in order, and a later name of an action is used', () => {
  const stack = newStack();
  const { rule } = createRule(stack);
  rule.addOverride('lifecycle.action_trigger', [{ events: ['after_create'], actions: ['action.other.x'] }]);
  const first = new VerifyAccess(stack, 'first', CHECK);
  first.triggerBefore(rule, ['create']).triggerAfter(rule, ['update']);
  new VerifyAccess(stack, 'second', CHECK).triggerAfter(rule, ['update']);
  first.overrideLogicalId('renamed');
  expect(render(stack).resource['netingress_ip_policy_rule']?.['berlin']?.['lifecycle']).toEqual({
    create_before_destroy: true,
    action_trigger: [
      { events: ['after_create'], actions: ['action.other.x'] },
      { events: ['before_create'], actions: ['action.netingress_verify_access.renamed'] },
      { events: ['after_update'], actions: ['action.netingress_verify_access.renamed'] },
      { events: ['after_update'], actions: ['action.netingress_verify_access.second'] },
    ],
  });
});

test('a trigger of a resource in another stack, and one without, with repeated or with unknown events, is an error', () => {
  const one = newStack('one');
  const { rule } = createRule(one);
  const stack = new TerraformStack(one.node.root, 'two');
  const check = new VerifyAccess(stack, 'check', CHECK);
  expect(() => check.triggerAfter(rule)).toThrow('two/check: triggerAfter: one/berlin is in another stack');
  const own = createRule(stack);
  expect(() => check.triggerBefore(own.rule, [])).toThrow('triggerBefore: events are []; expected');
  expect(() => check.triggerBefore(own.rule, ['create', 'create'])).toThrow('each once');
  expect(() => check.triggerBefore(own.rule, ['destroy'] as never)).toThrow(
    "triggerBefore: events are [destroy]; expected 'create', 'update' or both",
  );
});

test('a stack with an action requires a Terraform that has actions, unless the app requires another version', () => {
  const versionOf = (stack: TerraformStack): unknown => render(stack).terraform?.required_version;
  const stack = newStack();
  expect(versionOf(stack)).toBeUndefined();
  new VerifyAccess(stack, 'check', CHECK);
  expect(versionOf(stack)).toBe('>= 1.14');
  stack.addOverride('terraform.required_version', '~> 1.15');
  expect(versionOf(stack)).toBe('~> 1.15');
  const other = newStack();
  other.addOverride('terraform.required_version', '~> 1.15');
  new VerifyAccess(other, 'check', CHECK);
  expect(versionOf(other)).toBe('~> 1.15');
});

test('props are validated at synth by the model', () => {
  const stack = newStack();
  new VerifyAccess(stack, 'empty', { terraformVersion, ipPolicyIds: ['ipp_1'], mustDeny: [] });
  new VerifyAccess(stack, 'invalid', { terraformVersion, ipPolicyIds: ['ipp_1'], mustAdmit: ['203.0.113.7/24'] });
  expect(problemsIn(stack)).toEqual([
    'stack/empty: mustAdmit and mustDeny are empty; expected at least one element in one of them',
    expect.stringMatching(/^stack\/invalid: mustAdmit.*beyond its mask/),
  ]);
});

describe('the target version', () => {
  const known = ['>=1.14', '1.14', '~1.15.0', '^1.14.2', '>=1.14 <2', '1.14.x', '>=1.13 >=1.15', '~> 1.14', '>=2'];
  const tooOld = ['>=1.13', '1.11', '>=1.14 || 1.8', '^1.5.7', '>1.13.0'];
  const unclear = ['', '<2', '1.14 - 1.16', 'latest', '>=1.14 || <1'];

  function findProblems(targetVersions: object | undefined, props: { terraformVersion?: string } = {}): string[] {
    const context = targetVersions === undefined ? {} : { context: { targetVersions } };
    const stack = new TerraformStack(new App({ outdir: newFolder(), ...context }), 'stack');
    new VerifyAccess(stack, 'check', { ...props, ipPolicyIds: ['ipp_1'], mustDeny: ['::1'] });
    return problemsIn(stack);
  }

  test.each(known)('%s is accepted', (range) => {
    expect(findProblems(undefined, { terraformVersion: range })).toEqual([]);
    expect(findProblems({ terraform: range })).toEqual([]);
  });

  test.each([
    ...tooOld.map((range) => [range, 'contains versions without actions']),
    ...unclear.map((range) => [range, 'has no lowest version']),
  ])("'%s' %s: a synth error names the command to run instead", (range = '', says = '') => {
    for (const problems of [findProblems(undefined, { terraformVersion: range }), findProblems({ terraform: range })]) {
      expect(problems).toEqual([expect.stringContaining(says)]);
      expect(problems[0]).toContain('Run `netingress access check` after the deployment instead.');
    }
  });

  test('is an error if it is not known or OpenTofu, unless the construct names a version of Terraform', () => {
    expect(findProblems(undefined)).toEqual([expect.stringContaining('the version of Terraform is not known')]);
    expect(findProblems({ terraform: '>=1.14', opentofu: '>=1.11' })).toEqual([
      expect.stringContaining('targetVersions contains OpenTofu, which has no actions'),
    ]);
    expect(findProblems({ terraform: '>=1.5', opentofu: '>=1.6' }, { terraformVersion })).toEqual([]);
  });
});

test('an action cannot be rendered as HCL', () => {
  const check: NetingressAction<object> = new VerifyAccess(newStack(), 'check', CHECK);
  expect(() => check.toHclTerraform()).toThrow('expected JSON output');
});
