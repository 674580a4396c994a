/** Invalid configurations of actions, and an invocation before the first apply: what is reported, and where. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from '../../support/acceptance/workspace';
import { applyReported, policyWithRule, verify, verifyActions } from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';

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
