/** `npm run demo`: the main example with each library of CDKTF. `netingress demo` is the loop in HCL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../src/emulator';
import { SPEC_KINDS } from '../test/support/kinds';
import { type CdktfProject, createCdktfProject, LIBRARIES, type Library } from './lib/cdktf-project';

const STACK = 'access';
const NO_CHANGES = 'No changes. Your infrastructure matches the configuration.';

async function demonstrate(library: Library, signal: AbortSignal): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'netingress-demo-'));
  const emulator = createEmulator();
  const step = <T>(title: string, work: () => Promise<T>): Promise<T> => runStep(`${library}: ${title}`, work);
  try {
    const { url } = await emulator.listen();
    const variables = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'demo-key' };
    const project = await createCdktfProject({ parent, library, variables, signal });
    await step('deploy every resource type', () => deploy(project, emulator));
    await step('change one rule and add another by hand', () => changeByHand(url, emulator));
    console.log(await step('plan: it shows the changed rule', () => expectChange(project)));
    await step('deploy again: the change is reverted', () => repair(project, emulator));
    await step('destroy: the emulator is empty', () => destroy(project, emulator));
  } finally {
    await emulator.close();
    rmSync(parent, { recursive: true, force: true });
  }
}

async function deploy({ cdktf }: CdktfProject, emulator: Emulator): Promise<void> {
  await cdktf('deploy', STACK, '--auto-approve');
  const missing = SPEC_KINDS.filter(({ name }) => emulator.objects(name).length === 0).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`After the deployment the emulator has no ${missing.join(', no ')}.`);
}

function findRule(emulator: Emulator) {
  const rule = emulator.objects('ip_policy_rule').find(({ description }) => description === 'Lisbon');
  if (!rule) throw new Error("The emulator has no rule with the description 'Lisbon'.");
  return rule as { readonly id: string; readonly cidr: string; readonly ip_policy: { readonly id: string } };
}

async function changeByHand(url: string, emulator: Emulator): Promise<void> {
  const { id, ip_policy: policy } = findRule(emulator);
  const principal = { id: 'usr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', subject: 'mallory@example.com', source: 'Dashboard' };
  const added = { ip_policy_id: policy.id, cidr: '198.51.100.7/32', action: 'allow', description: 'just for today' };
  for (const change of [
    { method: 'PATCH', path: `/ip_policy_rules/${id}`, body: { cidr: '2001:db8::/32' } },
    { method: 'POST', path: '/ip_policy_rules', body: added },
  ]) {
    const body = JSON.stringify({ principal, ...change });
    const response = await fetch(`${url}/_emulator/objects`, { method: 'POST', body });
    if (!response.ok) throw new Error(`The emulator rejects ${change.path}: ${await response.text()}`);
  }
}

async function expectChange({ cdktf }: CdktfProject): Promise<string> {
  const plan = await cdktf('diff', STACK);
  const block = /^ *# netingress_ip_policy_rule\.lisbon\b.* will be updated in-place\n[^}]*}/m.exec(plan)?.[0];
  if (block?.includes('2001:db8::/32') && plan.includes('0 to add, 1 to change, 0 to destroy')) return block;
  throw new Error(`The plan does not show the changed rule alone:\n${plan}`);
}

async function repair({ cdktf }: CdktfProject, emulator: Emulator): Promise<void> {
  await cdktf('deploy', STACK, '--auto-approve');
  const { cidr } = findRule(emulator);
  if (cidr !== '2001:db8:40::/48') throw new Error(`After the deployment the CIDR of the rule is still ${cidr}.`);
  const plan = await cdktf('diff', STACK);
  if (!plan.includes(NO_CHANGES)) throw new Error(`The plan after a deployment is not empty:\n${plan}`);
}

async function destroy({ cdktf }: CdktfProject, emulator: Emulator): Promise<void> {
  await cdktf('destroy', STACK, '--auto-approve');
  const remaining = SPEC_KINDS.filter(({ name }) => emulator.objects(name).length > 0).map(({ name }) => name);
  if (remaining.length > 0) throw new Error(`The emulator still has objects of ${remaining.join(', ')}.`);
}

async function runStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const report = (label: string): void =>
    console.log(`${label.padEnd(6)}${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  try {
    const result = await work();
    report('ok');
    return result;
  } catch (error) {
    report('FAIL');
    throw error;
  }
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  for (const library of LIBRARIES) await demonstrate(library, controller.signal);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
