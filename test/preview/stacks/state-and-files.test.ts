/** A preview uses the state that a deployment would use, and its report is not green if a later step fails. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expression } from '../../support/expression';
import { appForEach } from '../../support/preview/app';
import { wrapTerraform } from '../../support/preview/logging-terraform';

const app = appForEach();

const policy = (description: string) => ({ netingress_ip_policy: { own: { description } } });

const preview = (args: readonly string[], env: Record<string, string> = {}) => app.reportIn({ env }, ...args);

test('a condition that the apply makes false makes the report incomplete', async () => {
  const check = {
    condition: expression('length(data.netingress_ip_policies.all.ip_policies) == 0'),
    error_message: 'The account has a policy already.',
  };
  await app.synthesize({
    all: {
      data: { netingress_ip_policies: { all: {} } },
      resource: { netingress_ip_policy: { own: { description: 'Office', lifecycle: { precondition: [check] } } } },
    },
  });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3 });
  expect(report.incomplete.join(' ')).toContain('The account has a policy already.');
});

test('the state of the selected workspace is previewed, of an app and of a folder, unless TF_WORKSPACE names another one', async () => {
  await app.synthesize({ all: { resource: policy('Office') } });
  await app.terraform('all', 'init');
  await app.terraform('all', 'workspace', 'new', 'staging');
  await app.deploy('all');
  await app.synthesize({ all: { resource: policy('Offices') } });
  const update = { result: 'applies', objects: [{ action: 'change', name: 'Offices' }] };
  for (const args of [[], ['--dir', 'cdktf.out/stacks/all']]) expect(await preview(args)).toMatchObject(update);
  await app.terraform('all', 'workspace', 'select', 'default');
  expect(await preview([], { TF_WORKSPACE: 'staging' })).toMatchObject(update);
  expect(await preview([])).toMatchObject({ result: 'applies', objects: [{ action: 'create', name: 'Offices' }] });
});

test('a state that cannot be read a second time makes the report incomplete', async () => {
  await app.synthesize({ all: { resource: policy('Office') } });
  await app.deploy('all');
  const bin = join(app.folder, 'bin');
  const PATH = await wrapTerraform(
    bin,
    `if [ "$1 $2" = 'state pull' ]; then
  if [ -e '${bin}/read' ]; then echo 'the backend is gone' >&2; exit 1; fi
  touch '${bin}/read'
fi`,
  );
  const report = await preview(['--dir', 'cdktf.out/stacks/all'], { PATH });
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3, stacks: [{ status: 'applied' }] });
  expect(report.incomplete.join(' ')).toContain('the backend is gone');
});

test('files above the folder are read, and one that cannot be found in the copy is not a refusal', async () => {
  const files = join(app.folder, 'cdktf.out', 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'name.txt'), 'Office');
  const description = `${expression('file("../../files/name.txt")')} ${expression('join(",", fileset("../../files", "*"))')}`;
  await app.synthesize({ all: { resource: policy(description) } });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'applies', objects: [{ name: 'Office name.txt' }] });
  await writeFile(join(app.folder, 'cdktf.out', 'stacks', 'all', 'crash.log'), 'Office');
  await app.synthesize({ all: { resource: policy(expression('file("crash.log")')) } });
  expect(await app.report()).toMatchObject({ result: 'incomplete', stacks: [{ status: 'not_previewed' }] });
  await app.synthesize({ all: { resource: policy(expression('file("missing.txt")')) } });
  expect(await app.preview()).toMatchObject({ status: 1, stderr: expect.stringContaining('missing.txt') });
});
