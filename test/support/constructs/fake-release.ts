/** A package and a release with placeholders for the provider. Terraform installs them, and does not start them. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { InstalledPackage } from '../../../src/terraform/npm-package';
import type { Platform } from '../../../src/terraform/platforms';

const VERSION = '1.2.3';

/** Writes a package whose provider is the given script; with an empty text a package without a provider. */
export function writeFakePackage(root: string, script: string): InstalledPackage {
  const file = join(root, 'lib', 'provider', 'terraform-provider-netingress');
  mkdirSync(join(file, '..'), { recursive: true });
  if (script !== '') writeFileSync(file, script, { mode: 0o755 });
  return { root, version: VERSION, isCheckout: true };
}

/**
 * The version `X.Y.Z+<checksum>` that synth in a checkout gives all packages of a stack, computed without the code of
 * src.
 */
export const buildOf = (script: string): string =>
  `${VERSION}+${createHash('sha256').update(script).digest('hex').slice(0, 8)}`;

function filesFor(platform: Platform, version = VERSION): Readonly<Record<string, Buffer>> {
  const name = `terraform-provider-netingress_v${version}${platform.startsWith('windows_') ? '.exe' : ''}`;
  return { [name]: Buffer.from(`provider for ${platform}`), 'lib/a.so': Buffer.from('library') };
}

/** Writes the zip of a release into the folder. */
export function writeFakeZip(folder: string, platform: Platform, version = VERSION): void {
  mkdirSync(folder, { recursive: true });
  const zip = zipSync(filesFor(platform, version) as Record<string, Uint8Array>);
  writeFileSync(join(folder, `terraform-provider-netingress_${version}_${platform}.zip`), zip);
}

/** Writes the npm package for a platform below `node_modules` of the project. */
export function writeFakeNpmPackage(project: string, platform: Platform, version = VERSION): void {
  const folder = join(project, 'node_modules', '@netingress', `provider-${platform.replace('_', '-')}`);
  writeFakeZip(folder, platform, version);
  writeFileSync(join(folder, 'package.json'), '{}');
}

function checksum(files: Readonly<Record<string, Buffer>>): string {
  const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest();
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${sha256(content).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

/** Terraform's checksum (`h1:`) of the package in the zip, computed without the code of src. */
export function fakeZipChecksum(platform: Platform): string {
  return checksum(filesFor(platform));
}

/** Terraform's checksum of the package of a script. */
export const scriptChecksumOf = (script: string): string =>
  checksum({
    [`terraform-provider-netingress_v${buildOf(script)}`]: Buffer.from(script),
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  });
