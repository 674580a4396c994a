/** A release whose zips contain the provider as a script, so that Terraform on this machine can start it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { createZip } from '../../../scripts/release/zip';
import { zipName } from '../../../src/terraform/mirror';
import { PLATFORMS } from '../../../src/terraform/platforms';
import { readWithHashVersion } from '../../../src/terraform/provider-build';

const script = join(__dirname, '../../../lib/provider/terraform-provider-netingress');

let zip: Uint8Array | undefined;

/** Compressed once: it takes a second. */
function zipProvider(): Uint8Array {
  const build = readWithHashVersion(script, version);
  const files = Object.entries(build.files).map(
    ([path, content]) => [path.replace(build.version, version), content] as const,
  );
  return createZip(new Map(files.map(([path, content]) => [path, { content, executable: true }])));
}

export function writeRelease(folder: string): void {
  zip ??= zipProvider();
  mkdirSync(folder, { recursive: true });
  for (const platform of PLATFORMS) writeFileSync(join(folder, zipName(version, platform)), zip);
}

/** Writes `<name>.asc`, an RSA key without a passphrase, and `<name>.pub.asc`. Returns the path of the first. */
export async function writeKey(folder: string, name: string): Promise<string> {
  const { generateKey } = await import('openpgp');
  const { privateKey, publicKey } = await generateKey({
    type: 'rsa',
    rsaBits: 2048,
    userIDs: [{ name, email: `${name}@example.com` }],
  });
  const file = join(folder, `${name}.asc`);
  writeFileSync(file, privateKey);
  writeFileSync(join(folder, `${name}.pub.asc`), publicKey);
  return file;
}
