/** Configurations of actions that are known after apply, or invalid: what is reported, where, and that nothing is done. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/values/json';
import { failureOf } from '../../support/acceptance/workspace';
import {
  applyReported,
  createTriggers,
  policyWithRule,
  type ReportedRun,
  runReported,
  verify,
  verifyActions,
} from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';
import { expression } from '../../support/expression';

const POLICY_ID = 'netingress_ip_policy.office.id';
const isX = (value: string, other: string): string => expression(`${POLICY_ID} == "x" ? ${value} : ${other}`);

async function testUnknown({ emulator, workspace }: Engine): Promise<void> {
  const apply = (): Promise<ReportedRun> => runReported(workspace, 'apply', '-auto-approve');
  /** A new deployment, whose ids are known after apply. */
  const start = async (event: string, action: string, more: JsonObject): Promise<void> => {
    await workspace.forget();
    await emulator.reset();
    await workspace.configure(policyWithRule(createTriggers([action], [event])), more);
  };
  const after = 'create ip_policy_rule.berlin';

  await start('after_create', 'verify_access.x', verifyActions({ x: verify({ must_deny: [expression(POLICY_ID)] }) }));
  const format = await apply();
  expect(format.errors).toEqual([
    expect.stringMatching(/Invalid attribute value: must_deny.*'ipp_\w+' is not an IP range/),
  ]);
  expect(format.operations).toEqual(['create ip_policy.office', after, 'AfterCreate verify_access.x failed']);

  // An empty check is never taken for a success.
  const none = verify({ must_deny: isX('["192.0.2.0/24"]', '[]') });
  await start('after_create', 'verify_access.x', verifyActions({ x: none }));
  expect((await apply()).errors).toEqual([expect.stringContaining('must_admit and must_deny are empty')]);

  // The object's own id is not known before its create: Terraform reports a cycle, and creates nothing.
  const own = verify({ ip_policy_ids: [expression('netingress_ip_policy_rule.berlin.id')] });
  await start('before_create', 'verify_access.x', verifyActions({ x: own }));
  const unknown = await apply();
  expect(unknown.errors).toEqual([expect.stringMatching(/^Cycle: .*action\.netingress_verify_access\.x/)]);
  expect(emulator.objects('ip_policy_rule')).toEqual([]);
}

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
  expect(await failureOf(workspace, 'validate', '-no-color')).toMatch(
    /ip_policy_ids.* (is )?required|Missing required/,
  );

  // Nothing was applied, so the argument is not known.
  const later = verifyActions({ later: verify() });
  writeFileSync(join(workspace.folder, 'actions.tf'), '');
  await workspace.configure({ netingress_ip_policy } as never, later);
  const early = await failureOf(workspace, 'plan', '-no-color', '-invoke=action.netingress_verify_access.later');
  expect(early).toContain('Partially applied configuration');
  await workspace.apply();
  expect(await applyReported(workspace, '-invoke=action.netingress_verify_access.later')).toEqual([
    'Invoke verify_access.later',
  ]);
}

testFeature('actions', {
  claim: 'values that are known after apply are validated when the action runs',
  inProcess: true,
  works: testUnknown,
});

testFeature('actions', {
  claim: 'validate and plan report a problem at the argument in its file, and a failed invocation names the argument',
  inProcess: true,
  works: testPositions,
});
