/**
 * Builds the provider with its own Node for each platform: `npm run release -- --out DIR [--platform LIST]`.
 * The folder then contains what registries of providers expect, a bill of materials of each part, the documents below
 * `docs/`, and below `npm/` one npm package for each platform.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { zipName } from '../../src/terraform/mirror';
import { npmPackageName, PLATFORMS, type Platform, parsePlatforms } from '../../src/terraform/platforms';
import { registryDocuments } from '../lib/reference/registry-documents';
import { npmPackageFiles } from './npm-package';
import { packageFiles } from './package-files';
import { checksums, checksumsName, manifest, manifestName } from './release-files';
import { npmPackageSbom, providerPackageSbom, sbomName } from './sbom';
import { type ArchivedFiles, createZip } from './zip';

/** Chosen. Terraform hashes each package at commands such as `plan`, so a large one makes them slow. */
const MAX_ZIP_BYTES = 50 * 1024 * 1024;

const USAGE = 'Usage: npm run release -- --out DIR [--platform linux_amd64,…]';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, platform: { type: 'string' } },
  });
  if (values.out === undefined) throw new Error(USAGE);
  const platforms = values.platform === undefined ? PLATFORMS : parsePlatforms(values.platform);
  const out = resolve(values.out);
  const files = new Map<string, Uint8Array>([[manifestName(version), Buffer.from(manifest())]]);
  files.set(sbomName(version), Buffer.from(await npmPackageSbom(version)));
  for (const platform of platforms) {
    const contents = await packageFiles(platform, version);
    const zip = zipOf(platform, contents);
    files.set(zipName(version, platform), zip);
    files.set(sbomName(version, platform), Buffer.from(await providerPackageSbom(platform, version, contents)));
    writeFiles(join(out, 'npm', npmPackageName(platform)), npmPackageFiles(platform, version, zip));
    console.log(`${zipName(version, platform)}, ${(zip.length / 1e6).toFixed(1)} MB`);
  }
  files.set(checksumsName(version), Buffer.from(checksums(files)));
  writeFiles(out, files);
  // Documents of an earlier release would remain otherwise.
  rmSync(join(out, 'docs'), { recursive: true, force: true });
  writeFiles(join(out, 'docs'), registryDocuments());
}

function zipOf(platform: Platform, contents: ArchivedFiles): Uint8Array {
  const zip = createZip(contents);
  if (zip.length <= MAX_ZIP_BYTES) return zip;
  throw new Error(`The zip for ${platform} has ${zip.length} bytes; expected at most ${MAX_ZIP_BYTES}.`);
}

function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
