/** Provider packages with their own runtime in the folder of a stack. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { App, CloudBackend, NamedCloudWorkspace, TerraformStack } from 'cdktf';
import { NetingressProvider } from '../../src';
import { findLockEntry } from '../../src/terraform/lock-file';
import { findPackage } from '../../src/terraform/npm-package';
import type { Platform } from '../../src/terraform/platforms';
import { annotationsIn } from '../support/constructs/annotations';
import {
  FAKE_BUILD,
  FAKE_SCRIPT_CHECKSUM,
  fakeZipChecksum,
  writeFakeNpmPackage,
  writeFakePackage,
  writeFakeZip,
} from '../support/constructs/fake-release';
import { newFolder, removeFolders, runTerraform } from '../support/constructs/synth';

jest.mock('../../src/terraform/npm-package', () => ({
  ...jest.requireActual('../../src/terraform/npm-package'),
  findPackage: jest.fn(),
}));

const ADDRESS = 'terraform.local/netingress/netingress';
const SCRIPTS = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];

let bundles: string;
let app: string;

beforeEach(() => {
  jest.mocked(findPackage).mockReturnValue(writeFakePackage(newFolder()));
  bundles = newFolder();
  app = newFolder();
  const { NETINGRESS_PLATFORMS: _, ...inherited } = process.env;
  jest.replaceProperty(process, 'env', { ...inherited, HOME: newFolder(), NETINGRESS_BUNDLES: bundles });
  jest.spyOn(process, 'cwd').mockReturnValue(app);
});

afterEach(() => {
  jest.restoreAllMocks();
  removeFolders();
});

/** Synthesizes a stack with one provider for each list of platforms; returns the stack's folder. */
function synth(outdir: string, lists: readonly (readonly string[] | undefined)[], add = (_: TerraformStack) => {}) {
  const stack = new TerraformStack(new App({ outdir }), 'main');
  lists.forEach((platforms, index) => {
    const alias = index === 0 ? {} : { alias: `a${index}` };
    const listed = platforms === undefined ? {} : { platforms: platforms as Platform[] };
    new NetingressProvider(stack, `p${index}`, { ...alias, ...listed });
  });
  add(stack);
  (stack.node.root as App).synth();
  return join(outdir, 'stacks', 'main');
}

/** Platforms of the stack with a script and with a zip. */
function placed(stack: string): { readonly scripts: string[]; readonly zips: string[] } {
  const folder = join(stack, 'terraform.d', 'plugins', ADDRESS);
  const zips = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  const prefix = `terraform-provider-netingress_${FAKE_BUILD}_`;
  expect(zips.every((name) => name.startsWith(prefix))).toBe(true);
  const directory = join(folder, FAKE_BUILD);
  return {
    scripts: existsSync(directory) ? readdirSync(directory).sort() : [],
    zips: zips.map((name) => name.slice(prefix.length, -'.zip'.length)),
  };
}

