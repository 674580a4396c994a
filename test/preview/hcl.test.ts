import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '../../src/client';
import { attachProviders, createNetingressProvider } from '../../src/sandbox/attach-provider';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { run } from '../../src/terraform/run';
import { listen } from '../support/listen';
import { API_KEY, appForAll, readTree } from '../support/preview/app';
import { createMadeUpProvider, MADE_UP_ADDRESS } from '../support/preview/made-up-provider';
import { wrapTerraform } from '../support/preview/wrap-terraform';
import { testInCi } from '../support/requirements';

const app = appForAll();
const REQUIRED = `terraform {\n  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }\n}\n`;

const FOLDER = 'environments/production';
const PROVISIONED = 'module.edge.netingress_ip_policy_rule.office';
const marker = () => join(app.folder, 'provisioner-ran');
const policies = (...names: readonly string[]): string =>
  names.map((name) => `resource "netingress_ip_policy" "${name}" { description = "${name}" }\n`).join('');

async function write(backend: string, more: string, name = 'one'): Promise<void> {
  await app.write(
    `${FOLDER}/main.tf`,
    `
terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}" }
    up         = { source = "${MADE_UP_ADDRESS}" }
  }
  backend "http" {
    address        = "${backend}"
    lock_address   = "${backend}"
    unlock_address = "${backend}"
  }
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
  await app.write(
    'modules/edge/main.tf',
    `${REQUIRED}
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

test('a folder with a remote backend, a module and another provider: variables, moved, removed and import blocks, write-only arguments and ephemeral resources apply as they are; updates of another provider return planned values; provisioners do not run; the folder, the backend and the account are only read', async () => {
  const folder = join(app.folder, FOLDER);
  const calls: string[] = [];
  const backend = await startBackend();
  const settings = { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY };
  const client = () => createClient({ baseUrl: app.url, apiKey: API_KEY });
  const providers = {
    [PROVIDER_ADDRESS]: () => createNetingressProvider(settings, client),
    [MADE_UP_ADDRESS]: () => createMadeUpProvider(calls),
  };
  const attached = await attachProviders(providers, { pid: process.pid, platform: process.platform });
  const env = { ...app.env, ...attached.variables };
  try {
    const adopted = (await app.create('/ip_policies', { description: 'adopted' })).id;
    await write(backend.url, policies('old', 'forgotten', 'dropped'));
    for (const args of [['init'], ['apply', '-auto-approve']]) {
      const result = await run('terraform', [...args, '-input=false'], { cwd: folder, env });
      expect(result).toMatchObject({ status: 0 });
    }
    expect(existsSync(marker())).toBe(true);
    await rm(marker());
    // The preview creates the rule again, and its provisioner would run.
    const rule = String(app.emulator.objects('ip_policy_rule')[0]?.['id']);
    const headers = { authorization: `Bearer ${API_KEY}` };
    await fetch(`${app.url}/ip_policy_rules/${rule}`, { method: 'DELETE', headers });
    calls.length = 0;
    backend.seal();
    await write(
      backend.url,
      `
variable "file" { type = string }
variable "option_file" { type = string }
variable "option" { type = string }
variable "environment" { type = string }
resource "netingress_ip_policy" "named" {
  description = join(" ", [var.file, var.option_file, var.option, var.environment, up_thing.kept.name])
}
resource "netingress_ip_policy" "new" { description = "old" }
moved {
  from = netingress_ip_policy.old
  to   = netingress_ip_policy.new
}
removed {
  from = netingress_ip_policy.forgotten
  lifecycle { destroy = false }
}
${policies('adopted')}
import {
  to = netingress_ip_policy.adopted
  id = "${adopted}"
}
resource "netingress_ip_policy" "changed" { description = "changed" }
import {
  to = netingress_ip_policy.changed
  id = "${(await app.create('/ip_policies', {})).id}"
}
ephemeral "netingress_api_key" "run" { description = "one run" }
resource "netingress_event_destination" "logs" {
  format = "JSON"
  target = {
    log_group = {
      log_group_rn = "rn:cloud:logs:eu-west-1:123456789012:log-group:ingress"
      auth = {
        creds = {
          cloud_access_key_id                = "key"
          cloud_secret_access_key_wo         = ephemeral.netingress_api_key.run.token
          cloud_secret_access_key_wo_version = 1
        }
      }
    }
  }
}
`,
      'six',
    );
    await app.write(`${FOLDER}/terraform.tfvars`, 'file = "one"\n');
    await app.write('production.tfvars', 'option_file = "two"\n');
    const bin = join(app.folder, 'bin');
    const PATH = await wrapTerraform(bin, `[ "$1" = apply ] && env | cut -d= -f1 >> '${bin}/environment'`);
    const before = await readTree(folder);
    const requests = app.emulator.requests().length;
    const more = { TF_VAR_environment: 'four', TF_LOG: 'trace', AWS_SECRET_ACCESS_KEY: 'planted' };
    const variables = ['--var-file', 'production.tfvars', '--var', 'option=three'];
    const place = { env: { ...env, PATH, ...more, NETINGRESS_HEADERS: '' } };
    const report = await app.reportIn(place, '--dir', FOLDER, ...variables);
    const notRun = `A provisioner of ${PROVISIONED} runs in the deployment, and the preview does not run it.`;
    expect(report).toMatchObject({
      ...{ result: 'incomplete', incomplete: [`Stack production: ${notRun}`], refusals: [] },
      imports: ['adopted', 'changed'].map((name) => ({ stack: 'production', address: `netingress_ip_policy.${name}` })),
      other_resources: [{ address: 'up_thing.kept', actions: ['update'] }],
      never_settles: [],
      drift: [{ address: PROVISIONED, change: 'destroyed' }],
    });
    expect(report.objects.map(({ action, address, name }) => `${action} ${address} ${name}`).sort()).toEqual([
      expect.stringMatching(/^change netingress_ip_policy\.changed /),
      `create ${PROVISIONED} 203.0.113.0/24`,
      expect.stringMatching(/^create netingress_event_destination\.logs /),
      'create netingress_ip_policy.named one two three four six',
      'destroy netingress_ip_policy.dropped dropped',
    ]);
    expect(calls).toEqual([]);
    expect(existsSync(marker())).toBe(false);
    expect(await readTree(folder)).toEqual(before);
    expect(new Set(backend.requests)).toEqual(new Set(['GET']));
    const sent = app.emulator.requests().slice(requests);
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    const allowed =
      /^(PATH|HOME|LANG|LC_\w+|TMPDIR|CHECKPOINT_DISABLE|GOGC|GOMEMLIMIT|TF_VAR_environment|PWD|SHLVL|OLDPWD|_|TF_(WORKSPACE|CLI_CONFIG_FILE|IN_AUTOMATION|INPUT|REATTACH_PROVIDERS))$/;
    const names = (await app.read('bin/environment')).trim().split('\n');
    expect(names).toContain('TF_VAR_environment');
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  } finally {
    await attached.close();
    await backend.close();
  }
});

/** A backend that allows writes until it is sealed. From then on it refuses them, and records all requests. */
async function startBackend() {
  let state = '';
  let isSealed = false;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method } = request;
    if (isSealed) requests.push(String(method));
    if (method === 'POST' && !isSealed) state = body;
    if (method === 'GET') response.writeHead(state === '' ? 204 : 200).end(state);
    else response.writeHead(isSealed ? 423 : 200).end();
  });
  const { url, close } = await listen(server);
  const seal = () => {
    isSealed = true;
  };
  return { url: `${url}/state`, close, requests, seal };
}

testInCi('a variable without a value and an invalid setting are mistakes of the caller', async () => {
  const previewOf = async (more: string) => {
    await app.write('plain/main.tf', `${REQUIRED}resource "netingress_ip_policy" "office" {}\n${more}`);
    return app.preview('--dir', 'plain');
  };
  expect(await previewOf('variable "region" { type = string }')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/Cannot preview the change.*No value for required variable.*region/s),
  });
  const { status, stderr } = await previewOf('provider "netingress" { base_url = "nonsense" }');
  expect([status, stderr.match(/Invalid provider configuration/g)]).toEqual([1, [expect.any(String)]]);
});
