import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disablesImpliedMirrors } from '../../src/terraform/cli-config';
import {
  buildHash,
  findOtherBuilds,
  hashFiles,
  installBuild,
  PLATFORMS,
  PROVIDER_ADDRESS,
  readBuild,
  removeBuilds,
} from '../../src/terraform/mirror';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-mirror-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hashDirectory(directory: string): string {
  const files = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))] as const);
  return hashFiles(Object.fromEntries(files));
}

function build(content: string, version = '1.0.0') {
  const file = join(folder, 'provider');
  writeFileSync(file, content);
  return readBuild(file, version);
}

test('the checksum equals that of Terraform 1.11.4 for the same package', () => {
  const files = {
    'terraform-provider-netingress_v0.1.0': Buffer.from('#!/bin/sh\necho 0.1.0\n'),
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  };
  expect(hashFiles(files)).toBe('h1:TgNbLfeRNf5SwQq7fnUCGvp92B5jEa+XFJgK6QZLcws=');
});

test('the checksum of an installed package is the same on every platform', () => {
  const built = build('a');
  expect(installBuild(folder, built)).toBe(true);
  expect(installBuild(folder, built)).toBe(false);
  for (const platform of PLATFORMS) {
    expect(hashDirectory(join(folder, PROVIDER_ADDRESS, built.version, platform))).toBe(buildHash(built));
  }
});

test('the version changes with the executable', () => {
  expect(build('a').version).toBe('1.0.0+ca978112');
  expect(build('b').version).toBe('1.0.0+3e23e816');
});

test('other builds are found and removed, those of other versions only on request', () => {
  const [older, other, current] = [build('a'), build('a', '0.9.0'), build('b')];
  for (const each of [older, other, current]) installBuild(folder, each);
  mkdirSync(join(folder, PROVIDER_ADDRESS, 'notes'));
  expect(findOtherBuilds(folder, current)).toEqual([other.version, older.version]);
  expect(findOtherBuilds(folder, current, true)).toEqual([older.version]);
  removeBuilds(folder, findOtherBuilds(folder, current, true));
  expect(readdirSync(join(folder, PROVIDER_ADDRESS)).sort()).toEqual([other.version, current.version, 'notes']);
});

test.each([
  ['provider_installation {\n  direct {}\n}', true],
  ['plugin_cache_dir = "x"\n  provider_installation {}', true],
  ['# provider_installation {}', false],
  ['plugin_cache_dir = "x"', false],
])('a CLI configuration %j disables implied mirrors: %p', (text, expected) => {
  const file = join(folder, 'rc');
  writeFileSync(file, text);
  expect(disablesImpliedMirrors(file)).toBe(expected);
  expect(disablesImpliedMirrors(join(folder, 'none'))).toBe(false);
});
