/** The constructs of actions: an app is synthesized, planned into a file and applied; each event, -invoke and failures. */
import type { TerraformStack } from 'cdktf';
import { IpPolicy, IpPolicyRule, VerifyAccess } from '../../../src/constructs';
import type { JsonObject } from '../../../src/model/json';
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

/** One rule, with a check before its update, and a check after both. */
function createStack({ description, mustAdmit = BERLIN, mustAdmitBefore = BERLIN }: Options): TerraformStack {
  const stack = newStack();
  const { id } = new IpPolicy(stack, 'office', { description: 'office' });
  const rule = new IpPolicyRule(stack, 'berlin', { ipPolicyId: id, cidr: BERLIN, action: 'allow', description });
  const check = { terraformVersion, ipPolicyIds: [id] };
  new VerifyAccess(stack, 'before', { ...check, mustAdmit: [mustAdmitBefore] }).triggerBefore(rule, ['update']);
  new VerifyAccess(stack, 'after', { ...check, mustAdmit: [mustAdmit], mustDeny: ['198.51.100.0/24'] }).triggerAfter(
    rule,
  );
  return stack;
}

async function configure(workspace: Workspace, options: Options): Promise<void> {
  const stack = createStack(options);
  expect(problemsIn(stack)).toEqual([]);
  const { resource, action } = render(stack) as unknown as { resource: JsonObject; action: JsonObject };
  await workspace.configure(resource as never, { action });
}

/** Plans into a file and applies the file. */
async function applyPlan(workspace: Workspace): Promise<string> {
  await workspace.ok('plan', '-no-color', '-out=plan.bin');
  return workspace.ok('apply', '-no-color', 'plan.bin');
}

const invoke = (address: string): string[] => ['apply', '-no-color', '-auto-approve', `-invoke=${address}`];

async function testEvents({ workspace }: Engine): Promise<void> {
  await configure(workspace, { description: 'one' });
  expect(await applyPlan(workspace)).toContain('Verified 2 networks.');

  await configure(workspace, { description: 'two' });
  const updated = await applyPlan(workspace);
  const order = ['action.netingress_verify_access.before', 'Modifications complete', VERIFY_AFTER];
  expect(order.map((text) => updated.indexOf(text))).toEqual(
    order.map((text) => updated.indexOf(text)).sort((a, b) => a - b),
  );
  expect(order.filter((text) => !updated.includes(text))).toEqual([]);
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

testFeature('actions', {
  async works(engine) {
    await testEvents(engine);
    await testFailures(engine);
  },
  async refuses({ workspace }) {
    const stack = newStack();
    new VerifyAccess(stack, 'check', { terraformVersion: '>=1.11', ipPolicyIds: ['ipp_1'], mustAdmit: [BERLIN] });
    expect(problemsIn(stack)).toEqual([expect.stringContaining('Run `netingress access check` after the deployment')]);
    // The message is about the version, and not about a block that this version does not know.
    const { resource, action, terraform } = render(createStack({ description: 'one' })) as unknown as {
      readonly resource: never;
      readonly action: JsonObject;
      readonly terraform: JsonObject;
    };
    await workspace.configure(resource, { action, terraform });
    expect(await failureOf(workspace, 'init', '-no-color')).toMatch(/Error: Unsupported \w+ Core version/);
  },
});
