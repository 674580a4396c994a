import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { runStep } from '../command/progress';
import { EXIT } from '../model/exit-status';
import { type DemoEmulator, startEmulator } from './emulator-process';
import { createProject, type DemoProject } from './project';

const MALLORY = 'mallory@example.com';
const HOME_OF_MALLORY = '192.0.2.7/32';
/** An office of `examples/demo/main.tf`, and the network by which the pull request replaces it. */
const BERLIN = '203.0.113.0/24';
const REPLACEMENT = '198.51.100.0/24';

const EVENTS_FILE = 'audit.json';
const DRIFT = ['drift', '--dir', '.', '--events', EVENTS_FILE];
const PREVIEW = ['preview', '--dir', '.', '--must-admit', BERLIN];

/**
 * Runs the steps, and ends at the first that fails. `keep`: after the last step the emulator and the project remain,
 * and nothing is destroyed. After a failure they are removed in any case.
 */
export async function runDemo(context: CliContext, keep: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'netingress-demo-'));
  const step = <T>(title: string, work: () => Promise<T>): Promise<T> => runStep(context, title, work);
  const showReport = (text: string): void => context.print(`\n${text.trim()}\n`);
  let service: DemoEmulator | undefined;
  let kept = false;
  try {
    service = await step('Start the emulator of the service', () => startEmulator(context, folder));
    const emulator = service;
    const variables = { NETINGRESS_BASE_URL: emulator.url, NETINGRESS_API_KEY: emulator.apiKey };
    const project = await createProject(context, folder, variables);
    const { terraformName } = project;
    await step(`${terraformName} apply: only two offices may use the dashboard`, () => deploy(project, emulator));
    await step(`By hand, ${MALLORY} admits ${HOME_OF_MALLORY} in the dashboard`, () => admitByHand(emulator));
    showReport(
      await step(`netingress ${DRIFT.join(' ')}: what differs, and who changed it`, () => drift(project, emulator)),
    );
    showReport(
      await step(`A pull request replaces ${BERLIN} with ${REPLACEMENT}; netingress ${PREVIEW.join(' ')}`, () =>
        previewPullRequest(project),
      ),
    );
    await step(`The pull request is not merged. ${terraformName} apply: the change by hand is reverted`, () =>
      repair(project, emulator),
    );
    if (!keep) await step(`${terraformName} destroy: the emulator is empty`, () => destroy(project, emulator));
    kept = keep;
    context.print(
      kept
        ? howToReach(emulator, project, folder)
        : 'Next: deploy and preview a configuration yourself: README.md, section "Three paths".',
    );
  } finally {
    if (kept) service?.release();
    else {
      await service?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** How many objects of each kind the example has. */
const DEPLOYED = { ip_policy: 1, ip_policy_rule: 2, ip_restriction: 1 };

async function deploy({ terraform }: DemoProject, service: DemoEmulator): Promise<void> {
  await terraform('init');
  await terraform('apply', '-auto-approve');
  await expectObjects(service, DEPLOYED);
}

async function admitByHand(service: DemoEmulator): Promise<void> {
  const [policy] = (await service.objects()).get('ip_policy') ?? [];
  const body = {
    ip_policy_id: policy?.id ?? '',
    cidr: HOME_OF_MALLORY,
    action: 'allow',
    description: 'just for today',
  };
  await service.actAs(MALLORY, 'POST', '/ip_policy_rules', body);
}

async function drift({ folder, netingress }: DemoProject, service: DemoEmulator): Promise<string> {
  await writeFile(join(folder, EVENTS_FILE), await service.events());
  return expectMentions(await netingress(DRIFT, EXIT.failed), MALLORY, HOME_OF_MALLORY);
}

async function previewPullRequest({ edit, netingress }: DemoProject): Promise<string> {
  await edit(BERLIN, REPLACEMENT);
  const report = await netingress(PREVIEW, EXIT.failed);
  await edit(REPLACEMENT, BERLIN);
  return expectMentions(report, 'newly shut out', BERLIN);
}

async function repair({ terraform }: DemoProject, service: DemoEmulator): Promise<void> {
  await terraform('apply', '-auto-approve');
  await expectObjects(service, DEPLOYED);
}

async function destroy({ terraform }: DemoProject, service: DemoEmulator): Promise<void> {
  await terraform('destroy', '-auto-approve');
  await expectObjects(service, {});
}

async function expectObjects(service: DemoEmulator, expected: Readonly<Record<string, number>>): Promise<void> {
  const found = Object.fromEntries([...(await service.objects())].map(([kind, { length }]) => [kind, length]));
  const format = (counts: Readonly<Record<string, number>>): string => JSON.stringify(Object.entries(counts).sort());
  if (format(found) !== format(expected))
    throw new CliError(`The emulator has ${JSON.stringify(found)}; expected ${JSON.stringify(expected)}.`);
}

function expectMentions(report: string, ...words: readonly string[]): string {
  const missing = words.filter((word) => !report.includes(word));
  if (missing.length > 0) throw new CliError(`The report does not name ${missing.join(', ')}:\n${report}`);
  return report;
}

function howToReach(service: DemoEmulator, project: DemoProject, folder: string): string {
  return `The emulator is still running:
  export NETINGRESS_BASE_URL=${service.url} NETINGRESS_API_KEY=${service.apiKey}
  curl -H "Authorization: Bearer $NETINGRESS_API_KEY" $NETINGRESS_BASE_URL/ip_policies
The project is in ${project.folder}. To clean up:
  kill ${service.pid} && rm -r ${folder}`;
}
