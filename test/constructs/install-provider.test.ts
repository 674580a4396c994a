/**
 * Providers that a synthesis installs into the folder of a stack: the script of this package, and packages with their
 * own runtime.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { basename, join } from 'node:path';
import {
  App,
  Aspects,
  CloudBackend,
  type Manifest,
  NamedCloudWorkspace,
  TerraformProvider,
  type TerraformProviderConfig,
  TerraformStack,
  Testing,
} from 'cdktf';
import type { Construct } from 'constructs';
import { IpPolicy, NetingressProvider } from '../../src';
import { findLockEntry } from '../../src/terraform/lock-file';
import { findPackage } from '../../src/terraform/npm-package';
import type { Platform } from '../../src/terraform/platforms';
import { annotationsIn } from '../support/constructs/annotations';
import {
  buildOf,
  fakeZipChecksum,
  scriptChecksumOf,
  writeFakeNpmPackage,
  writeFakePackage,
  writeFakeZip,
} from '../support/constructs/fake-release';
import { newFolder, removeFolders, runTerraform } from '../support/constructs/synth';

jest.mock('../../src/terraform/npm-package', () => ({
  ...jest.requireActual('../../src/terraform/npm-package'),
  findPackage: jest.fn(),
}));

/** Without an executable, the package has no provider. */
function fakePackage(executable = '', isCheckout = true): void {
  jest.mocked(findPackage).mockReturnValue({ ...writeFakePackage(newFolder(), executable), isCheckout });
}

const first = '#!/bin/sh\nexit 1\n';
const second = '#!/bin/sh\nexit 2\n';

const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
const ADDRESS = 'terraform.local/netingress/netingress';
const type = join('terraform.d', 'plugins', ADDRESS);

class OtherProvider extends TerraformProvider {
  constructor(scope: Construct, id: string, config: Omit<TerraformProviderConfig, 'terraformResourceType'>) {
    super(scope, id, { terraformResourceType: id, ...config });
  }
}

type PlatformLists = readonly (readonly string[] | undefined)[];

/** Synthesizes a stack with one provider for each list of platforms. */
function synth(
  outdir: string,
  add: (stack: TerraformStack) => void = () => {},
  platformLists: PlatformLists = [undefined],
) {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'main');
  platformLists.forEach((listed, index) => {
    const alias = index === 0 ? {} : { alias: `a${index}` };
    const props = listed === undefined ? {} : { platforms: listed as Platform[] };
    new NetingressProvider(stack, `p${index}`, { ...alias, ...props });
  });
  add(stack);
  app.synth();
  return { outdir, stack: join(outdir, 'stacks', 'main') };
}

const lockOf = (stack: string): string => readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');

/** The executable of the build `first` for linux_arm64, in the folder of the stack. */
function fileIn(stack: string): string {
  const version = buildOf(first);
  return join(stack, type, version, 'linux_arm64', `terraform-provider-netingress_v${version}`);
}

const entryOf = (script: string): string => `provider "${ADDRESS}" {
  version     = "${buildOf(script)}"
  constraints = "${buildOf(script)}"
  hashes = [
    "${scriptChecksumOf(script)}",
  ]
}
`;

const header =
  '# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n';

let home: string;

beforeEach(() => {
  fakePackage(first);
  home = newFolder();
  const { TF_CLI_CONFIG_FILE: _, ...inherited } = process.env;
  jest.replaceProperty(process, 'env', { ...inherited, HOME: home });
});

afterEach(() => {
  jest.restoreAllMocks();
  removeFolders();
});