function lockOf(stack: string) {
  return findLockEntry(readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8'), ADDRESS);
}

test('a listed platform gets the zip, all others but Windows the script, and the lock entry all checksums', () => {
  for (const platform of ['linux_amd64', 'windows_amd64'] as const) writeFakeZip(bundles, platform);
  const stack = synth(newFolder(), [['linux_amd64', 'windows_amd64']]);
  expect(placed(stack)).toEqual({
    scripts: SCRIPTS.filter((name) => name !== 'linux_amd64'),
    zips: ['linux_amd64', 'windows_amd64'],
  });
  const hashes = [FAKE_SCRIPT_CHECKSUM, fakeZipChecksum('linux_amd64'), fakeZipChecksum('windows_amd64')].sort();
  expect(lockOf(stack)).toMatchObject({ version: FAKE_BUILD, hashes });
});

test('terraform init installs the zip of its platform and keeps the lock file', () => {
  const here = `${process.platform}_${os.arch() === 'x64' ? 'amd64' : os.arch()}` as Platform;
  writeFakeZip(bundles, here);
  const stack = synth(newFolder(), [[here]]);
  const before = lockOf(stack);
  expect(runTerraform(stack, ['init', '-no-color'])).toContain(`Installed ${ADDRESS} v${FAKE_BUILD}`);
  expect(lockOf(stack)).toEqual(before);
  const installed = join(stack, '.terraform', 'providers', ADDRESS, FAKE_BUILD, here);
  expect(readFileSync(join(installed, 'terraform-provider-netingress_v1.2.3'), 'utf8')).toBe(`provider for ${here}`);
});

test('providers of one stack have the platforms of all of them', () => {
  for (const platform of ['linux_amd64', 'linux_arm64'] as const) writeFakeZip(bundles, platform);
  expect(placed(synth(newFolder(), [['linux_amd64'], ['linux_arm64'], []])).zips).toEqual([
    'linux_amd64',
    'linux_arm64',
  ]);
});

test('NETINGRESS_PLATFORMS is the default of the property', () => {
  writeFakeZip(bundles, 'linux_arm64');
  process.env['NETINGRESS_PLATFORMS'] = ' linux_arm64, linux_arm64 ';
  expect(placed(synth(newFolder(), [undefined])).zips).toEqual(['linux_arm64']);
  expect(placed(synth(newFolder(), [[]])).zips).toEqual([]);
});

test('a platform that is no longer listed gets the script again', () => {
  const outdir = newFolder();
  writeFakeZip(bundles, 'linux_amd64');
  synth(outdir, [['linux_amd64']]);
  expect(placed(synth(outdir, [[]]))).toEqual({ scripts: SCRIPTS, zips: [] });
});

test('without a folder the npm package of the app is used', () => {
  delete process.env['NETINGRESS_BUNDLES'];
  writeFakeNpmPackage(app, 'darwin_arm64');
  expect(placed(synth(newFolder(), [['darwin_arm64']])).zips).toEqual(['darwin_arm64']);
});

test('a missing package is an error with the npm command', () => {
  const outdir = newFolder();
  expect(() => synth(outdir, [['linux_amd64']])).toThrow(
    'The provider for linux_amd64 was not found; expected terraform-provider-netingress_1.2.3_linux_amd64.zip. Run ' +
      '`npm install --save-exact @netingress/provider-linux-amd64@1.2.3`, or set NETINGRESS_BUNDLES to a folder with ' +
      'the zips of the release.',
  );
  expect(existsSync(join(outdir, 'stacks', 'main', '.terraform.lock.hcl'))).toBe(false);
});

test('an unknown platform is an error with the known ones', () => {
  const problem = "'linux' is not a platform; expected one of darwin_amd64, darwin_arm64, linux_amd64, linux_arm64, ";
  expect(() => synth(newFolder(), [['linux']])).toThrow(problem);
  process.env['NETINGRESS_PLATFORMS'] = 'linux';
  expect(() => synth(newFolder(), [undefined])).toThrow(`NETINGRESS_PLATFORMS: ${problem}`);
});

test('on Windows the stack contains the package of this machine, or the error names the npm command', () => {
  const platform = jest.spyOn(os, 'platform').mockReturnValue('win32');
  const here = `windows_${os.arch() === 'x64' ? 'amd64' : os.arch()}` as Platform;
  try {
    expect(() => synth(newFolder(), [undefined])).toThrow(
      `npm install --save-exact @netingress/provider-${here.replace('_', '-')}`,
    );
    writeFakeZip(bundles, here);
    expect(placed(synth(newFolder(), [undefined]))).toEqual({ scripts: SCRIPTS, zips: [here] });
  } finally {
    platform.mockRestore();
  }
});

test('a stack that HCP Terraform can run is synthesized with advice, unless platforms are listed', () => {
  const addBackend = (stack: TerraformStack): void => {
    const workspaces = new NamedCloudWorkspace('w');
    new CloudBackend(stack, { organization: 'o', workspaces });
  };
  const outdir = newFolder();
  synth(outdir, [[]], addBackend);
  expect(annotationsIn(outdir)).toEqual([
    expect.stringMatching(/a script that needs Node there.*platforms: \['linux_amd64'\].*npm install --save-exact/),
  ]);
  writeFakeZip(bundles, 'linux_amd64');
  synth(outdir, [['linux_amd64']], addBackend);
  expect(annotationsIn(outdir)).toEqual([]);
});
