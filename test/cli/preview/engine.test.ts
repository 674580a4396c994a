/** The program that plans a preview: the one that deploys the configuration, or none. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { useCommandLine } from '../../support/cli/command-line';
import { terraformBinary } from '../../support/terraform-binary';

const cli = useCommandLine();

beforeEach(async () => {
  await cli.write('main.tf', 'terraform {}\n');
  mkdirSync(join(cli.folder, 'bin'));
});

const preview = (more: Record<string, string> = {}) => {
  const env = {
    PATH: join(cli.folder, 'bin'),
    HOME: cli.folder,
    NETINGRESS_BASE_URL: 'http://127.0.0.1:9',
    ...more,
  };
  return cli.run(['preview', '--dir', '.'], { env });
};

test('without Terraform and OpenTofu nothing is fetched, and both are named', async () => {
  const { status, stderr } = await preview({ NETINGRESS_OPENTOFU_ADDRESS: 'http://127.0.0.1:9' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Neither terraform nor tofu is on the PATH')]);
  expect(stderr).not.toContain('Cannot fetch');
});

test('the named program is not replaced by another one', async () => {
  symlinkSync(terraformBinary(), join(cli.folder, 'bin', 'terraform'));
  const { status, stderr } = await preview({ TERRAFORM_BINARY_NAME: 'tofu' });
  expect(status).toBe(1);
  expect(stderr).toContain("TERRAFORM_BINARY_NAME is 'tofu', which is not on the PATH");
});
