/** Failed actions, and actions of objects whose create or delete fails. */
import type { JsonObject } from '../../../src/values/json';
import { createObject } from '../../support/emulator/create-object';
import {
  applyReported,
  createTriggers,
  ELSEWHERE,
  failing,
  IN_OTHER_POLICY,
  OFFICE,
  policyWithRule,
  runReported,
  verify,
  verifyActions,
  withOtherPolicy,
} from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';
import { expression } from '../../support/expression';

const RULE = 'ip_policy_rule.berlin';
const actions = verifyActions({ check: verify(), fail: failing });
const NOT_ADMITTED = expect.stringContaining(`does not admit ${ELSEWHERE}`);

const apply = (workspace: Engine['workspace']) => runReported(workspace, 'apply', '-auto-approve');

async function testFailedActions({ emulator, workspace }: Engine): Promise<void> {
  const dependent = (): JsonObject => ({
    dashboard: {
      type: 'dashboard',
      enforced: true,
      ip_policy_ids: [expression('netingress_ip_policy.office.id')],
      depends_on: [`netingress_${RULE}`],
    },
  });
  const configure = (event: string, rule: JsonObject = {}): Promise<void> => {
    const resources = policyWithRule(createTriggers(['verify_access.fail', 'verify_access.check'], [event]), rule);
    return workspace.configure({ ...resources, netingress_ip_restriction: dependent() } as never, actions);
  };

  await configure('before_create');
  const before = await apply(workspace);
  expect(before).toMatchObject({ status: 1, errors: [NOT_ADMITTED] });
  // The second action, the create and the dependent resource do not run.
  expect(before.operations).toEqual(['create ip_policy.office', 'BeforeCreate verify_access.fail failed']);

  await configure('after_create');
  const after = await apply(workspace);
  expect(after).toMatchObject({ status: 1, errors: [NOT_ADMITTED] });
  // Dependent resources do not wait for the actions after the create, so their order varies.
  expect([...after.operations].sort()).toEqual([
    'AfterCreate verify_access.fail failed',
    `create ${RULE}`,
    'create ip_restriction.dashboard',
  ]);
  // The object is kept and not tainted, and the action is not repeated.
  expect(await applyReported(workspace)).toEqual([]);
  expect(emulator.objects('ip_policy_rule')).toHaveLength(1);

  await configure('before_update', { description: 'changed' });
  expect((await apply(workspace)).operations).toEqual(['BeforeUpdate verify_access.fail failed']);
  expect(emulator.objects('ip_policy_rule')[0]?.['description']).toBeUndefined();
}

async function testCreateBeforeDestroy({ emulator, workspace }: Engine): Promise<void> {
  await workspace.configure(withOtherPolicy(policyWithRule([])), actions);
  await workspace.apply();
  const [earlier] = emulator.objects('ip_policy_rule');
  const moved = { ...IN_OTHER_POLICY, lifecycle: { create_before_destroy: true } };
  const afterCreate = createTriggers(['verify_access.fail'], ['after_create']);
  await workspace.configure(withOtherPolicy(policyWithRule(afterCreate, moved)), actions);
  const { status, operations } = await apply(workspace);
  // The delete of the earlier object does not wait for the action either.
  const expected = ['AfterCreate verify_access.fail failed', `create ${RULE}`, `delete ${RULE}`];
  expect([status, [...operations].sort()]).toEqual([1, expected]);
  expect(emulator.objects('ip_policy_rule')).toEqual([expect.not.objectContaining({ id: earlier?.['id'] })]);
  expect(await applyReported(workspace)).toEqual([]);
}

async function testFailedDelete({ emulator, workspace }: Engine): Promise<void> {
  const refuseDelete = () =>
    emulator.faults.add({
      match: { operation: 'ip_policy_rule.delete' },
      do: { status: 400, msg: 'in use' },
      times: 1,
    });
  const all = createTriggers(['verify_access.check']);
  await workspace.configure(withOtherPolicy(policyWithRule(all)), actions);
  await workspace.apply();
  const [rule] = emulator.objects('ip_policy_rule');

  await workspace.configure(withOtherPolicy(policyWithRule(all, IN_OTHER_POLICY)), actions);
  refuseDelete();
  const replaced = await apply(workspace);
  expect(replaced.operations).toEqual(['BeforeCreate verify_access.check', `delete ${RULE} failed`]);
  expect(replaced.errors).toEqual([expect.stringContaining('in use')]);
  expect(emulator.objects('ip_policy_rule')).toEqual([rule]);
  // Terraform replaces the object once more, and so runs the action before the create again.
  expect(await applyReported(workspace)).toEqual([
    'BeforeCreate verify_access.check',
    `delete ${RULE}`,
    `create ${RULE}`,
    'AfterCreate verify_access.check',
  ]);

  refuseDelete();
  const destroyed = await runReported(workspace, 'destroy', '-auto-approve');
  expect([destroyed.status, destroyed.operations]).toEqual([1, [`delete ${RULE} failed`]]);
  expect(emulator.objects('ip_policy_rule')).toHaveLength(1);
  await workspace.ok('destroy', '-no-color', '-auto-approve');
  expect(emulator.objects('ip_policy_rule')).toEqual([]);
}

