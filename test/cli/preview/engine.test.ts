/** The program that plans a preview: the one that deploys the configuration, or none. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../../support/cli/run-in-process';
import { terraformBinary } from '../../support/terraform-binary';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-engine-'));
  writeFileSync(join(folder, 'main.tf'), 'terraform {}\n');
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const preview = (more: Record<string, string> = {}) => {
  const env = { PATH: join(folder, 'bin'), HOME: folder, NETINGRESS_BASE_URL: 'http://127.0.0.1:9', ...more };
  return runInProcess(['preview', '--dir', '.'], { cwd: folder, env });
};

test('without Terraform and OpenTofu nothing is fetched, and both are named', async () => {
  const { status, stderr } = await preview({ NETINGRESS_OPENTOFU_ADDRESS: 'http://127.0.0.1:9' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Neither terraform nor tofu is on the PATH')]);
  expect(stderr).not.toContain('Cannot fetch');
});

test('the named program is not replaced by another one', async () => {
  symlinkSync(terraformBinary(), join(folder, 'bin', 'terraform'));
  const { status, stderr } = await preview({ TERRAFORM_BINARY_NAME: 'tofu' });
  expect(status).toBe(1);
  expect(stderr).toContain("TERRAFORM_BINARY_NAME is 'tofu', which is not on the PATH");
});
