import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mayRunRemovedProvisioner } from '../../../src/preview/stacks/removed-provisioner';
import { appForEach } from '../../support/preview/app';

function destroyed(address: string, actions: readonly string[] = ['delete']) {
  const kept = { address: 'a.kept', mode: 'managed', type: 'a', name: 'kept' };
  const read = { address: 'data.a.read', mode: 'data', type: 'a', name: 'read' };
  const module_calls = { edge: { module: { resources: [kept] } } };
  const resource_changes = [{ address, type: 'a', name: 'b', mode: 'managed', change: { actions } }];
  return { resource_changes, configuration: { root_module: { resources: [kept, read], module_calls } } } as never;
}

const HCL = 'removed {\n  from = a.b\n  provisioner "local-exec" {}\n}';
const JSON_BLOCK = '{"removed":[{"from":"a.b","provisioner":[{"local-exec":{"command":"bye"}}]}]}';
const OF_RESOURCE = '{"resource":{"a":{"removed":{"provisioner":[{}]}}},"removed":[{"from":"a.b"}]}';

test.each([
  ['an object without configuration, in HCL', destroyed('a.b'), HCL],
  ['an instance in a module without configuration', destroyed('module.edge["x"].a.b[0]'), HCL],
  ['an object without configuration, in JSON', destroyed('a.b'), JSON_BLOCK],
  ['an object with the name of a data source', destroyed('a.read'), HCL],
  ['a single block in JSON', destroyed('a.b'), JSON_BLOCK.replace(/\[\{"from"/, '{"from"').replace(/\}\]\}$/, '}}')],
  // HCL is not parsed, so both words are enough.
  ['a comment in HCL', destroyed('a.b'), '# removed\nresource "a" "c" {\n  provisioner "local-exec" {}\n}'],
])('a provisioner may run: %s', (_, plan, text) => expect(mayRunRemovedProvisioner(plan, [text])).toBe(true));

test.each([
  ['nothing is destroyed', destroyed('a.b', ['update']), HCL],
  ['the object is forgotten', destroyed('a.b', ['forget']), HCL],
  ['only a configured object is destroyed', destroyed('module.edge["x"].a.kept[0]', ['delete', 'create']), HCL],
  ['no block has a provisioner', destroyed('a.b'), 'removed {\n  from = a.b\n}'],
  ['the provisioner in JSON is that of a resource', destroyed('a.b'), OF_RESOURCE],
])('no provisioner runs: %s', (_, plan, text) => expect(mayRunRemovedProvisioner(plan, [text])).toBe(false));

const app = appForEach();

test('a stack whose removed block has a provisioner is not previewed, and the provisioner does not run', async () => {
  const marker = join(app.folder, 'ran');
  const provisioner = `  provisioner "local-exec" {\n    when = destroy\n    command = "touch ${marker}"\n  }\n`;
  await app.write('infra/main.tf', 'resource "terraform_data" "gone" {}\n');
  await app.terraformIn(join(app.folder, 'infra'), ['apply', '-auto-approve']);
  const removed = `removed {\n  from = terraform_data.gone\n  lifecycle {\n    destroy = true\n  }\n${provisioner}}\n`;
  await app.write('infra/main.tf', removed);
  const reason = expect.stringContaining('a removed block may have a provisioner');
  expect((await app.report('--dir', 'infra')).stacks).toMatchObject([{ status: 'not_previewed', reason }]);
  expect(existsSync(marker)).toBe(false);
});
