/** Which change of a resource invokes its actions, and when. */
import type { JsonObject } from '../../../src/values/json';
import { failureOf } from '../../support/acceptance/workspace';
import {
  applyReported,
  createTriggers,
  IN_OTHER_POLICY,
  OFFICE,
  policyWithRule,
  verify,
  verifyActions,
  withOtherPolicy,
} from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';

const RULE = 'ip_policy_rule.berlin';
const check = 'verify_access.check';
const actions = verifyActions({ check: verify() });
const allEvents = createTriggers([check]);

async function testChanges({ emulator, workspace }: Engine): Promise<void> {
  const configure = (rule: JsonObject, more: JsonObject = {}): Promise<void> =>
    workspace.configure(withOtherPolicy(policyWithRule(allEvents, rule)), { ...actions, ...more });
  const rules = (): readonly JsonObject[] => emulator.objects('ip_policy_rule') as readonly JsonObject[];

  await configure({ description: 'one' });
  const first = await applyReported(workspace);
  // Nothing waits for the other policy, so its create may come at any place.
  expect(first.filter((event) => event !== 'create ip_policy.other')).toEqual([
    'create ip_policy.office',
    `BeforeCreate ${check}`,
    `create ${RULE}`,
    `AfterCreate ${check}`,
  ]);
  expect(await applyReported(workspace)).toEqual([]);

  // A refresh only reads a change that was made outside of Terraform; its repair is an update.
  await fetch(`${workspace.env['NETINGRESS_BASE_URL']}/ip_policy_rules/${String(rules()[0]?.['id'])}`, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json' },
    body: JSON.stringify({ description: 'changed manually' }),
  });
  expect(await applyReported(workspace, '-refresh-only')).toEqual([]);
  expect(await applyReported(workspace)).toEqual([`BeforeUpdate ${check}`, `update ${RULE}`, `AfterUpdate ${check}`]);

  // Terraform 1.14 and 1.15 run the action before they delete the earlier object.
  const replaced = [`BeforeCreate ${check}`, `delete ${RULE}`, `create ${RULE}`, `AfterCreate ${check}`];
  await configure({ description: 'one', ...IN_OTHER_POLICY });
  expect(await applyReported(workspace)).toEqual(replaced);

  await configure({ description: 'one', lifecycle: { create_before_destroy: true } });
  const created = await applyReported(workspace);
  // The delete and the actions after the create run in parallel.
  const parallel = [`AfterCreate ${check}`, `delete ${RULE}`];
  expect(created.slice(0, 2)).toEqual([`BeforeCreate ${check}`, `create ${RULE}`]);
  expect([...created.slice(2)].sort()).toEqual(parallel);
  expect(rules()).toHaveLength(1);
}

async function testAddresses({ emulator, workspace }: Engine): Promise<void> {
  await workspace.configure(policyWithRule(allEvents), actions);
  await workspace.apply();
  const [rule] = emulator.objects('ip_policy_rule');

  const { netingress_ip_policy, netingress_ip_policy_rule: rules } = policyWithRule(allEvents);
  const renamed = { netingress_ip_policy, netingress_ip_policy_rule: { paris: rules?.['berlin'] } } as never;
  const moved = [{ from: `netingress_${RULE}`, to: 'netingress_ip_policy_rule.paris' }];
  await workspace.configure(renamed, { ...actions, moved });
  expect(await applyReported(workspace)).toEqual([]);

  const removed = [{ from: 'netingress_ip_policy_rule.paris', lifecycle: { destroy: false } }];
  await workspace.configure({ netingress_ip_policy } as never, { ...actions, removed });
  expect(await applyReported(workspace)).toEqual([]);

  const imported = [{ to: `netingress_${RULE}`, id: String(rule?.['id']) }];
  await workspace.configure(policyWithRule(allEvents), { ...actions, import: imported });
  expect(await applyReported(workspace)).toEqual([]);
  expect(await workspace.changes()).toEqual({});

  // A resource that is not configured any longer has no triggers, and a destroy has no event before Terraform 1.16.
  await workspace.configure({ netingress_ip_policy } as never, actions);
  expect(await applyReported(workspace)).toEqual([`delete ${RULE}`]);
  await workspace.configure(policyWithRule(createTriggers([check], ['before_destroy'])), actions);
  expect(await failureOf(workspace, 'validate', '-no-color')).toContain('Invalid "event" value before_destroy');
  await workspace.configure(policyWithRule(allEvents, { cidr: OFFICE }), actions);
  await workspace.apply();
  expect(await workspace.ok('destroy', '-no-color', '-auto-approve')).not.toContain('Action started');
  expect(emulator.objects('ip_policy_rule')).toEqual([]);
}

testFeature('actions', {
  claim: 'a create, an update and a replacement invoke actions before and after; no change and a refresh do not',
  inProcess: true,
  works: testChanges,
});

testFeature('actions', {
  claim: 'moved, removed, import and destroy invoke no action',
  inProcess: true,
  works: testAddresses,
});
