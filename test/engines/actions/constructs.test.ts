/** The constructs of actions: an app is synthesized, planned into a file and applied; each event, -invoke and failures. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TerraformStack } from 'cdktf';
import { AccessReap, CredentialRotate, IpPolicy, IpPolicyRule, VerifyAccess } from '../../../src/constructs';
import { formatGrant } from '../../../src/model/grants/grant';
import type { JsonObject } from '../../../src/model/json';
import { getKind } from '../../../src/model/kinds';
import { make } from '../../adopt/seed';
import type { Workspace } from '../../support/acceptance/workspace';
import { newStack, problemsIn, removeFolders, render } from '../../support/constructs/synth';
import { type Engine, failureOf, testFeature } from '../../support/engines/feature';

const BERLIN = '203.0.113.0/24';
const VERIFY_AFTER = 'action.netingress_verify_access.after';
const terraformVersion = '>=1.14';

afterEach(removeFolders);

interface Options {
  /** Description of the rule; another one is an update. */
  readonly description: string;
  readonly mustAdmit?: string;
  /** What the check before an update must admit. */
  readonly mustAdmitBefore?: string;
}

/** One rule, with a reaper before its create, a check before its update, and a check after both. */
function createStack({ description, mustAdmit = BERLIN, mustAdmitBefore = BERLIN }: Options): TerraformStack {
  const stack = newStack();
  const { id } = new IpPolicy(stack, 'office', { description: 'office' });
  const rule = new IpPolicyRule(stack, 'berlin', { ipPolicyId: id, cidr: BERLIN, action: 'allow', description });
  const check = { terraformVersion, ipPolicyIds: [id] };
  new AccessReap(stack, 'reap', { terraformVersion, ipPolicyIds: [id] }).triggerBefore(rule, ['create']);
  new VerifyAccess(stack, 'before', { ...check, mustAdmit: [mustAdmitBefore] }).triggerBefore(rule, ['update']);
  new VerifyAccess(stack, 'after', { ...check, mustAdmit: [mustAdmit], mustDeny: ['198.51.100.0/24'] }).triggerAfter(
    rule,
  );
  new CredentialRotate(stack, 'key', { terraformVersion, name: 'ci', file: 'ci.token' });
  return stack;
}

async function configure(workspace: Workspace, options: Options, omitted: readonly string[] = []): Promise<void> {
  const stack = createStack(options);
  expect(problemsIn(stack)).toEqual([]);
  const { resource, action } = render(stack) as unknown as { resource: JsonObject; action: JsonObject };
  const kept = Object.entries(resource).filter(([type]) => !omitted.includes(type));
  await workspace.configure(Object.fromEntries(kept) as never, { action });
}

/** Plans into a file and applies the file. */
async function applyPlan(workspace: Workspace): Promise<string> {
  await workspace.ok('plan', '-no-color', '-out=plan.bin');
  return workspace.ok('apply', '-no-color', 'plan.bin');
}

const invoke = (address: string): string[] => ['apply', '-no-color', '-auto-approve', `-invoke=${address}`];

async function testEvents({ emulator, workspace }: Engine): Promise<void> {
  await configure(workspace, { description: 'one' }, ['netingress_ip_policy_rule']);
  await workspace.apply();
  // The service refuses a second rule for a network, so the create succeeds only if the reaper runs before it.
  const policyId = String(emulator.objects('ip_policy')[0]?.['id']);
  const grant = { until: '2000-01-01T00:00:00Z', by: 'ana', reason: 'debug', ticket: null };
  const rule = { ip_policy_id: policyId, cidr: BERLIN, action: 'allow', metadata: formatGrant(grant) };
  const overdue = await make(emulator, getKind('ip_policy_rule'), rule);
  await configure(workspace, { description: 'one' });
  const created = await applyPlan(workspace);
  expect(created).toContain(`Removed ${BERLIN}, which was granted until 2000-01-01T00:00:00Z.`);
  expect(created).toContain('Removed 1 overdue grant; 0 live.');
  expect(created).toContain('Verified 2 networks.');
  expect(emulator.objects('ip_policy_rule').map(({ id }) => id)).not.toContain(overdue);

  await configure(workspace, { description: 'two' });
  const updated = await applyPlan(workspace);
  const order = ['action.netingress_verify_access.before', 'Modifications complete', VERIFY_AFTER];
  expect(order.map((text) => updated.indexOf(text))).toEqual(
    order.map((text) => updated.indexOf(text)).sort((a, b) => a - b),
  );
  expect(order.filter((text) => !updated.includes(text))).toEqual([]);
  expect(updated).not.toContain('overdue grant');
}

async function testFailures({ emulator, workspace }: Engine): Promise<void> {
  const described = (): unknown => emulator.objects('ip_policy_rule')[0]?.['description'];
  const applied = ['apply', '-no-color', '-auto-approve'] as const;
  await configure(workspace, { description: 'three', mustAdmitBefore: '192.0.2.0/24' });
  expect(await failureOf(workspace, ...applied)).toContain('does not admit 192.0.2.0/24');
  // A failed action before an update prevents the update.
  expect(described()).toBe('two');
  await configure(workspace, { description: 'three', mustAdmit: '192.0.2.0/24' });
  expect(await failureOf(workspace, ...applied)).toContain('does not admit 192.0.2.0/24');
  expect(described()).toBe('three');
  expect(await workspace.changes()).toEqual({});
  expect(await failureOf(workspace, ...invoke(VERIFY_AFTER))).toContain('does not admit 192.0.2.0/24');
  await configure(workspace, { description: 'three' });
  expect(await workspace.ok(...invoke(VERIFY_AFTER))).toContain('Verified 2 networks.');
}

async function testRotation({ emulator, workspace }: Engine): Promise<void> {
  const file = join(workspace.folder, 'ci.token');
  const tokens: string[] = [];
  let output = '';
  for (let round = 1; round <= 3; round++) {
    output += await workspace.ok(...invoke('action.netingress_credential_rotate.key'));
    tokens.push(readFileSync(file, 'utf8').trim());
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(output).toContain('Wrote the token.');
  // The current credential and the previous one.
  expect(emulator.objects('api_key').filter(({ description }) => description === 'ci')).toHaveLength(2);
  expect(new Set(tokens).size).toBe(3);
  const state = readFileSync(join(workspace.folder, 'terraform.tfstate'), 'utf8');
  for (const token of tokens) expect(`${output}${state}`.includes(token.slice(-20))).toBe(false);
}

testFeature('actions', {
  async works(engine) {
    await testEvents(engine);
    await testFailures(engine);
    await testRotation(engine);
  },
  async isUnknown() {
    const stack = newStack();
    new VerifyAccess(stack, 'check', { terraformVersion: '>=1.11', ipPolicyIds: ['ipp_1'], mustAdmit: [BERLIN] });
    expect(problemsIn(stack)).toEqual([expect.stringContaining('Run `netingress access verify` after the deployment')]);
  },
});
