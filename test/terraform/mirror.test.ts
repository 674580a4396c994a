import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { disablesImpliedMirrors, userPluginFolder } from '../../src/terraform/cli-config';
import {
  findOtherBuilds,
  installPackage,
  installScript,
  installZip,
  PROVIDER_ADDRESS,
  removeBuilds,
  removeOtherPackages,
  zipName,
} from '../../src/terraform/mirror';
import { SCRIPT_PLATFORMS } from '../../src/terraform/platforms';
import { hashFiles, readWithHashVersion } from '../../src/terraform/provider-build';
import { campaignSize } from '../fuzz';
import { useFolder } from '../support/folder';

const files = useFolder();

function hashDirectory(directory: string): string {
  const files = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))] as const);
  return hashFiles(Object.fromEntries(files));
}

function build(content: string, version = '1.0.0') {
  const file = join(files.folder, 'provider');
  writeFileSync(file, content);
  return readWithHashVersion(file, version);
}

test('the checksum equals that of Terraform 1.11.4 for the same package', () => {
  const files = {
    'terraform-provider-netingress_v0.1.0': Buffer.from('#!/bin/sh\necho 0.1.0\n'),
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  };
  expect(hashFiles(files)).toBe('h1:TgNbLfeRNf5SwQq7fnUCGvp92B5jEa+XFJgK6QZLcws=');
});

test('the package of each platform that runs the script has the checksum of the build', () => {
  const built = build('a');
  expect(installScript(files.folder, built)).toBe('added');
  expect(installScript(files.folder, built)).toBe('kept');
  for (const platform of SCRIPT_PLATFORMS) {
    expect(hashDirectory(join(files.folder, PROVIDER_ADDRESS, built.version, platform))).toBe(hashFiles(built.files));
  }
});

test('the version changes with the executable', () => {
  // The beginning of the SHA-256 of the content.
  expect(build('a').version).toBe('1.0.0+ca978112');
  expect(build('b').version).toBe('1.0.0+3e23e816');
});

test('the version changes with the name and the code of a deferred module, which is installed with the executable', () => {
  const builds = [['x.js', 'one'] as const, ['x.js', 'two'] as const, ['y.js', 'two'] as const].map(([name, code]) => {
    writeFileSync(join(files.folder, name), code);
    const built = build('a');
    installScript(join(files.folder, 'mirror'), built, ['linux_amd64']);
    rmSync(join(files.folder, name));
    const directory = join(files.folder, 'mirror', PROVIDER_ADDRESS, built.version, 'linux_amd64');
    expect(readdirSync(directory).sort()).toEqual(
      ['package.json', `terraform-provider-netingress_v${built.version}`, name].sort(),
    );
    expect(readFileSync(join(directory, name), 'utf8')).toBe(code);
    return built.version;
  });
  expect(new Set([...builds, build('a').version]).size).toBe(4);
});

test('other builds are found, with `sameRelease` only those of the same release, and only named versions are removed', () => {
  const [older, other, current] = [build('a'), build('a', '0.9.0'), build('b')];
  for (const each of [older, other, current]) installScript(files.folder, each);
  mkdirSync(join(files.folder, PROVIDER_ADDRESS, 'notes'));
  expect(findOtherBuilds(files.folder, current)).toEqual([other.version, older.version]);
  expect(findOtherBuilds(files.folder, current, { sameRelease: true })).toEqual([older.version]);
  removeBuilds(files.folder, findOtherBuilds(files.folder, current, { sameRelease: true }));
  expect(readdirSync(join(files.folder, PROVIDER_ADDRESS)).sort()).toEqual([other.version, current.version, 'notes']);
});

test.each([
  ['provider_installation {\n  direct {}\n}', true],
  ['plugin_cache_dir = "x"\n  provider_installation {}', true],
  ['# provider_installation {}', false],
  ['plugin_cache_dir = "x"', false],
])('a CLI configuration %j disables implied mirrors: %p', (text, expected) => {
  const file = join(files.folder, 'rc');
  writeFileSync(file, text);
  expect(disablesImpliedMirrors(file)).toBe(expected);
  expect(disablesImpliedMirrors(join(files.folder, 'none'))).toBe(false);
});

test('a zip is installed once, counts as a build of its version, and is removed with it', () => {
  const built = build('a');
  const zip = join(files.folder, 'bundle.zip');
  writeFileSync(zip, 'zip');
  expect(installZip(files.folder, built.version, 'linux_amd64', zip)).toBe('added');
  expect(installZip(files.folder, built.version, 'linux_amd64', zip)).toBe('kept');
  const file = join(files.folder, PROVIDER_ADDRESS, zipName(built.version, 'linux_amd64'));
  expect(readFileSync(file, 'utf8')).toBe('zip');
  writeFileSync(join(files.folder, 'other.zip'), 'other');
  expect(installZip(files.folder, built.version, 'linux_amd64', join(files.folder, 'other.zip'))).toBe('replaced');
  expect(readFileSync(zip, 'utf8')).toBe('zip');
  expect(findOtherBuilds(files.folder, build('b'))).toEqual([built.version]);
  removeBuilds(files.folder, [built.version]);
  expect(readdirSync(join(files.folder, PROVIDER_ADDRESS))).toEqual([]);
});

test('packages of platforms that are no longer named are removed, packed and unpacked', () => {
  const { version } = build('a');
  const zip = join(files.folder, 'bundle.zip');
  writeFileSync(zip, 'zip');
  for (const platform of ['linux_amd64', 'windows_amd64'] as const) {
    installZip(files.folder, version, platform, zip);
    installPackage(files.folder, version, platform, { 'lib/a': Buffer.from('a') });
  }
  removeOtherPackages(files.folder, version, { packed: ['windows_amd64'], unpacked: ['linux_amd64'] });
  const kept = [version, zipName(version, 'windows_amd64')];
  expect(readdirSync(join(files.folder, PROVIDER_ADDRESS)).sort()).toEqual(kept);
  expect(readdirSync(join(files.folder, PROVIDER_ADDRESS, version))).toEqual(['linux_amd64']);
});

test('the folder of the user is below HOME, on Windows below APPDATA', () => {
  const env = { HOME: '/home/a', APPDATA: '/appdata' };
  expect(userPluginFolder(env, 'linux')).toBe('/home/a/.terraform.d/plugins');
  expect(userPluginFolder(env, 'win32')).toBe('/appdata/terraform.d/plugins');
});

test('processes that install different builds of one version at once do not fail, and leave one of them complete', async () => {
  const script = join(__dirname, '../support/install-builds.ts');
  const install = (name: string) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', script, files.folder, name, '60']);
  await Promise.all(['a', 'b', 'c'].slice(0, campaignSize(2, 3)).map(install));
  const version = join(files.folder, PROVIDER_ADDRESS, '0.1.0');
  expect(readdirSync(version).sort()).toEqual([...SCRIPT_PLATFORMS].sort());
  for (const platform of SCRIPT_PLATFORMS) {
    const read = (name: string): string => readFileSync(join(version, platform, name), 'utf8');
    expect(read('terraform-provider-netingress').slice(0, 1)).toBe(read('deferred/a.js'));
  }
});
