/**
 * `provider install`: for HCL; with `--app` for apps with generated classes, whose lock entries it writes; and packages
 * with their own runtime, which `doctor` knows too.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import type { Check } from '../../src/doctor/check';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { PLATFORMS, type Platform, thisPlatform } from '../../src/terraform/platforms';
import { run } from '../../src/terraform/run';
import { useCommandLine } from '../support/cli/command-line';
import { type RanInProcess, withError } from '../support/cli/run-in-process';
import { writeFakeNpmPackage, writeFakeZip } from '../support/constructs/fake-release';
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

test('with --app, terraform init finds the entry of the lock file complete', async () => {
  const stack = await synthesize({ netingress: { source: SOURCE, version } });
  const { status, stdout, stderr } = await install();
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`Locked netingress ${version} in the stacks: access.`);
  const written = readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');
  const [folder, mirror] = [join(cli.folder, 'run'), join(cli.folder, 'mirror')];
  const env = await isolatedEnvironment({ folder, mirror, searchPath: process.env['PATH'] ?? '' });
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
  expect(await install()).toEqual(withError(0, `No stack in cdktf.out requires ${SOURCE}, so no`));
  expect(existsSync(join(stack, '.terraform.lock.hcl'))).toBe(false);
});

test('a stack of another build is refused, and no lock file is written', async () => {
  const stack = await synthesize({ netingress: { source: SOURCE, version: '9.9.9' } });
  const ended = await install();
  expect(ended).toEqual(
    withError(1, `Stack access requires netingress 9.9.9; expected ${version}, which is installed.`),
  );
  expect(ended.stderr).toContain('Run `cdktf get --force`');
  expect(existsSync(join(stack, '.terraform.lock.hcl'))).toBe(false);
});

test('another provider without an exact version is named: it cannot be locked', async () => {
  const random = { source: 'hashicorp/random', version: '~> 3.0' };
  await synthesize({ netingress: { source: SOURCE, version }, random });
  const unlocked = "registry.terraform.io/hashicorp/random has the version constraint '~> 3.0' and no entry in";
  expect(await install()).toEqual(withError(0, unlocked));
});

describe('packages with their own runtime', () => {
  const netingress = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RanInProcess> =>
    cli.run(args, { env: { HOME: join(cli.folder, 'home'), ...env } });
  const install = (...args: string[]) => netingress(['provider', 'install', '--mirror', 'mirror', ...args]);

  /** Names below the provider's address in the mirror. */
  const installed = (...path: string[]): string[] =>
    readdirSync(join(cli.folder, 'mirror', PROVIDER_ADDRESS, ...path)).sort();

  test('packages are unpacked into the mirror, with files that can be executed', async () => {
    for (const platform of ['linux_amd64', 'windows_amd64'] as const)
      writeFakeZip(join(cli.folder, 'zips'), platform, version);
    const platforms = ['--platform', 'linux_amd64', '--platform', 'windows_amd64', '--release', 'zips'];
    const { status, stderr, stdout } = await install(...platforms);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Installed .* for linux_amd64, windows_amd64 in /)]);
    expect(stdout).toContain(`version = "~> ${version}"`);
    expect(installed()).toEqual([version]);
    expect(installed(version)).toEqual(['linux_amd64', 'windows_amd64']);
    expect(installed(version, 'windows_amd64')).toEqual(['lib', `terraform-provider-netingress_v${version}.exe`]);
    const name = `terraform-provider-netingress_v${version}`;
    const file = join(cli.folder, 'mirror', PROVIDER_ADDRESS, version, 'linux_amd64', name);
    expect(readFileSync(file, 'utf8')).toBe('provider for linux_amd64');
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect((await install(...platforms)).stderr).toMatch(/^Already installed: /);
  });

  test('another build of a platform is replaced, and a platform beside it or a zip beside its folder is new', async () => {
    const here = thisPlatform() as Platform;
    const other = PLATFORMS.find((each) => each !== here) as Platform;
    for (const platform of [here, other]) writeFakeZip(join(cli.folder, 'zips'), platform, version);
    const run = async (...args: string[]) => (await install('--release', 'zips', ...args)).stderr;
    const both = ['--platform', here, '--platform', other];
    const isNew = /^Installed /;
    expect(await run('--platform', here)).toMatch(isNew);
    expect(await run(...both)).toMatch(isNew);
    expect(await run('--platform', here, '--packed')).toMatch(isNew);
    rmSync(join(cli.folder, 'mirror', PROVIDER_ADDRESS, version, other, 'lib'), { recursive: true });
    expect(await run(...both)).toMatch(
      /^Replaced another build of .*\. If terraform init rejects its checksum, remove /,
    );
  });

  test.each([[[]], [['--packed']], [['--packed', '--app', 'cdktf.out']]])(
    '%j: a broken zip has advice about the zip, and removes no other build of the release',
    async (args) => {
      const other = join(cli.folder, 'mirror', PROVIDER_ADDRESS, `${version}+other`);
      mkdirSync(other, { recursive: true });
      writeFileSync(join(cli.folder, `terraform-provider-netingress_${version}_linux_amd64.zip`), 'broken');
      const broken = /^Cannot install the provider in .*zip cannot be read as a zip: .*\. Download it again\.\n?$/;
      expect(await install('--platform', 'linux_amd64', '--release', '.', ...args)).toEqual(withError(1, broken));
      expect(existsSync(other)).toBe(true);
    },
  );

  test('--packed installs the zips of npm packages as they are', async () => {
    writeFakeNpmPackage(cli.folder, 'linux_arm64', version);
    expect((await install('--platform', 'linux_arm64', '--packed')).status).toBe(0);
    expect(installed()).toEqual([`terraform-provider-netingress_${version}_linux_arm64.zip`]);
  });

  test.each([
    [
      ['--platform', 'linux_arm64'],
      /^The provider for linux_arm64 was not found; .* @netingress\/provider-linux-arm64@/,
    ],
    [['--platform', 'linux'], /^'linux' is not a platform; expected one of darwin_amd64/],
    [['--packed'], /^--packed needs --platform/],
  ])('%j is an error', async (args, message) => expect(await install(...args)).toEqual(withError(1, message)));

  describe('doctor', () => {
    const here = thisPlatform() as Platform;
    const diagnose = async (name: string, env: Record<string, string>): Promise<Check[]> => {
      const { stdout } = await netingress(['doctor', '--json'], env);
      return (JSON.parse(stdout) as { checks: Check[] }).checks.filter((check) => check.name === name);
    };

    test('reports whether the packages of NETINGRESS_PLATFORMS are installed', async () => {
      writeFakeNpmPackage(cli.folder, 'linux_arm64', version);
      const advice = `npm install --save-exact @netingress/provider-darwin-arm64@${version}`;
      expect(await diagnose('Provider packages', { NETINGRESS_PLATFORMS: 'linux_arm64,darwin_arm64' })).toMatchObject([
        { status: 'ok', found: expect.stringContaining('linux_arm64: ') },
        { status: 'failed', found: 'darwin_arm64: not installed', advice: expect.stringContaining(advice) },
      ]);
    });

    test('advises the package with its own runtime without Node on the PATH', async () => {
      const advice = expect.stringMatching(/set NETINGRESS_PLATFORMS=.*npm install --save-exact/);
      expect(await diagnose('Provider', { PATH: cli.folder })).toMatchObject([{ status: 'failed', advice }]);
    });

    test('does not require Node on the PATH if synth uses the package of this platform, and says of no package that synth uses it if synth refuses the list', async () => {
      writeFakeNpmPackage(cli.folder, here, version);
      const found = expect.stringContaining('has its own runtime, ');
      const used = { PATH: cli.folder, NETINGRESS_PLATFORMS: here };
      expect(await diagnose('Provider', used)).toMatchObject([{ status: 'ok', found }]);
      const { stdout } = await netingress(['doctor'], { ...used, NETINGRESS_PLATFORMS: `${here},linux` });
      expect(stdout).toContain("FAIL  Provider packages: NETINGRESS_PLATFORMS: 'linux' is not a platform");
      expect(stdout).not.toContain('has its own runtime');
    });
  });
});
