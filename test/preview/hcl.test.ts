/** A folder of HCL with modules, provisioners and another provider is previewed without contacting or running any. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { attachProviders, createNetingressProvider } from '../../src/sandbox/attach-provider';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { run } from '../../src/terraform/run';
import { API_KEY, appForAll, readTree } from '../support/preview/app';
import { createMadeUpProvider, MADE_UP_ADDRESS } from '../support/preview/made-up-provider';

const app = appForAll();
let calls: string[];
let close: (() => Promise<void>) | undefined;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  folder = join(app.folder, 'environments', 'production');
  calls = [];
  const settings = { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY };
  const attached = await attachProviders(
    {
      [PROVIDER_ADDRESS]: () =>
        createNetingressProvider(settings, () => createClient({ baseUrl: app.url, apiKey: API_KEY })),
      [MADE_UP_ADDRESS]: () => createMadeUpProvider(calls),
    },
    { pid: process.pid, platform: process.platform },
  );
  close = attached.close;
  env = { ...app.env, ...attached.variables };
});
afterAll(() => close?.());

const marker = () => join(app.folder, 'provisioner-ran');

async function write(more = '', name = 'one'): Promise<void> {
  await mkdir(folder, { recursive: true });
  await mkdir(join(app.folder, 'modules', 'edge'), { recursive: true });
  await writeFile(
    join(folder, 'main.tf'),
    `
terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}" }
    up         = { source = "${MADE_UP_ADDRESS}" }
  }
  backend "local" { path = "${join(app.folder, 'production.tfstate')}" }
}
data "up_lookup" "office" { name = "office" }
resource "up_thing" "kept" {
  name = "${name}"
  tag { key = "team" }
  network { cidr = "10.0.0.0/8" }
}
module "edge" {
  source = "../../modules/edge"
  cidr   = data.up_lookup.office.value
  name   = up_thing.kept.id
}
${more}`,
  );
  await writeFile(
    join(app.folder, 'modules', 'edge', 'main.tf'),
    `
terraform {
  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }
}
variable "cidr" { type = string }
variable "name" { type = string }
resource "netingress_ip_policy" "office" { description = "Office of \${var.name}" }
resource "netingress_ip_policy_rule" "office" {
  ip_policy_id = netingress_ip_policy.office.id
  cidr         = var.cidr
  action       = "allow"
  provisioner "local-exec" { command = "touch ${marker()}" }
}
`,
  );
}

async function terraform(...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await run('terraform', args, { cwd: folder, env });
  if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
}

const preview = (dir = 'environments/production') => app.reportIn({ env }, '--dir', dir);

test('a folder that is not initialized is not previewed, and a variable without a value is a mistake of the caller', async () => {
  await write();
  const report = await preview();
  expect(report.incomplete.join(' ')).toContain('Run `terraform init` there');
  await terraform('init', '-input=false');
  await write('variable "region" { type = string }');
  await expect(preview()).rejects.toThrow(/Cannot preview the change.*No value for required variable.*region/s);
  await write('provider "netingress" { base_url = "nonsense" }');
  const error = await preview().catch((caught: unknown) => String(caught));
  expect(String(error).match(/Invalid provider configuration/g)).toHaveLength(1);
});

describe('in a deployed folder, of which a rule was deleted since,', () => {
  const provisioned = 'module.edge.netingress_ip_policy_rule.office';
  beforeAll(async () => {
    await write();
    await terraform('init', '-input=false');
    await terraform('apply', '-auto-approve', '-input=false');
    expect(existsSync(marker())).toBe(true);
    await rm(marker());
    // The rule is replaced, so its provisioner would run.
    await app.emulator.fetch(
      new Request(`${app.url}/ip_policy_rules/${String(app.emulator.objects('ip_policy_rule')[0]?.['id'])}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${API_KEY}` },
      }),
    );
    calls.length = 0;
  });

  test('updates return planned values, provisioners do not run, and the folder and its state are unchanged', async () => {
    await write('resource "netingress_ip_policy" "second" { description = up_thing.kept.name }', 'two');
    const before = await readTree(app.folder);
    const requests = app.emulator.requests().length;
    const report = await preview();
    expect(report).toMatchObject({
      result: 'incomplete',
      incomplete: [
        `Stack production: A provisioner of ${provisioned} runs in the deployment, and the preview does not run it.`,
      ],
      refusals: [],
      other_resources: [{ address: 'up_thing.kept', actions: ['update'] }],
      never_settles: [],
      drift: [{ address: provisioned, change: 'destroyed' }],
    });
    expect(report.objects.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'create netingress_ip_policy.second',
      `create ${provisioned}`,
    ]);
    expect(report.objects[0]).toMatchObject({ name: 'two' });
    expect(calls).toEqual([]);
    expect(existsSync(marker())).toBe(false);
    expect(await readTree(app.folder)).toEqual(before);
    const sent = app.emulator.requests().slice(requests);
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('what another provider would create or look up is not previewed, and the report is incomplete', async () => {
    await write(`
resource "up_thing" "fresh" { name = "fresh" }
resource "netingress_ip_policy" "dependent" { description = up_thing.fresh.id }
resource "netingress_ip_policy" "independent" { description = "independent" }
`);
    const created = await preview();
    expect(created).toMatchObject({ result: 'incomplete', exit_status: 3, refusals: [] });
    expect(created.incomplete.join(' ')).toContain('The creation of up_thing is not previewed');
    expect(created.objects.map(({ address }) => address)).toEqual(['netingress_ip_policy.independent', provisioned]);
    await write('data "up_lookup" "unknown" { name = "unknown" }');
    const lookedUp = await preview();
    expect(lookedUp).toMatchObject({ result: 'incomplete', stacks: [{ status: 'not_previewed' }] });
    expect(lookedUp.incomplete.join(' ')).toContain('The data source up_lookup');
    expect(calls).toEqual([]);
  });
});

test('a folder that has no backend, module or other provider needs no init, before and after its first apply', async () => {
  const plain = join(app.folder, 'plain');
  const writePlain = (description: string): Promise<void> =>
    writeFile(
      join(plain, 'main.tf'),
      `terraform {
  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }
}
resource "netingress_ip_policy" "office" { description = "${description}" }
`,
    );
  await mkdir(plain);
  await writePlain('first');
  expect(await preview('plain')).toMatchObject({
    result: 'applies',
    incomplete: [],
    objects: [{ action: 'create', address: 'netingress_ip_policy.office' }],
  });
  expect(existsSync(join(plain, '.terraform'))).toBe(false);
  for (const args of [['init'], ['apply', '-auto-approve']]) await app.terraformIn(plain, args);
  await rm(join(plain, '.terraform'), { recursive: true, force: true });
  await writePlain('second');
  expect(await preview('plain')).toMatchObject({
    result: 'applies',
    objects: [{ action: 'change', address: 'netingress_ip_policy.office' }],
  });
});
