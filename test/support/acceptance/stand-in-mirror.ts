import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProvider } from '../../../scripts/build-provider';
import { SCRIPT_PLATFORMS } from '../../../src/terraform/platforms';

/** Installs the stand-in for the public service's own provider in a mirror, under that source address. */
export async function installStandIn(mirror: string, source: string): Promise<void> {
  const version = '0.8.0';
  const [first, ...others] = SCRIPT_PLATFORMS.map((platform) => join(mirror, source, version, platform)) as [string];
  mkdirSync(first, { recursive: true });
  const executable = join(first, `terraform-provider-ngrok_v${version}`);
  await bundleProvider(join(__dirname, 'stand-in-provider.ts'), executable, version);
  for (const folder of others) cpSync(first, folder, { recursive: true });
}
