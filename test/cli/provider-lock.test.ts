/**
 * `provider install`: for HCL, whose whole path is in test/docs/paths.test.ts; and with `--app` for apps with generated classes,
 * whose lock entries it writes. Apps with the constructs of this package get theirs at synth.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { run } from '../../src/terraform/run';
import { useCommandLine } from '../support/cli/command-line';
import type { RanInProcess } from '../support/cli/run-in-process';
import { terraformBinary } from '../support/terraform-binary';

const SOURCE = 'terraform.local/netingress/netingress';

const cli = useCommandLine();

/** Writes what `cdktf synth` writes for a stack that requires these providers. Returns its folder. */
async function synthesize(required: object): Promise<string> {
  await cli.writeApp({ access: { terraform: { required_providers: required } } });
  return join(cli.folder, 'cdktf.out/stacks/access');
}

const provide = (...args: string[]): Promise<RanInProcess> =>
  cli.run(['provider', 'install', ...args], { env: { HOME: cli.folder } });
const install = (): Promise<RanInProcess> => provide('--mirror', 'mirror', '--app', 'cdktf.out');

test('it prints how the HCL of the README begins, and a second run says that the provider is installed', async () => {
  const { stdout, stderr } = await provide();
  expect(stderr).toMatch(/^Installed /);
  expect(readFileSync(join(__dirname, '../../README.md'), 'utf8')).toContain(`\`\`\`hcl\n${stdout}`);
  expect((await provide()).stderr).toMatch(/^Already installed: /);
});

test('terraform init finds the entry complete', async () => {
  const stack = await synthesize({ netingress: { source: SOURCE, version } });
  const { status, stdout, stderr } = await install();
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`Locked netingress ${version} in the stacks: access.`);
  const written = readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');
  const options = {
    folder: join(cli.folder, 'run'),
    searchPath: process.env['PATH'] ?? '',
    mirror: join(cli.folder, 'mirror'),
  };
  const env = await isolatedEnvironment(options);
  const init = await run(terraformBinary(), ['init', '-lockfile=readonly', '-no-color'], { cwd: stack, env });
  expect([init.status, init.stderr]).toEqual([0, '']);
  expect(readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8')).toBe(written);
});

test('a repeated install with --app prints nothing, because it runs at every synth and the CDKTF CLI shows standard error as errors', async () => {
  await synthesize({ netingress: { source: SOURCE, version } });
  expect((await install()).stderr).toContain(`Installed ${SOURCE} ${version}`);
  const { status, stdout, stderr } = await install();
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test('an app without the provider gets no lock file, and the command says so', async () => {
  const stack = await synthesize({ null: { source: 'hashicorp/null', version: '3.2.4' } });
  const { status, stderr } = await install();
  expect([status, stderr]).toEqual([0, expect.stringContaining(`No stack in cdktf.out requires ${SOURCE}, so no`)]);
  expect(existsSync(join(stack, '.terraform.lock.hcl'))).toBe(false);
});

test('a stack of another build is refused, and no lock file is written', async () => {
  const stack = await synthesize({ netingress: { source: SOURCE, version: '9.9.9' } });
  const { status, stderr } = await install();
  expect(status).toBe(1);
  expect(stderr).toContain(`Stack access requires netingress 9.9.9; expected ${version}, which is installed.`);
  expect(stderr).toContain('Run `cdktf get --force`');
  expect(existsSync(join(stack, '.terraform.lock.hcl'))).toBe(false);
});

test('another provider is locked if its version is exact, and named if it is not', async () => {
  const stack = await synthesize({
    netingress: { source: SOURCE, version },
    null: { source: 'hashicorp/null', version: '3.2.4' },
    random: { source: 'hashicorp/random', version: '~> 3.0' },
  });
  const { status, stderr } = await install();
  expect(status).toBe(0);
  expect(stderr).toContain(
    "registry.terraform.io/hashicorp/random has the version constraint '~> 3.0' and no entry in",
  );
  const locked = [...readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8').matchAll(/^provider "(.*)"/gm)];
  expect(locked.map(([, address]) => address)).toEqual(['registry.terraform.io/hashicorp/null', SOURCE]);
});