describe('app.synth', () => {
  test('installs one build for the platforms but those of Windows, and locks that build', () => {
    const { stack } = synth(newFolder());
    const version = buildOf(first);
    expect(readdirSync(join(stack, type))).toEqual([version]);
    expect(readdirSync(join(stack, type, version)).sort()).toEqual(platforms);
    const inodes = platforms.map((platform) => {
      const directory = join(stack, type, version, platform);
      const file = join(directory, `terraform-provider-netingress_v${version}`);
      expect(readFileSync(file, 'utf8')).toBe(first);
      expect(statSync(file).mode & 0o100).toBe(0o100);
      expect(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))).toEqual({ type: 'commonjs' });
      return statSync(file).ino;
    });
    expect(new Set(inodes).size).toBe(1);
    expect(lockOf(stack)).toBe(`${header}\n${entryOf(first)}`);
    expect(JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8')).terraform.required_providers).toEqual({
      netingress: { source: ADDRESS, version },
    });
  });

  test('a second synthesis changes neither the executable nor the lock file', () => {
    const { outdir, stack } = synth(newFolder());
    const file = fileIn(stack);
    const look = () => [statSync(file).ino, statSync(join(stack, '.terraform.lock.hcl')).mtimeMs, lockOf(stack)];
    const before = look();
    synth(outdir);
    expect(look()).toEqual(before);
    expect(annotationsIn(outdir)).toEqual([]);
  });

  test('replaces an older build and reports it', () => {
    const { outdir, stack } = synth(newFolder());
    fakePackage(second);
    synth(outdir);
    const version = buildOf(second);
    expect(readdirSync(join(stack, type))).toEqual([version]);
    expect(lockOf(stack)).toBe(`${header}\n${entryOf(second)}`);
    expect(annotationsIn(outdir)).toEqual([`Provider build ${version} replaces ${buildOf(first)} in ${stack}.`]);
  });

  test.each([
    ['a changed executable', (file: string) => writeFileSync(file, 'changed')],
    ['an executable without permission to run', (file: string) => chmodSync(file, 0o644)],
    ['a missing executable', (file: string) => rmSync(file)],
    ['an additional file', (file: string) => writeFileSync(`${file}.old`, '')],
  ])('repairs %s', (_, damage) => {
    const { outdir, stack } = synth(newFolder());
    const file = fileIn(stack);
    damage(file);
    synth(outdir);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o100).toBe(0o100);
    expect(lockOf(stack)).toContain(`"${scriptChecksumOf(first)}"`);
    expect(readdirSync(join(file, '..'))).toEqual(['package.json', basename(file)]);
  });

  test('keeps lock entries of other providers, and adds exact versions without an entry', () => {
    const outdir = newFolder();
    const otherEntry = `provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.1.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:abc=",
  ]
}
`;
    mkdirSync(join(outdir, 'stacks', 'main'), { recursive: true });
    writeFileSync(join(outdir, 'stacks', 'main', '.terraform.lock.hcl'), `${header}\n${otherEntry}`);
    const { stack } = synth(outdir, (main) => {
      const exact = { providerName: 'x', providerVersion: '3.2.1' };
      new OtherProvider(main, 'null', { terraformProviderSource: 'null', terraformGeneratorMetadata: exact });
      new OtherProvider(main, 'zed', { terraformProviderSource: 'acme/zed', terraformGeneratorMetadata: exact });
      new OtherProvider(main, 'aws', { terraformProviderSource: 'hashicorp/aws', terraformGeneratorMetadata: exact });
    });
    const hashless = (address: string): string =>
      `provider "registry.terraform.io/${address}" {\n  version     = "3.2.1"\n  constraints = "3.2.1"\n}\n`;
    expect(lockOf(stack)).toBe(
      [header, hashless('acme/zed'), otherEntry, hashless('hashicorp/null'), entryOf(first)].join('\n'),
    );
    expect(annotationsIn(outdir)).toEqual([]);
  });

  test('warns about a provider whose version it cannot lock, but not about the one that Terraform contains', () => {
    const { outdir, stack } = synth(newFolder(), (main) => {
      const range = { providerName: 'null', providerVersionConstraint: '~> 3.0' };
      new OtherProvider(main, 'null', { terraformProviderSource: 'null', terraformGeneratorMetadata: range });
      new OtherProvider(main, 'terraform', { terraformProviderSource: 'terraform.io/builtin/terraform' });
    });
    expect(lockOf(stack).match(/^provider /gm)).toHaveLength(1);
    expect(annotationsIn(outdir)).toEqual([
      expect.stringMatching(
        /^Provider registry\.terraform\.io\/hashicorp\/null has the version constraint '~> 3\.0' and no entry in/,
      ),
    ]);
  });

  test('warns about a CLI configuration that disables the implied mirror', () => {
    const file = join(home, '.terraformrc');
    writeFileSync(file, 'plugin_cache_dir = "x"\n');
    expect(annotationsIn(synth(newFolder()).outdir)).toEqual([]);
    writeFileSync(file, 'provider_installation {\n  direct {}\n}\n');
    expect(annotationsIn(synth(newFolder()).outdir)).toEqual([
      expect.stringContaining(`${file} has a provider_installation block, so Terraform ignores the provider`),
    ]);
    const mirror = join(home, 'mirror');
    mkdirSync(join(mirror, ADDRESS, '1.2.3'), { recursive: true });
    writeFileSync(file, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
    expect(annotationsIn(synth(newFolder()).outdir)).toEqual([]);
    const other = join(home, 'other.tfrc');
    writeFileSync(other, 'provider_installation {\n  direct {}\n}\n');
    process.env['TF_CLI_CONFIG_FILE'] = other;
    expect(annotationsIn(synth(newFolder()).outdir)).toEqual([expect.stringContaining(`${other} has a`)]);
    renameSync(other, file);
    expect(annotationsIn(synth(newFolder()).outdir)).toEqual([]);
  });

  test('a published package has the version of its release', () => {
    fakePackage(first, false);
    const { stack } = synth(newFolder());
    expect(readdirSync(join(stack, type))).toEqual(['1.2.3']);
    expect(lockOf(stack)).toContain('constraints = "1.2.3"');
  });

  test('installs one build in each of two stacks, also with two provider configurations', () => {
    const outdir = newFolder();
    const app = new App({ outdir });
    for (const id of ['one', 'two']) {
      const stack = new TerraformStack(app, id);
      new NetingressProvider(stack, 'netingress');
      new NetingressProvider(stack, 'second', { alias: 'second' });
    }
    app.synth();
    for (const id of ['one', 'two']) {
      expect(readdirSync(join(outdir, 'stacks', id, type))).toEqual([buildOf(first)]);
      expect(lockOf(join(outdir, 'stacks', id)).match(/^provider /gm)).toHaveLength(1);
    }
  });

  test('the manifest has the stack dependencies that an aspect adds', () => {
    const { outdir } = synth(newFolder(), (stack) => {
      const other = new TerraformStack(stack.node.root as App, 'other');
      Aspects.of(stack).add({ visit: (node) => node === stack && stack.addDependency(other) });
    });
    const manifest = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as Manifest;
    expect(manifest.stacks['main']?.dependencies).toEqual(['other']);
  });

  test('installs nothing for a stack with errors', () => {
    const outdir = newFolder();
    expect(() => synth(outdir, (stack) => new IpPolicy(stack, 'bad', { description: 'd'.repeat(256) }))).toThrow(
      /\[main\/bad\] description: is 256 bytes long/,
    );
    expect(existsSync(join(outdir, 'stacks', 'main', 'terraform.d'))).toBe(false);
    expect(existsSync(join(outdir, 'stacks', 'main', '.terraform.lock.hcl'))).toBe(false);
  });

  test('reports a missing build with advice', () => {
    fakePackage();
    expect(() => synth(newFolder())).toThrow(
      /^Cannot install the netingress provider: .*terraform-provider-netingress does not exist\. Run `npm run build` in /,
    );
  });
});