async function testRecoveredCreate({ emulator, workspace }: Engine): Promise<void> {
  // Before its own create, the policy cannot be the one that is verified.
  const { id: other } = await createObject(emulator, '/ip_policies');
  for (const operation of ['ip_policy.create', 'ip_policy_rule.create'])
    emulator.faults.add({ match: { operation }, do: { drop: true, commit: true }, times: 1 });
  const resources = policyWithRule(createTriggers(['verify_access.check']));
  const policy = { description: 'office', lifecycle: { action_trigger: createTriggers(['verify_access.other']) } };
  await workspace.configure(
    { ...resources, netingress_ip_policy: { office: policy } } as never,
    verifyActions({ check: verify(), fail: failing, other: verify({ ip_policy_ids: [other] }) }),
  );
  // The responses of both creates are lost. Each object exists once, and each action runs once.
  const operations = await applyReported(workspace);
  for (const [name, action] of [
    ['ip_policy.office', 'verify_access.other'],
    [RULE, 'verify_access.check'],
  ] as const)
    expect(operations.filter((each) => each.endsWith(name) || each.endsWith(action))).toEqual([
      `BeforeCreate ${action}`,
      `create ${name}`,
      `AfterCreate ${action}`,
    ]);
  expect(['ip_policy', 'ip_policy_rule'].map((kind) => emulator.objects(kind).length)).toEqual([2, 1]);
  expect(emulator.faults.list().map(({ hits }) => hits)).toEqual([1, 1]);
  expect(await workspace.changes()).toEqual({});
}

async function testHalfCreated({ emulator, workspace }: Engine): Promise<void> {
  const rules = { [OFFICE]: { action: 'allow' }, '198.51.100.0/24': { action: 'allow' } };
  const set = {
    ip_policy_id: expression('netingress_ip_policy.office.id'),
    rules,
    lifecycle: { action_trigger: createTriggers(['verify_access.complete'], ['after_create']) },
  };
  const { netingress_ip_policy } = policyWithRule([]);
  await workspace.configure(
    { netingress_ip_policy, netingress_ip_policy_rules: { all: set } } as never,
    verifyActions({ complete: verify({ must_deny: [], must_admit: Object.keys(rules) }) }),
  );
  emulator.faults.add({
    match: { operation: 'ip_policy_rule.create', nth: 2 },
    do: { status: 400, msg: 'limit reached' },
  });
  const half = await apply(workspace);
  // These versions invoke an action after a create only if the create succeeded.
  expect(half.operations).toEqual(['create ip_policy.office', 'create ip_policy_rules.all failed']);
  expect(half.errors).toEqual([expect.stringContaining('limit reached')]);
  expect(emulator.objects('ip_policy_rule')).toHaveLength(1);
  // Nothing is in the state, so nothing is deleted: the create takes over the rule that is there.
  expect(await applyReported(workspace)).toEqual(['create ip_policy_rules.all', 'AfterCreate verify_access.complete']);
  expect(emulator.objects('ip_policy_rule')).toHaveLength(2);
}

testFeature('actions', {
  claim: 'a failed action prevents the change that it precedes, and is not repeated after the create that it follows',
  inProcess: true,
  works: testFailedActions,
});

testFeature('actions', {
  claim: 'create_before_destroy: the earlier object is deleted, also if an action after the create fails',
  inProcess: true,
  works: testCreateBeforeDestroy,
});

testFeature('actions', {
  claim: 'a delete that fails keeps the object, and the next apply invokes the actions of the replacement',
  inProcess: true,
  works: testFailedDelete,
});

testFeature('actions', {
  claim: 'a create whose response is lost is recovered, and invokes each action once',
  inProcess: true,
  works: testRecoveredCreate,
});

testFeature('actions', {
  claim: 'a rule set of which only a part was created is completed by the next apply, which invokes its actions',
  inProcess: true,
  works: testHalfCreated,
});
