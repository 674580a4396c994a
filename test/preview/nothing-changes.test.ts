/** Terraform does not configure a provider of which nothing changes, so no request tells which account it uses. */
import { expression } from '../support/expression';
import { appForEach } from '../support/preview/app';
import { testInCi, testRows } from '../support/requirements';

const app = appForEach();

const restrict = async (cidr: string): Promise<void> => {
  const { id } = await app.create('/ip_policies', { description: 'Offices' });
  await app.create('/ip_policy_rules', { ip_policy_id: id, cidr, action: 'allow' });
  await app.create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [id] });
};

const other = { resource: { terraform_data: { one: { input: 'a' } } } };

const gates = ['--no-new-access', '--must-admit', '203.0.113.7'];

const CHANGES: readonly [string, Parameters<typeof app.synthesize>[0]][] = [
  ['another provider', { all: other }],
  ['no instance', { all: { resource: { netingress_ip_policy: { none: { count: 0, description: 'None' } } } } }],
];

testRows(CHANGES, { plain: 1 })('a change of %s is decided by the account', async (_, stacks) => {
  await restrict('203.0.113.0/24');
  await app.synthesize(stacks);
  expect(await app.report(...gates, '--must-admit', '198.51.100.7')).toMatchObject({
    ...{ exit_status: 2, incomplete: [], accounts: [app.url] },
    gates: [
      { gate: '--must-admit 203.0.113.7/32', result: 'passed' },
      { gate: '--must-admit 198.51.100.7/32', result: 'failed' },
      { gate: '--no-new-access', result: 'passed' },
    ],
  });
});

testInCi('with a provider block whose values are not literals nothing is read, and nothing is decided', async () => {
  await restrict('203.0.113.0/24');
  await app.synthesize({
    all: {
      variable: { url: { default: app.url } },
      // The settings of the second one are known, and may be those of another account.
      provider: { netingress: [{ base_url: expression('var.url') }, { alias: 'second' }] },
      ...other,
    },
  });
  expect(await app.report(...gates)).toMatchObject({
    ...{ exit_status: 3, accounts: [] },
    gates: [{ result: 'not_decided' }, { result: 'not_decided' }],
  });
});