describe('Testing of cdktf', () => {
  test('synth writes nothing and requires any build of the release', () => {
    fakePackage();
    const outdir = newFolder();
    const stack = new TerraformStack(new App({ outdir }), 'main');
    new NetingressProvider(stack, 'netingress');
    expect(JSON.parse(Testing.synth(stack, true)).terraform.required_providers.netingress.version).toBe('~> 1.2.3');
    expect(readdirSync(outdir, { recursive: true })).toEqual(['stacks']);
  });

  test('fullSynth installs into the folder of its session', () => {
    const outdir = newFolder();
    const stack = new TerraformStack(new App({ outdir }), 'main');
    new NetingressProvider(stack, 'netingress');
    const session = Testing.fullSynth(stack);
    try {
      expect(readdirSync(join(session, 'stacks', 'main', type))).toEqual([buildOf(first)]);
      expect(lockOf(join(session, 'stacks', 'main'))).toContain(buildOf(first));
      expect(readdirSync(outdir, { recursive: true })).toEqual(['stacks']);
    } finally {
      rmSync(session, { recursive: true, force: true });
    }
  });
});

describe('terraform init', () => {
  test('uses the installed build and does not change the lock file, also after a rebuild', () => {
    const outdir = newFolder();
    for (const executable of [first, second]) {
      fakePackage(executable);
      const { stack } = synth(outdir);
      const lock = lockOf(stack);
      const version = buildOf(executable);
      expect(runTerraform(stack, ['init', '-no-color'])).toContain(
        `Installed ${ADDRESS} v${version} (unauthenticated)`,
      );
      expect(lockOf(stack)).toBe(lock);
    }
  });
});

