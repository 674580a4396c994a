/** Deploy, a manual change, drift in the plan, repair, destroy. The result of each step is verified. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountObject } from '../../model/inventory';
import { parseKindName } from '../../model/naming';
import { type CliContext, CliError } from '../context';
import { runStep } from '../progress';
import { createProject, type DemoProject } from './cdktf';
import { type DemoEmulator, startEmulator } from './emulator-process';

const STACK = 'access';
const CHANGED_RULE = 'Lisbon';
const NO_CHANGES = 'No changes. Your infrastructure matches the configuration.';

export async function runDemo(context: CliContext, keep: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'netingress-demo-'));
  const step = <T>(title: string, work: () => Promise<T>): Promise<T> => runStep(context, title, work);
  let service: DemoEmulator | undefined;
  let kept = false;
  try {
    service = await step('Start the emulator', () => startEmulator(context, folder));
    const emulator = service;
    const variables = { NETINGRESS_BASE_URL: emulator.url, NETINGRESS_API_KEY: emulator.apiKey };
    const project = await createProject(context, folder, variables);
    context.print(await step('Deploy the example with cdktf', () => deploy(project, emulator)));
    await step('Change one rule and add another manually, as mallory@example.com', () => changeManually(emulator));
    context.print(await step('Plan again: the plan shows the changed rule', () => expectDrift(project)));
    await step('Deploy again: the change is reverted', () => repair(project, emulator));
    await step('Plan again: no changes', () => expectEmptyPlan(project));
    if (!keep) {
      await step('Destroy', () => project.cdktf('destroy', STACK, '--auto-approve'));
      await step('Check that the emulator is empty', () => expectNothing(emulator));
    }
    kept = keep;
    if (kept) context.print(howToReach(emulator, project, folder));
  } finally {
    if (kept) service?.keep();
    else {
      await service?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function deploy(project: DemoProject, service: DemoEmulator): Promise<string> {
  const outputs = join(project.folder, 'outputs.json');
  await project.cdktf('deploy', STACK, '--auto-approve', '--outputs-file', outputs);
  const objects = await service.objects();
  const missing = (await declaredKinds(project)).filter((kind) => !objects.has(kind));
  if (missing.length > 0) throw new CliError(`After the deployment the emulator has no ${missing.join(', no ')}.`);
  return readFile(outputs, 'utf8');
}

async function declaredKinds(project: DemoProject): Promise<string[]> {
  const file = join(project.folder, 'cdktf.out', 'stacks', STACK, 'cdk.tf.json');
  const { resource } = JSON.parse(await readFile(file, 'utf8')) as { resource: Readonly<Record<string, unknown>> };
  return Object.keys(resource).map((type) => parseKindName(type) ?? type);
}

async function changeManually(service: DemoEmulator): Promise<void> {
  const { id, values } = await findRule(service);
  await service.actAs('mallory@example.com', 'PATCH', `/ip_policy_rules/${id}`, { cidr: '2001:db8::/32' });
  const added = {
    ip_policy_id: values['ip_policy_id'],
    cidr: '198.51.100.7/32',
    action: 'allow',
    description: 'just for today',
  };
  await service.actAs('mallory@example.com', 'POST', '/ip_policy_rules', added);
}

async function findRule(service: DemoEmulator): Promise<AccountObject> {
  const rules = (await service.objects()).get('ip_policy_rule') ?? [];
  const rule = rules.find(({ values }) => values['description'] === CHANGED_RULE);
  if (!rule) throw new CliError(`The emulator has no rule with the description '${CHANGED_RULE}'.`);
  return rule;
}

async function expectDrift(project: DemoProject): Promise<string> {
  const plan = await project.cdktf('diff', STACK);
  const block = /^ *# netingress_ip_policy_rule\.lisbon\b.* will be updated in-place\n[^}]*}/m.exec(plan)?.[0];
  if (!block?.includes('2001:db8::/32')) throw new CliError(`The plan does not show the changed rule:\n${plan}`);
  if (!plan.includes('0 to add, 1 to change, 0 to destroy')) {
    throw new CliError(`The plan changes more than one rule:\n${plan}`);
  }
  return block;
}

async function repair(project: DemoProject, service: DemoEmulator): Promise<void> {
  await project.cdktf('deploy', STACK, '--auto-approve');
  const { cidr } = (await findRule(service)).values;
  if (cidr !== '2001:db8:40::/48')
    throw new CliError(`After the deployment the CIDR of the rule is still ${String(cidr)}.`);
}

async function expectEmptyPlan(project: DemoProject): Promise<void> {
  const plan = await project.cdktf('diff', STACK);
  if (!plan.includes(NO_CHANGES)) throw new CliError(`The plan after a deployment is not empty:\n${plan}`);
}

async function expectNothing(service: DemoEmulator): Promise<void> {
  const remaining = [...(await service.objects())].map(([kind, objects]) => `${objects.length} ${kind}`);
  if (remaining.length > 0) throw new CliError(`The emulator still has ${remaining.join(', ')}.`);
}

function howToReach(service: DemoEmulator, project: DemoProject, folder: string): string {
  return `The emulator is still running:
  export NETINGRESS_BASE_URL=${service.url} NETINGRESS_API_KEY=${service.apiKey}
  curl -H "Authorization: Bearer $NETINGRESS_API_KEY" $NETINGRESS_BASE_URL/ip_policies
The project is in ${project.folder}. To clean up:
  kill ${service.pid} && rm -r ${folder}`;
}
