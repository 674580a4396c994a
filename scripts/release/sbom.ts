/**
 * Software bills of materials of a release in CycloneDX 1.6: one of the npm package, and one of each zip. They have no
 * time and no serial number, so that the same sources have the same bill.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../src/terraform/platforms';
import { bundledInputs } from '../build-provider';
import { bundledPackages, installedWithUs, packagesOf, type ThirdPartyPackage } from '../lib/shipped-packages';
import { sha256 } from './fetch';
import { type Input, MUSL, NODE, NODE_VERSION } from './inputs';
import type { ArchivedFiles } from './zip';

const root = join(__dirname, '../..');

/** What the bills use of a CycloneDX component. */
export interface Component {
  readonly 'bom-ref': string;
  readonly type: 'application' | 'library' | 'platform' | 'file';
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-256'; readonly content: string }[];
  readonly licenses?: readonly object[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** CycloneDX's own name for a package whose code is inside of another. */
const BUNDLED = { name: 'cdx:npm:package:bundled', value: 'true' };

export function sbomName(version: string, platform?: Platform): string {
  return platform === undefined
    ? `netingress_${version}.cdx.json`
    : `terraform-provider-netingress_${version}_${platform}.cdx.json`;
}

/** The bill of the npm package: what npm installs with it, and what is bundled into it. */
export async function npmPackageSbom(version: string): Promise<string> {
  const installed = installedWithUs(root).map((each) => npmComponent(each));
  const bundled = (await bundledPackages(root)).map((each) => npmComponent(each, 'bundled'));
  // The command line bundles some packages that npm also installs.
  const names = new Set(installed.map((component) => component['bom-ref']));
  const others = bundled.filter((component) => !names.has(component['bom-ref']));
  return render(subject('netingress', version, 'library'), [...installed, ...others]);
}

/** The bill of a provider package: its files with their checksums, the runtime, and the packages in the provider. */
export async function providerPackageSbom(platform: Platform, version: string, files: ArchivedFiles): Promise<string> {
  const bundled = packagesOf(root, await bundledInputs()).map((each) => npmComponent(each, 'bundled'));
  const contents = [...files].map(
    ([path, { content }]): Component => ({
      'bom-ref': `file:${path}`,
      type: 'file',
      name: path,
      hashes: [{ alg: 'SHA-256', content: sha256(content) }],
    }),
  );
  return render(subject('terraform-provider-netingress', version, 'application'), [
    ...runtime(platform),
    ...bundled,
    ...contents,
  ]);
}

/** Node, and on Linux what it needs: the inputs of the release, with the checksums that pin them. */
function runtime(platform: Platform): Component[] {
  const wheel = NODE[platform];
  const node: Component = {
    'bom-ref': 'node',
    type: 'platform',
    name: 'node',
    version: NODE_VERSION,
    purl: `pkg:pypi/${wheel.package}@${wheel.version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${NODE_VERSION}:*:*:*:*:*:*:*`,
    hashes: hashesOf(wheel),
    licenses: [{ license: { id: 'MIT' } }],
    properties: [{ name: 'netingress:wheel', value: wheel.tag }],
  };
  if (platform !== 'linux_amd64' && platform !== 'linux_arm64') return [node];
  const [, debianVersion = '', architecture = ''] = /musl_(.+)_(\w+)\.deb$/.exec(MUSL[platform].path) ?? [];
  const musl: Component = {
    'bom-ref': 'musl',
    type: 'library',
    name: 'musl',
    version: debianVersion.split('-')[0] ?? '',
    purl: `pkg:deb/debian/musl@${encodeURIComponent(debianVersion)}?arch=${architecture}`,
    hashes: hashesOf(MUSL[platform]),
    licenses: [{ license: { id: 'MIT' } }],
  };
  const gcc = ['libstdc++', 'libgcc'].map(
    (name): Component => ({
      'bom-ref': name,
      type: 'library',
      name,
      version: GCC_VERSION,
      purl: `pkg:generic/${encodeURIComponent(name)}@${GCC_VERSION}`,
      licenses: [{ expression: 'GPL-3.0-or-later WITH GCC-exception-3.1' }],
    }),
  );
  return [node, musl, ...gcc];
}

/** The libraries beside Node come in its wheel. */
const GCC_VERSION = '14.2.0';

function hashesOf({ sha256: content }: Input): NonNullable<Component['hashes']> {
  return [{ alg: 'SHA-256', content }];
}

function npmComponent({ name, version, license }: ThirdPartyPackage, use?: 'bundled'): Component {
  const purl = npmPurl(name, version);
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(license !== '' && { licenses: [{ expression: license.replace(/^\((.*)\)$/, '$1') }] }),
    ...(use && { properties: [BUNDLED] }),
  };
}

function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function subject(name: string, version: string, type: Component['type']): Component {
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string };
  return {
    'bom-ref': name,
    type,
    name,
    version,
    ...(type === 'library' && { purl: npmPurl(name, version) }),
    licenses: [{ license: { id: license } }],
  };
}

function render(component: Component, components: readonly Component[]): string {
  const refs = components.filter(({ type }) => type !== 'file').map((each) => each['bom-ref']);
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: refs }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
