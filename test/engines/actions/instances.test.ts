/** Actions and resources with count and for_each, several triggers at one resource, and conditions. */
import type { JsonObject } from '../../../src/values/json';
import {
  applyReported,
  createTriggers,
  policyWithRule,
  runReported,
  verify,
  verifyActions,
} from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';
import { expression } from '../../support/expression';

const SITES = { berlin: '203.0.113.0/24', paris: '198.51.100.0/24' };
const POLICY = expression('netingress_ip_policy.office.id');

async function testInstances({ emulator, workspace }: Engine): Promise<void> {
  const { netingress_ip_policy } = policyWithRule([]);
  const rule = { ip_policy_id: POLICY, action: 'allow' };
  const site = {
    ...rule,
    for_each: SITES,
    cidr: expression('each.value'),
    lifecycle: {
      action_trigger: createTriggers(['verify_access.site[each.key]', 'verify_access.numbered[0]'], ['after_create']),
    },
  };
  const numbered = {
    ...rule,
    count: 2,
    cidr: expression('"192.0.2.$' + '{count.index}"'),
    lifecycle: { action_trigger: createTriggers(['verify_access.numbered[count.index]'], ['before_create']) },
  };
  const check = { ...verify({ must_deny: [], must_admit: [expression('each.value')] }), for_each: SITES };
  const numberedCheck = { ...verify({ must_deny: ['100.64.0.0/10'] }), count: 2 };
  await workspace.configure({ netingress_ip_policy, netingress_ip_policy_rule: { site, numbered } } as never, {
    action: { netingress_verify_access: { site: check, numbered: numberedCheck } },
  });
  const operations = await applyReported(workspace);
  // Instances run in parallel, and the operations of each instance are in order.
  for (const name of Object.keys(SITES)) {
    const own = [`create ip_policy_rule.site["${name}"]`, `AfterCreate verify_access.site["${name}"]`];
    expect(operations.filter((each) => own.includes(each))).toEqual(own);
  }
  for (const index of [0, 1]) {
    const own = [`BeforeCreate verify_access.numbered[${index}]`, `create ip_policy_rule.numbered[${index}]`];
    expect(operations.filter((each) => own.includes(each))).toEqual(own);
  }
  expect(operations.filter((each) => each === 'AfterCreate verify_access.numbered[0]')).toHaveLength(2);
  // The policy, four rules, and three times two actions: before `numbered`, after `site`, and numbered[0] after `site`.
  expect(operations).toHaveLength(1 + 4 + 2 + 2 + 2);
  expect(emulator.objects('ip_policy_rule')).toHaveLength(4);

  // Without an index all instances are invoked.
  const all = await applyReported(workspace, '-invoke=action.netingress_verify_access.site');
  expect([...all].sort()).toEqual(['Invoke verify_access.site["berlin"]', 'Invoke verify_access.site["paris"]']);
  expect(await applyReported(workspace, '-invoke=action.netingress_verify_access.numbered[1]')).toEqual([
    'Invoke verify_access.numbered[1]',
  ]);
}

async function testTriggers({ emulator, workspace }: Engine): Promise<void> {
  const names = ['one', 'two', 'three', 'four', 'skipped', 'later'];
  const actions = verifyActions(Object.fromEntries(names.map((name) => [name, verify()])));
  const trigger = (events: readonly string[], ...of: readonly string[]): JsonObject => ({
    events: [...events],
    actions: of.map((name) => `action.netingress_verify_access.${name}`),
  });
  const configure = (description: string, more: readonly JsonObject[] = []): Promise<void> =>
    workspace.configure(
      policyWithRule(
        [
          trigger(['after_create', 'after_update'], 'one', 'two'),
          trigger(['before_create', 'before_update'], 'three'),
          trigger(['after_create'], 'two', 'four'),
          { ...trigger(['after_create', 'after_update'], 'skipped'), condition: expression('1 > 2') },
          ...more,
        ],
        { description },
      ),
      actions,
    );
  const unknown = {
    ...trigger(['after_create'], 'later'),
    condition: expression('netingress_ip_policy.office.id != "x"'),
  };
  await configure('first', [unknown]);
  expect((await runReported(workspace, 'plan')).errors).toEqual([expect.stringContaining('Condition must be known')]);
  await configure('first');
  expect(await applyReported(workspace)).toEqual([
    'create ip_policy.office',
    'BeforeCreate verify_access.three',
    'create ip_policy_rule.berlin',
    ...['one', 'two', 'two', 'four'].map((name) => `AfterCreate verify_access.${name}`),
  ]);
  await configure('second');
  expect(await applyReported(workspace)).toEqual([
    'BeforeUpdate verify_access.three',
    'update ip_policy_rule.berlin',
    'AfterUpdate verify_access.one',
    'AfterUpdate verify_access.two',
  ]);

  // After a failed action the rest of the list and the later triggers do not run.
  // The first list is of the refresh, the second of `three`.
  emulator.faults.add({ match: { operation: 'ip_policy_rule.list', nth: 3 }, do: { status: 403, msg: 'no access' } });
  await configure('third');
  const { status, operations, errors } = await runReported(workspace, 'apply', '-auto-approve');
  expect([status, errors]).toEqual([1, [expect.stringContaining('no access')]]);
  expect(operations).toEqual([
    'BeforeUpdate verify_access.three',
    'update ip_policy_rule.berlin',
    'AfterUpdate verify_access.one failed',
  ]);
}

testFeature('actions', {
  claim: 'count and for_each of actions and resources: each instance invokes its own action, -invoke one or all',
  inProcess: true,
  works: testInstances,
});

testFeature('actions', {
  claim:
    'several triggers of a resource run in order, a condition must be known in the plan, and a failure ends the list',
  inProcess: true,
  works: testTriggers,
});
