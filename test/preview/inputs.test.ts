/** What Terraform of the copy receives: variables, workspace, environment, states of other stacks and remote backends. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { expression } from '../support/expression';
import { listen } from '../support/listen';
import { appForAll, readStack } from '../support/preview/app';
import { wrapTerraform } from '../support/preview/logging-terraform';

const app = appForAll();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(app.folder, 'hcl-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const terraform = (...args: string[]) => app.terraformIn(folder, args);
const preview = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  app.reportIn({ env }, '--dir', folder, ...args);

const REQUIRED = `required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }`;

test('variables of every source and the workspace reach the copy, and other environment variables do not', async () => {
  await writeFile(
    join(folder, 'main.tf'),
    `terraform {\n  ${REQUIRED}\n}
variable "file" { type = string }
variable "option_file" { type = string }
variable "option" { type = string }
variable "environment" { type = string }
resource "netingress_ip_policy" "all" {
  description = join(" ", [var.file, var.option_file, var.option, var.environment, terraform.workspace])
}
`,
  );
  await writeFile(join(folder, 'terraform.tfvars'), 'file = "one"\n');
  await mkdir(join(app.folder, 'values'), { recursive: true });
  await writeFile(join(app.folder, 'values', 'production.tfvars'), 'option_file = "two"\n');
  await terraform('init', '-input=false');
  await terraform('workspace', 'new', 'production');
  const log = join(app.folder, 'environment.log');
  const path = await wrapTerraform(join(app.folder, 'bin'), `[ "$1" = apply ] && env | cut -d= -f1 >> '${log}'`);
  const report = await preview(['--var-file', 'values/production.tfvars', '--var', 'option=three'], {
    PATH: path,
    TF_VAR_environment: 'four',
    TF_LOG: 'trace',
    AWS_SECRET_ACCESS_KEY: 'planted',
    NETINGRESS_HEADERS: '',
  });
  expect(report).toMatchObject({ result: 'applies', objects: [{ name: 'one two three four production' }] });
  const allowed =
    /^(PATH|HOME|LANG|LC_\w+|TMPDIR|CHECKPOINT_DISABLE|GOGC|GOMEMLIMIT|TF_VAR_environment|PWD|SHLVL|OLDPWD|_|TF_(WORKSPACE|CLI_CONFIG_FILE|IN_AUTOMATION|INPUT|REATTACH_PROVIDERS))$/;
  const names = (await readFile(log, 'utf8')).trim().split('\n');
  expect(names).toContain('TF_VAR_environment');
  expect(names.filter((name) => !allowed.test(name))).toEqual([]);
});

test('moved, removed and import blocks, write-only arguments and ephemeral resources of netingress apply as they are', async () => {
  const policies = (names: readonly string[]): string =>
    names.map((name) => `resource "netingress_ip_policy" "${name}" { description = "${name}" }\n`).join('');
  await writeFile(
    join(folder, 'main.tf'),
    `terraform {\n  ${REQUIRED}\n}\n${policies(['old', 'forgotten', 'dropped'])}`,
  );
  await terraform('init', '-input=false');
  await terraform('apply', '-auto-approve', '-input=false');
  // `init` creates the folder for plugins, modules and remote backends, of which this test has none.
  await mkdir(join(folder, '.terraform'), { recursive: true });
  const adopted = await app.create('/ip_policies', { description: 'adopted' });
  await writeFile(
    join(folder, 'main.tf'),
    `terraform {\n  ${REQUIRED}\n}
resource "netingress_ip_policy" "new" { description = "old" }
moved {
  from = netingress_ip_policy.old
  to   = netingress_ip_policy.new
}
removed {
  from = netingress_ip_policy.forgotten
  lifecycle { destroy = false }
}
${policies(['adopted'])}
import {
  to = netingress_ip_policy.adopted
  id = "${adopted.id}"
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
  );
  const report = await preview();
  expect(report.incomplete).toEqual([]);
  expect(report).toMatchObject({ result: 'applies', never_settles: [], refusals: [] });
  expect(report.objects.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'destroy netingress_ip_policy.dropped',
    'create netingress_event_destination.logs',
  ]);
});

/** A backend that allows writes until it is sealed, and then refuses and records them. */
async function startBackend(): Promise<{
  readonly url: string;
  close(): Promise<void>;
  readonly requests: string[];
  seal(): void;
  /** Every later read has another serial. */
  change(): void;
}> {
  let state = '';
  let isSealed = false;
  let changes = 0;
  const requests: string[] = [];
  const read = (): string => (changes === 0 ? state : state.replace(/"serial": ?\d+/, `"serial": ${100 + changes++}`));
  const write = (method: string | undefined, body: string): number => {
    if (isSealed) return 423;
    if (method === 'POST') state = body;
    return 200;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method } = request;
    if (isSealed) requests.push(String(method));
    if (method === 'GET') response.writeHead(state === '' ? 204 : 200).end(read());
    else response.writeHead(write(method, Buffer.concat(chunks).toString())).end();
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/state`,
    close,
    requests,
    seal: () => {
      isSealed = true;
    },
    change: () => {
      changes = 1;
    },
  };
}

test('the state of a remote backend is only read, and a state that changes meanwhile makes the report incomplete', async () => {
  const backend = await startBackend();
  try {
    const configure = (description: string): Promise<void> =>
      writeFile(
        join(folder, 'main.tf'),
        `terraform {
  ${REQUIRED}
  backend "http" {
    address        = "${backend.url}"
    lock_address   = "${backend.url}"
    unlock_address = "${backend.url}"
  }
}
resource "netingress_ip_policy" "office" { description = "${description}" }
`,
      );
    await configure('before');
    await terraform('init', '-input=false');
    await terraform('apply', '-auto-approve', '-input=false');
    await configure('after');
    backend.seal();
    const report = await preview();
    expect(report).toMatchObject({
      result: 'applies',
      objects: [{ action: 'change', attributes: [{ name: 'description', before: 'before', after: 'after' }] }],
    });
    expect(new Set(backend.requests)).toEqual(new Set(['GET']));
    backend.change();
    const changed = await preview();
    expect(changed).toMatchObject({ result: 'incomplete', exit_status: 3 });
    expect(changed.incomplete.join('\n')).toContain('its state changed during the preview');
  } finally {
    await backend.close();
  }
});

test('one stack of an app is previewed with the last state of another one that it depends on, and a plan that never settles is reported', async () => {
  const networks = {
    resource: { netingress_ip_policy: { offices: { description: 'Offices' } } },
    output: { policy: { value: expression('netingress_ip_policy.offices.id') } },
  };
  const access = {
    dependsOn: ['networks'],
    data: { terraform_remote_state: { networks: readStack(app, 'networks') } },
    resource: {
      netingress_ip_policy: { unsettled: { description: expression('timestamp()') } },
      netingress_ip_restriction: {
        agent: {
          type: 'agent',
          enforced: true,
          must_admit: [],
          ip_policy_ids: [expression('data.terraform_remote_state.networks.outputs.policy')],
        },
      },
    },
  };
  await app.synthesize({ networks, access });
  const before = await app.report('--stack', 'access');
  expect(before).toMatchObject({ result: 'incomplete', exit_status: 3 });
  await app.deploy('networks');
  const report = await app.report('--stack', 'access');
  expect(report).toMatchObject({
    // A description decides nothing about access.
    result: 'applies',
    incomplete: [],
    stacks: [
      { name: 'access', status: 'applied' },
      { name: 'networks', status: 'left_out' },
    ],
    never_settles: [{ stack: 'access', address: 'netingress_ip_policy.unsettled', actions: ['update'] }],
  });
  // The last outputs that the stack has read serve, but they may be old.
  await app.deploy('access');
  const state = join(app.folder, 'terraform.networks.tfstate');
  await rm(state);
  await mkdir(state);
  const unread = await app.report('--stack', 'access');
  expect(unread.incomplete.join()).toContain('The state of the stack networks could not be read');
});
