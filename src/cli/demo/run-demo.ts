/** The whole loop on this machine: deploy, somebody's change, drift in the plan, repair, destroy. Each step is proved. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../model/json';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';
import { createProgress } from '../progress';
import { createProject, type DemoProject } from './cdktf';
import { type DemoService, startService } from './service';

const stack = 'access';
const changedRule = 'Lisbon';
const noChanges = 'No changes. Your infrastructure matches the configuration.';

/** Runs the demonstration; any step that does not hold ends it with a {@link CliError} that says why. */
export async function runDemo(context: CliContext, keep: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'netingress-demo-'));
  const { step } = createProgress(context);
  let service: DemoService | undefined;
  let kept = false;
  try {
    service = await step('Start the emulator', () => startService(context, folder));
    const at = service;
    const variables = { NETINGRESS_BASE_URL: at.url, NETINGRESS_API_KEY: at.apiKey };
    const project = await createProject(context, folder, variables);
    context.out(await step('Deploy the example with cdktf', () => deploy(project, at)));
    await step('Change one rule and add another by hand, as mallory@example.com', () => changeByHand(at));
    context.out(await step('Plan again: the changed rule is reported', () => expectDrift(project)));
    await step('Deploy again: the change is taken back', () => repair(project, at));
    await step('Plan again: nothing to do', () => expectEmptyPlan(project));
    if (!keep) {
      await step('Destroy', () => project.cdktf('destroy', stack, '--auto-approve'));
      await step('The service holds nothing any more', () => expectNothing(at));
    }
    kept = keep;
    if (kept) context.out(howToReach(at, project, folder));
  } finally {
    if (kept) service?.keep();
    else {
      await service?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Answers the outputs. */
async function deploy(project: DemoProject, service: DemoService): Promise<string> {
  const outputs = join(project.folder, 'outputs.json');
  await project.cdktf('deploy', stack, '--auto-approve', '--outputs-file', outputs);
  const counts = await service.counts();
  const missing = (await declaredKinds(project)).filter((kind) => !counts[kind]);
  if (missing.length > 0) throw new CliError(`After the deployment the service holds no ${missing.join(', no ')}.`);
  return readFile(outputs, 'utf8');
}

/** The kinds that the synthesised stack declares. */
async function declaredKinds(project: DemoProject): Promise<string[]> {
  const file = join(project.folder, 'cdktf.out', 'stacks', stack, 'cdk.tf.json');
  const { resource } = JSON.parse(await readFile(file, 'utf8')) as { resource: Readonly<Record<string, unknown>> };
  return Object.keys(resource).map((type) => type.replace(/^netingress_/, ''));
}

async function changeByHand(service: DemoService): Promise<void> {
  const rule = await findRule(service);
  await service.actAs('mallory@example.com', 'PATCH', `/ip_policy_rules/${String(rule['id'])}`, {
    cidr: '2001:db8::/32',
  });
  const policy = rule['ip_policy'] as JsonObject;
  const added = {
    ip_policy_id: policy['id'] ?? null,
    cidr: '198.51.100.7/32',
    action: 'allow',
    description: 'just for today',
  };
  await service.actAs('mallory@example.com', 'POST', '/ip_policy_rules', added);
}

async function findRule(service: DemoService): Promise<JsonObject> {
  const rule = (await service.list('ip_policy_rule')).find(({ description }) => description === changedRule);
  if (!rule) throw new CliError(`The service holds no rule described as '${changedRule}'.`);
  return rule;
}

/** Answers the part of the plan that is about the changed rule. */
async function expectDrift(project: DemoProject): Promise<string> {
  const plan = await project.cdktf('diff', stack);
  const block = /^ *# netingress_ip_policy_rule\.lisbon\b.* will be updated in-place\n[^}]*}/m.exec(plan)?.[0];
  if (!block?.includes('2001:db8::/32')) throw new CliError(`The plan does not report the changed rule:\n${plan}`);
  if (!plan.includes('0 to add, 1 to change, 0 to destroy')) {
    throw new CliError(`The plan does more than to change one rule back:\n${plan}`);
  }
  return block;
}

async function repair(project: DemoProject, service: DemoService): Promise<void> {
  await project.cdktf('deploy', stack, '--auto-approve');
  const { cidr } = await findRule(service);
  if (cidr !== '2001:db8:40::/48') throw new CliError(`After the deployment the rule still says ${String(cidr)}.`);
}

async function expectEmptyPlan(project: DemoProject): Promise<void> {
  const plan = await project.cdktf('diff', stack);
  if (!plan.includes(noChanges)) throw new CliError(`The plan after a deployment is not empty:\n${plan}`);
}

async function expectNothing(service: DemoService): Promise<void> {
  const left = Object.entries(await service.counts());
  if (left.length > 0)
    throw new CliError(`The service still holds ${left.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`);
}

function howToReach(service: DemoService, project: DemoProject, folder: string): string {
  return `The service goes on running:
  export NETINGRESS_BASE_URL=${service.url} NETINGRESS_API_KEY=${service.apiKey}
  curl -H "Authorization: Bearer $NETINGRESS_API_KEY" $NETINGRESS_BASE_URL/ip_policies
The project is in ${project.folder}. When you are done:
  kill ${service.pid} && rm -r ${folder}`;
}
