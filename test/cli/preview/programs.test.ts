/** The programs and packages that a preview needs besides this package. */

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useCommandLine } from '../../support/cli/command-line';
import { withError } from '../../support/cli/run-in-process';
import { useFolder } from '../../support/folder';
import { linkPackages } from '../../support/installed-packages';
import { startScript } from '../../support/script';
import { terraformBinary } from '../../support/terraform-binary';

describe('the program that plans: the one that deploys the configuration, or none', () => {
  const cli = useCommandLine();

  beforeEach(async () => {
    await cli.write('main.tf', 'terraform {}\n');
    mkdirSync(join(cli.folder, 'bin'));
  });

  const preview = (more: Record<string, string> = {}) => {
    const env = { PATH: join(cli.folder, 'bin'), HOME: cli.folder, NETINGRESS_BASE_URL: 'http://127.0.0.1:9', ...more };
    return cli.run(['preview', '--dir', '.'], { env });
  };

  test('without Terraform and OpenTofu nothing is fetched, and both are named', async () => {
    const { status, stderr } = await preview({ NETINGRESS_OPENTOFU_ADDRESS: 'http://127.0.0.1:9' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Neither terraform nor tofu is on the PATH')]);
    expect(stderr).not.toContain('Cannot fetch');
  });

  test('the named program is not replaced by another one', async () => {
    symlinkSync(terraformBinary(), join(cli.folder, 'bin', 'terraform'));
    const missing = "TERRAFORM_BINARY_NAME is 'tofu', which is not on the PATH";
    expect(await preview({ TERRAFORM_BINARY_NAME: 'tofu' })).toEqual(withError(1, missing));
  });
});

describe('--events-engine duckdb of the built package, without the optional package that it needs', () => {
  const root = join(__dirname, '../../..');

  const files = useFolder();

  test('is an error that names the command that installs it, before the account is read', async () => {
    const { folder } = files;
    const installed = join(folder, 'node_modules/netingress');
    mkdirSync(installed, { recursive: true });
    cpSync(join(root, 'lib/bin'), join(installed, 'lib/bin'), { recursive: true });
    cpSync(join(root, 'package.json'), join(installed, 'package.json'));
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    linkPackages(folder, Object.keys(dependencies));
    writeFileSync(join(folder, 'events.ndjson'), '{"event_type":"http_request_complete.v0","object":{}}\n');
    const program = join(installed, 'lib/bin/netingress.js');
    const args = [program, 'preview', '--events=events.ndjson', '--events-engine=duckdb'];
    const options = { cwd: folder, env: { PATH: process.env['PATH'] } };
    const ended = await startScript(process.execPath, args, options).ended;
    expect(ended).toEqual(withError(1, '--events-engine duckdb needs the package @duckdb/node-api'));
    expect(ended.stderr).toContain('Run `npm install @duckdb/node-api`.');
  });
});