describe('packages with their own runtime', () => {
  const version = buildOf(first);

  let bundles: string;
  let app: string;

  beforeEach(() => {
    bundles = newFolder();
    app = newFolder();
    delete process.env['NETINGRESS_PLATFORMS'];
    process.env['NETINGRESS_BUNDLES'] = bundles;
    jest.spyOn(process, 'cwd').mockReturnValue(app);
  });

  /** The folder of the synthesized stack. */
  const synthWith = (lists: PlatformLists, outdir = newFolder()): string => synth(outdir, undefined, lists).stack;

  /** Platforms of the stack with a script and with a zip. */
  function placed(stack: string): { readonly scripts: string[]; readonly zips: string[] } {
    const folder = join(stack, type);
    const zips = readdirSync(folder).filter((name) => name.endsWith('.zip'));
    const prefix = `terraform-provider-netingress_${version}_`;
    expect(zips.every((name) => name.startsWith(prefix))).toBe(true);
    const directory = join(folder, version);
    return {
      scripts: existsSync(directory) ? readdirSync(directory).sort() : [],
      zips: zips.map((name) => name.slice(prefix.length, -'.zip'.length)),
    };
  }

  const lockEntryOf = (stack: string) => findLockEntry(lockOf(stack), ADDRESS);

  test('two listed platforms get their zips, the others but Windows the script, and the lock entry has the three checksums; one that is no longer listed gets the script again', () => {
    for (const platform of ['linux_amd64', 'windows_amd64'] as const) writeFakeZip(bundles, platform);
    const outdir = newFolder();
    const stack = synthWith([['linux_amd64', 'windows_amd64']], outdir);
    expect(placed(stack)).toEqual({
      scripts: platforms.filter((name) => name !== 'linux_amd64'),
      zips: ['linux_amd64', 'windows_amd64'],
    });
    const hashes = [scriptChecksumOf(first), fakeZipChecksum('linux_amd64'), fakeZipChecksum('windows_amd64')].sort();
    expect(lockEntryOf(stack)).toMatchObject({ version, hashes });
    expect(placed(synthWith([[]], outdir))).toEqual({ scripts: platforms, zips: [] });
  });

  test('terraform init installs the zip of its platform and keeps the lock file', () => {
    const here = `${process.platform}_${os.arch() === 'x64' ? 'amd64' : os.arch()}` as Platform;
    writeFakeZip(bundles, here);
    const stack = synthWith([[here]]);
    const before = lockEntryOf(stack);
    expect(runTerraform(stack, ['init', '-no-color'])).toContain(`Installed ${ADDRESS} v${version}`);
    expect(lockEntryOf(stack)).toEqual(before);
    const installed = join(stack, '.terraform', 'providers', ADDRESS, version, here);
    expect(readFileSync(join(installed, 'terraform-provider-netingress_v1.2.3'), 'utf8')).toBe(`provider for ${here}`);
  });

  test('providers of one stack have the platforms of all of them; NETINGRESS_PLATFORMS is the default of the property', () => {
    for (const platform of ['linux_amd64', 'linux_arm64'] as const) writeFakeZip(bundles, platform);
    const zipsFor = (...lists: (string[] | undefined)[]): string[] => placed(synthWith(lists)).zips;
    expect(zipsFor(['linux_amd64'], ['linux_arm64'], [])).toEqual(['linux_amd64', 'linux_arm64']);
    process.env['NETINGRESS_PLATFORMS'] = ' linux_arm64, linux_arm64 ';
    expect([zipsFor(undefined), zipsFor([])]).toEqual([['linux_arm64'], []]);
  });

  test('without a folder the npm package of the app is used', () => {
    delete process.env['NETINGRESS_BUNDLES'];
    writeFakeNpmPackage(app, 'darwin_arm64');
    expect(placed(synthWith([['darwin_arm64']])).zips).toEqual(['darwin_arm64']);
  });

  test('an unknown platform is an error with the known ones', () => {
    const problem = "'linux' is not a platform; expected one of darwin_amd64, darwin_arm64, linux_amd64, linux_arm64, ";
    expect(() => synthWith([['linux']])).toThrow(problem);
    process.env['NETINGRESS_PLATFORMS'] = 'linux';
    expect(() => synthWith([undefined])).toThrow(`NETINGRESS_PLATFORMS: ${problem}`);
  });

  test('on Windows the stack contains the package of this machine, or the error names the npm command', () => {
    const platform = jest.spyOn(os, 'platform').mockReturnValue('win32');
    const here = `windows_${os.arch() === 'x64' ? 'amd64' : os.arch()}` as Platform;
    try {
      expect(() => synthWith([undefined])).toThrow(
        `npm install --save-exact @netingress/provider-${here.replace('_', '-')}`,
      );
      writeFakeZip(bundles, here);
      expect(placed(synthWith([undefined]))).toEqual({ scripts: platforms, zips: [here] });
    } finally {
      platform.mockRestore();
    }
  });

  test('a stack that HCP Terraform can run is synthesized with advice, unless platforms are listed', () => {
    const addBackend = (stack: TerraformStack): void => {
      new CloudBackend(stack, { organization: 'o', workspaces: new NamedCloudWorkspace('w') });
    };
    const outdir = newFolder();
    synth(outdir, addBackend, [[]]);
    expect(annotationsIn(outdir)).toEqual([
      expect.stringMatching(/a script that needs Node there.*platforms: \['linux_amd64'\].*npm install --save-exact/),
    ]);
    writeFakeZip(bundles, 'linux_amd64');
    synth(outdir, addBackend, [['linux_amd64']]);
    expect(annotationsIn(outdir)).toEqual([]);
  });
});
