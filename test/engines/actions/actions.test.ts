/**
 * Actions in a plan file, invoked by a trigger or by `-invoke`, and `-invoke` on the command line; actions that fail;
 * what is reported of an invalid configuration, and of an invocation before the first apply.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/values/json';
import { failureOf } from '../../support/acceptance/workspace';
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

const CHECK = 'action.netingress_verify_access.check';
const actions = verifyActions({ check: verify(), fail: failing });

async function testPlanFile({ emulator, workspace }: Engine): Promise<void> {
  const showPlan = async (): Promise<readonly JsonObject[]> =>
    JSON.parse(await workspace.ok('show', '-json', 'plan.bin')).action_invocations;

  await workspace.configure(policyWithRule(createTriggers(['verify_access.check'], ['after_create'])), actions);
  await workspace.ok('plan', '-no-color', '-out=plan.bin');
  const invocation = { address: CHECK, type: 'netingress_verify_access', name: 'check' };
  const lifecycle = { triggering_resource_address: 'netingress_ip_policy_rule.berlin' };
  expect(await showPlan()).toMatchObject([
    { ...invocation, config_unknown: { ip_policy_ids: [true] }, lifecycle_action_trigger: lifecycle },
  ]);
  await workspace.applyPlanned();

  // A change of the configuration that is not applied by -invoke.
  await workspace.configure(policyWithRule([], { description: 'changed' }), actions);
  let seen = emulator.requests().length;
  const newOperations = () => {
    const all = emulator.requests().map(({ operation }) => operation);
    const operations = all.slice(seen);
    seen = all.length;
    return operations;
  };
  const options = ['-no-color', '-detailed-exitcode', '-out=plan.bin', `-invoke=${CHECK}`];
  const planned = await workspace.terraform('plan', ...options);
  expect([planned.status, planned.stdout]).toEqual([2, expect.stringContaining('1 to invoke')]);
  expect(await showPlan()).toMatchObject([{ ...invocation, invoke_action_trigger: {} }]);
  // The plan refreshes the policy only. It does not run the action, which lists the rules.
  expect(newOperations()).toEqual(['ip_policy.list']);

  const { status, operations, progress } = await runReported(workspace, 'apply', 'plan.bin');
  expect([status, operations]).toEqual([0, ['Invoke verify_access.check']]);
  expect(newOperations()).toContain('ip_policy_rule.list');
  expect(progress).toEqual(['Read 1 rule.', 'Verified 1 network.']);
  expect(emulator.objects('ip_policy_rule')[0]?.['description']).toBeUndefined();
  expect(await workspace.changes()).toEqual({ 'netingress_ip_policy_rule.berlin': 'update' });
  // Nothing of an action is stored.
  const state = readFileSync(join(workspace.folder, 'terraform.tfstate'), 'utf8');
  expect(state).not.toContain('verify_access');
}

async function testCommandLine({ workspace }: Engine): Promise<void> {
  await workspace.configure(policyWithRule([]), actions);
  await workspace.apply();
  const failed = await runReported(workspace, 'apply', '-auto-approve', '-invoke=action.netingress_verify_access.fail');
  expect(failed).toMatchObject({
    status: 1,
    operations: ['Invoke verify_access.fail failed'],
    progress: ['Read 1 rule.'],
    errors: [expect.stringContaining(`does not admit ${ELSEWHERE}`)],
  });
  const text = await workspace.ok('apply', '-no-color', '-auto-approve', '-refresh=false', `-invoke=${CHECK}`);
  expect(text).toContain(`Action started: ${CHECK} (triggered by CLI)`);
  expect(text).toContain(`Action ${CHECK} (triggered by CLI): Verified 1 network.`);
  expect(text).toContain(`Action complete: ${CHECK} (triggered by CLI)`);
  expect(text).toContain('Actions: 1 invoked.');
  expect(await failureOf(workspace, 'plan', '-no-color', '-destroy', `-invoke=${CHECK}`)).toContain('invok');

  const schemas = JSON.parse(await workspace.ok('providers', 'schema', '-json'));
  const [provider] = Object.values(schemas.provider_schemas) as readonly { action_schemas: JsonObject }[];
  expect(Object.keys(provider?.action_schemas ?? {})).toEqual(['netingress_verify_access']);
  expect(await applyReported(workspace)).toEqual([]);
}

testFeature('actions', {
  claim: 'a plan file contains the invocations, and its apply changes nothing else',
  inProcess: true,
  works: testPlanFile,
});

testFeature('actions', {
  claim: '-invoke shows the progress, and ends with status 1 if the action fails',
  inProcess: true,
  works: testCommandLine,
});

const RULE = 'ip_policy_rule.berlin';
const NOT_ADMITTED = expect.stringContaining(`does not admit ${ELSEWHERE}`);

async function testFailedActions({ emulator, workspace }: Engine): Promise<void> {
  const apply = () => runReported(workspace, 'apply', '-auto-approve');
  const dependent: JsonObject = {
    dashboard: {
      type: 'dashboard',
      enforced: true,
      ip_policy_ids: [expression('netingress_ip_policy.office.id')],
      depends_on: [`netingress_${RULE}`],
    },
  };
  const configure = (event: string, rule: JsonObject = {}): Promise<void> => {
    const resources = policyWithRule(createTriggers(['verify_access.fail', 'verify_access.check'], [event]), rule);
    return workspace.configure({ ...resources, netingress_ip_restriction: dependent } as never, actions);
  };

  await configure('before_create');
  const before = await apply();
  expect(before).toMatchObject({ status: 1, errors: [NOT_ADMITTED] });
  // The second action, the create and the dependent resource do not run.
  expect(before.operations).toEqual(['create ip_policy.office', 'BeforeCreate verify_access.fail failed']);

  await configure('after_create');
  const after = await apply();
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
  expect((await apply()).operations).toEqual(['BeforeUpdate verify_access.fail failed']);
  expect(emulator.objects('ip_policy_rule')[0]?.['description']).toBeUndefined();
}

testFeature('actions', {
  claim: 'a failed action prevents the change that it precedes, and is not repeated after the create that it follows',
  inProcess: true,
  works: testFailedActions,
});

async function testPositions({ workspace }: Engine): Promise<void> {
  const { netingress_ip_policy } = policyWithRule([]);
  const write = (argument: string): void =>
    writeFileSync(
      join(workspace.folder, 'actions.tf'),
      `action "netingress_verify_access" "x" {\n  config {\n    ip_policy_ids = ["ipp_missing"]\n    ${argument}\n  }\n}\n`,
    );
  await workspace.configure({ netingress_ip_policy } as never);

  const invoke = '-invoke=action.netingress_verify_access.x';
  write('must_deny = ["203.0.113.7/24"]');
  const line = 'on actions.tf line 4, in action "netingress_verify_access" "x": 4: must_deny = ["203.0.113.7/24"]';
  // An action that nothing invokes is validated, too.
  for (const command of [['validate'], ['plan'], ['plan', invoke]])
    expect(await failureOf(workspace, ...command, '-no-color')).toContain(line);

  // Found by the invocation. These versions show no line there, so the message names the argument.
  write('must_deny = ["203.0.113.0/24"]');
  const failure = await failureOf(workspace, 'apply', '-no-color', '-auto-approve', invoke);
  expect(failure).toContain("The service has no IP policy 'ipp_missing'. Check ip_policy_ids");

  // A missing block is an empty one.
  writeFileSync(join(workspace.folder, 'actions.tf'), 'action "netingress_verify_access" "x" {\n}\n');
  const missing = await failureOf(workspace, 'validate', '-no-color');
  expect(missing).toMatch(/ip_policy_ids.* (is )?required|Missing required/);

  // Nothing was applied, so the argument is not known.
  const later = verifyActions({ later: verify() });
  writeFileSync(join(workspace.folder, 'actions.tf'), '');
  await workspace.configure({ netingress_ip_policy } as never, later);
  const invokeLater = '-invoke=action.netingress_verify_access.later';
  const early = await failureOf(workspace, 'plan', '-no-color', invokeLater);
  expect(early).toContain('Partially applied configuration');
  await workspace.apply();
  expect(await applyReported(workspace, invokeLater)).toEqual(['Invoke verify_access.later']);
}

testFeature('actions', {
  claim: 'validate and plan report a problem at the argument in its file, and a failed invocation names the argument',
  inProcess: true,
  works: testPositions,
});
