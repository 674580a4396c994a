/** Failed actions. */
import type { JsonObject } from '../../../src/values/json';
import {
  applyReported,
  createTriggers,
  ELSEWHERE,
  failing,
  policyWithRule,
  runReported,
  verify,
  verifyActions,
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

testFeature('actions', {
  claim: 'a failed action prevents the change that it precedes, and is not repeated after the create that it follows',
  inProcess: true,
  works: testFailedActions,
});
