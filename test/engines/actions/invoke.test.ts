/**
 * Actions in a plan file, invoked by a trigger or by `-invoke`, and `-invoke` on the command line: with progress, and without
 * any other change.
 */
import { readFileSync } from 'node:fs';
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
  claim: '-invoke shows the progress, ends with status 1 if the action fails, and changes nothing else',
  inProcess: true,
  works: testCommandLine,
});
