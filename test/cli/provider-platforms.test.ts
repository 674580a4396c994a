/** Provider packages with their own runtime on the command line: `provider install` and `doctor`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import type { Check } from '../../src/doctor/check';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { type Platform, thisPlatform } from '../../src/terraform/platforms';
import { type RanInProcess, runInProcess } from '../support/cli/run-in-process';
import { writeFakeNpmPackage, writeFakeZip } from '../support/constructs/fake-release';
import { useFolder } from '../support/folder';

const files = useFolder();

function netingress(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RanInProcess> {
  return runInProcess(args, { env: { HOME: join(files.folder, 'home'), ...env }, cwd: files.folder });
}

function install(...args: string[]): Promise<RanInProcess> {
  return netingress(['provider', 'install', '--mirror', 'mirror', ...args]);
}

/** Names below the provider's address in the mirror. */
function installed(...path: string[]): string[] {
  return readdirSync(join(files.folder, 'mirror', PROVIDER_ADDRESS, ...path)).sort();
}

test('packages are unpacked into the mirror, with files that can be executed', async () => {
  for (const platform of ['linux_amd64', 'windows_amd64'] as const)
    writeFakeZip(join(files.folder, 'zips'), platform, version);
  const platforms = ['--platform', 'linux_amd64', '--platform', 'windows_amd64', '--release', 'zips'];
  const { status, stderr, stdout } = await install(...platforms);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Installed .* for linux_amd64, windows_amd64 in /)]);
  expect(stdout).toContain(`version = "~> ${version}"`);
  expect(installed()).toEqual([version]);
  expect(installed(version)).toEqual(['linux_amd64', 'windows_amd64']);
  expect(installed(version, 'windows_amd64')).toEqual(['lib', `terraform-provider-netingress_v${version}.exe`]);
  const name = `terraform-provider-netingress_v${version}`;
  const file = join(files.folder, 'mirror', PROVIDER_ADDRESS, version, 'linux_amd64', name);
  expect(readFileSync(file, 'utf8')).toBe('provider for linux_amd64');
  expect(statSync(file).mode & 0o111).toBe(0o111);
  expect((await install(...platforms)).stderr).toMatch(/^Already installed: /);
});

test('--packed installs the zips of npm packages as they are', async () => {
  writeFakeNpmPackage(files.folder, 'linux_arm64', version);
  expect((await install('--platform', 'linux_arm64', '--packed')).status).toBe(0);
  expect(installed()).toEqual([`terraform-provider-netingress_${version}_linux_arm64.zip`]);
});

test.each([
  [
    ['--platform', 'linux_arm64'],
    /^The provider for linux_arm64 was not found; .*npm install --save-exact @netingress\/provider-linux-arm64@/,
  ],
  [['--platform', 'linux'], /^'linux' is not a platform; expected one of darwin_amd64/],
  [['--packed'], /^--packed needs --platform/],
])('%j is an error', async (args, message) => {
  const { status, stderr } = await install(...args);
  expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
});

test('doctor reports whether the packages of NETINGRESS_PLATFORMS are installed', async () => {
  writeFakeNpmPackage(files.folder, 'linux_arm64', version);
  const { stdout } = await netingress(['doctor', '--json'], { NETINGRESS_PLATFORMS: 'linux_arm64,darwin_arm64' });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  expect(checks.filter(({ name }) => name === 'Provider packages')).toEqual([
    expect.objectContaining({ status: 'ok', found: expect.stringContaining('linux_arm64: ') }),
    expect.objectContaining({
      status: 'failed',
      found: 'darwin_arm64: not installed',
      advice: expect.stringContaining(`npm install --save-exact @netingress/provider-darwin-arm64@${version}`),
    }),
  ]);
});

test('doctor reports an unknown platform of NETINGRESS_PLATFORMS', async () => {
  const { stdout } = await netingress(['doctor'], { NETINGRESS_PLATFORMS: 'linux' });
  expect(stdout).toContain("FAIL  Provider packages: NETINGRESS_PLATFORMS: 'linux' is not a platform");
});

test('without Node on the PATH doctor advises the package with its own runtime', async () => {
  const { stdout } = await netingress(['doctor', '--json'], { PATH: files.folder });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const { status, advice } = checks.find(({ name }) => name === 'Provider') as Check;
  expect([status, advice]).toEqual([
    'failed',
    expect.stringMatching(/set NETINGRESS_PLATFORMS=.*npm install --save-exact/),
  ]);
});

test('doctor says of no package that synth uses it if synth refuses the list', async () => {
  const here = thisPlatform() as Platform;
  writeFakeNpmPackage(files.folder, here, version);
  const { stdout } = await netingress(['doctor'], { PATH: files.folder, NETINGRESS_PLATFORMS: `${here},linux` });
  expect(stdout).toContain("FAIL  Provider packages: NETINGRESS_PLATFORMS: 'linux' is not a platform");
  expect(stdout).not.toContain('has its own runtime');
});

test('doctor does not require Node on the PATH if synth uses the package of this platform', async () => {
  const here = thisPlatform() as Platform;
  writeFakeNpmPackage(files.folder, here, version);
  const { stdout } = await netingress(['doctor', '--json'], { PATH: files.folder, NETINGRESS_PLATFORMS: here });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  expect(checks.find(({ name }) => name === 'Provider')).toEqual(
    expect.objectContaining({ status: 'ok', found: expect.stringContaining('has its own runtime, ') }),
  );
});
