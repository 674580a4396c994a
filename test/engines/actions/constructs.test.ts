/**
 * The constructs of actions: an app is synthesized, planned into a file and applied; the order of events, and refusals.
 */
import type { TerraformStack } from 'cdktf';
import { IpPolicy, IpPolicyRule, VerifyAccess } from '../../../src/constructs';
import type { JsonObject } from '../../../src/values/json';
import { failureOf, type Workspace } from '../../support/acceptance/workspace';
import { newStack, problemsIn, removeFolders, render } from '../../support/constructs/synth';
import { type Engine, testFeature } from '../../support/engines/feature';

const BERLIN = '203.0.113.0/24';
const terraformVersion = '>=1.14';

afterEach(removeFolders);

/** One rule, with a check before its update, and a check after both. Another description is an update. */
function createStack(description: string): TerraformStack {
  const stack = newStack();
  const { id } = new IpPolicy(stack, 'office', { description: 'office' });
  const rule = new IpPolicyRule(stack, 'berlin', { ipPolicyId: id, cidr: BERLIN, action: 'allow', description });
  const check = { terraformVersion, ipPolicyIds: [id], mustAdmit: [BERLIN] };
  new VerifyAccess(stack, 'before', check).triggerBefore(rule, ['update']);
  new VerifyAccess(stack, 'after', { ...check, mustDeny: ['198.51.100.0/24'] }).triggerAfter(rule);
  return stack;
}

async function configure(workspace: Workspace, description: string): Promise<void> {
  const stack = createStack(description);
  expect(problemsIn(stack)).toEqual([]);
  const { resource, action } = render(stack) as unknown as { resource: JsonObject; action: JsonObject };
  await workspace.configure(resource as never, { action });
}

async function applyPlan(workspace: Workspace): Promise<string> {
  await workspace.ok('plan', '-no-color', '-out=plan.bin');
  return workspace.ok('apply', '-no-color', 'plan.bin');
}

async function testEvents({ workspace }: Engine): Promise<void> {
  await configure(workspace, 'one');
  expect(await applyPlan(workspace)).toContain('Verified 2 networks.');

  await configure(workspace, 'two');
  const updated = await applyPlan(workspace);
  const of = (name: string): string => `action.netingress_verify_access.${name}`;
  const order = [of('before'), 'Modifications complete', of('after')];
  const places = order.map((text) => updated.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(order.filter((text) => !updated.includes(text))).toEqual([]);
}

testFeature('actions', {
  works: testEvents,
  async refuses({ workspace }) {
    const stack = newStack();
    new VerifyAccess(stack, 'check', { terraformVersion: '>=1.11', ipPolicyIds: ['ipp_1'], mustAdmit: [BERLIN] });
    expect(problemsIn(stack)).toEqual([expect.stringContaining('Run `netingress access check` after the deployment')]);
    // The message is about the version, and not about a block that this version does not know.
    const { resource, action, terraform } = render(createStack('one')) as unknown as {
      readonly resource: never;
      readonly action: JsonObject;
      readonly terraform: JsonObject;
    };
    await workspace.configure(resource, { action, terraform });
    expect(await failureOf(workspace, 'init', '-no-color')).toMatch(/Error: Unsupported \w+ Core version/);
    // 1.13 ignores an action, and no version before 1.14 can invoke one.
    await workspace.configure({}, { action: { netingress_verify_access: { office: { config: {} } } } });
    const invoked = await failureOf(workspace, 'plan', '-no-color', '-invoke=action.netingress_verify_access.office');
    expect(invoked).toContain('Failed to parse command-line flags');
  },
});
