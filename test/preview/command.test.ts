/** The command `preview`: its options and inputs, and how it ends where it cannot preview everything. */
import { expression } from '../support/expression';
import { appForEach } from '../support/preview/app';

const app = appForEach();

const policy = (description: string) => ({ resource: { netingress_ip_policy: { office: { description } } } });

test.each([
  ['--dir and --stack', ['--dir', '.', '--stack', 'web'], "'--dir <folder>' cannot be used with option '--stack"],
  ['--dir and --app', ['--dir', '.', '--app', 'cdktf.out'], "'--dir <folder>' cannot be used with option '--app"],
  ['events that do not exist', ['--events', 'nope'], "--events 'nope' does not exist; expected a file"],
  [
    'counted requests that do not exist',
    ['--traffic', 'nope.csv'],
    "--traffic 'nope.csv' does not exist; expected a file",
  ],
  ['variables that do not exist', ['--var-file', 'nope.tfvars'], "argument 'nope.tfvars' is invalid."],
  ['an output that is a folder', ['--out', 'cdktf.out'], "argument 'cdktf.out' is invalid. It is a folder"],
  ['an output in no folder', ['--out', 'no/report.json'], 'Its folder does not exist.'],
])('%s are a mistake, which is found before the account is read', async (_, args, message) => {
  await app.synthesize({ all: policy('Office') });
  const { status, stdout, stderr } = await app.preview(...args);
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  expect(app.emulator.requests()).toEqual([]);
});

test('a stack that --stack leaves out is named', async () => {
  await app.synthesize({ network: policy('Office'), edge: policy('Public') });
  const { stdout } = await app.preview('--stack', 'network');
  expect(stdout).toContain('Would apply: 1 stack, 1 created. Not previewed, because --stack leaves out: edge.\n');
});

test('with --dir the head of the report and its summary name a folder, and no stack', async () => {
  await app.synthesize({ all: policy('Office') });
  await app.terraform('all', 'init');
  const { stdout } = await app.preview('--dir', 'cdktf.out/stacks/all', '--format', 'markdown');
  expect(stdout).toContain(' · folder all\n');
  expect(stdout).toContain('Would apply: 1 folder, 1 created.');
});

test('an import is no change of an object, unless the configuration also changes the object', async () => {
  const [kept, changed] = [await app.create('/ip_policies', {}), await app.create('/ip_policies', {})];
  await app.synthesize({
    all: {
      import: [
        { to: 'netingress_ip_policy.kept', id: kept.id },
        { to: 'netingress_ip_policy.changed', id: changed.id },
      ],
      resource: { netingress_ip_policy: { kept: {}, changed: { description: 'Offices' } } },
    },
  });
  const report = await app.report();
  const imported = (name: string) => ({ stack: 'all', address: `netingress_ip_policy.${name}`, path: `all/${name}` });
  expect(report.imports).toEqual(['changed', 'kept'].map(imported));
  expect(report.objects).toMatchObject([{ action: 'change', path: 'all/changed' }]);
});

test('an account that cannot be reached is one sentence, and its access is not known', async () => {
  await app.synthesize({ all: policy('Office') });
  await app.emulator.close();
  const { status, stdout } = await app.preview();
  expect(status).toBe(3);
  expect(stdout.split('\n').filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1);
  expect(stdout).toContain('the dashboard: not known');
  expect(stdout).not.toContain('the access is equal');
});

test('a key that the service rejects is one sentence', async () => {
  await app.synthesize({ all: policy('Office') });
  app.emulator.faults.add({ do: { status: 403 } });
  const { status, stdout } = await app.preview();
  expect(status).toBe(3);
  expect(stdout.split('\n').filter((line) => line.includes('the service rejected the API key'))).toHaveLength(1);
});

test('a refused destroy of a resource that is not configured any more has its address', async () => {
  const used = {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_restriction: {
      api: { type: 'api', enforced: false, ip_policy_ids: [expression('netingress_ip_policy.office.id')] },
    },
  };
  await app.synthesize({ all: { resource: used } });
  await app.deploy('all');
  const { id } = app.emulator.objects('ip_policy')[0] as { readonly id: string };
  await app.create('/ip_restrictions', { type: 'dashboard', enforced: false, ip_policy_ids: [id] });
  await app.synthesize({ all: { resource: { netingress_ip_policy: { other: { description: 'Other' } } } } });
  const report = await app.report();
  expect(report.incomplete).toEqual([]);
  expect(report.refusals).toMatchObject([{ by: 'service', address: 'netingress_ip_policy.office', status: 409 }]);
});

test('without --address the report names no address', async () => {
  await app.synthesize({ all: policy('Office') });
  const { id } = await app.create('/ip_policies', { description: 'Office' });
  await app.create('/ip_restrictions', { type: 'api', enforced: false, ip_policy_ids: [id] });
  const { access } = await app.report();
  expect(access.map(({ named_addresses: addresses }) => addresses)).toEqual([[]]);
});
