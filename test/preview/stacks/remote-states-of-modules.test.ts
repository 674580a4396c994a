import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOutputsState } from '../../../src/preview/stacks/stack-state';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { appForEach } from '../../support/preview/app';
import { testInCi } from '../../support/requirements';

const app = appForEach();

/** Two pairs whose names, joined by a hyphen, are equal; and a module whose name ends in `module`. */
const MODULES = [
  { module: 'a', remoteState: 'b-c' },
  { module: 'a-b', remoteState: 'c' },
  { module: 'submodule', remoteState: 'edge' },
];

const required = `terraform {\n  required_providers { netingress = { source = "${PROVIDER_ADDRESS}" } }\n}\n`;

async function write(names: readonly string[]): Promise<void> {
  const calls = MODULES.map(({ module }) => `module "${module}" { source = "./${module}" }\n`).join('');
  await app.write('infra/main.tf', `${required}${calls}`);
  for (const { module, remoteState } of MODULES) {
    await writeOutputsState(app.state(module), { values: { who: `outputs of ${module}` }, types: {} });
    const policies = names.map(
      (name) =>
        `resource "netingress_ip_policy" "${name}" { description = data.terraform_remote_state.${remoteState}.outputs.who }\n`,
    );
    await app.write(
      `infra/${module}/main.tf`,
      `${required}data "terraform_remote_state" "${remoteState}" {
  backend = "local"
  config  = { path = "${app.state(module)}" }
}
${policies.join('')}`,
    );
  }
}

testInCi('each module is planned with the outputs of its own remote state', async () => {
  await write(['before']);
  for (const args of [['init'], ['apply', '-auto-approve']]) await app.terraformIn(join(app.folder, 'infra'), args);
  await write(['before', 'added']);
  // The preview does not read them: their backend may need credentials.
  for (const { module } of MODULES) await rm(app.state(module));
  const report = await app.report('--dir', 'infra');
  expect(report).toMatchObject({ result: 'applies', incomplete: [] });
  const expected = MODULES.map(({ module }) => [`module.${module}.netingress_ip_policy.added`, `outputs of ${module}`]);
  const found = Object.fromEntries(report.objects.map(({ address, name }) => [address, name]));
  expect(found).toEqual(Object.fromEntries(expected));
});
