import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { formatCount } from '../../model/text';
import { BUNDLES_VARIABLE } from '../../terraform/bundle';
import { PROVIDER_ADDRESS } from '../../terraform/mirror';
import { findPackage } from '../../terraform/npm-package';
import { checkPlatform, type Platform } from '../../terraform/platforms';
import type { ProviderSource } from '../../terraform/provider-source';
import { type CliContext, CliError } from '../context';
import { createOption } from '../options';
import { renderHcpScript } from '../publish/hcp-script';
import { networkMirror, packedMirror, registry, type SignedRelease } from '../publish/layouts';
import { parseSource, type Release, readRelease } from '../publish/release';
import { PASSPHRASE_VARIABLE, readPublicKey, readSigningKey } from '../publish/signing-key';
import { writeLayout } from '../publish/write-layout';

const TARGETS = ['dir', 'network-mirror', 'registry', 'hcp'] as const;

type Target = (typeof TARGETS)[number];

interface Options {
  readonly to?: Target;
  readonly release?: string;
  readonly out?: string;
  readonly source?: string;
  readonly platform: readonly string[];
  readonly sign?: string;
  readonly publicKey?: string;
}

const HELP = `
Targets:
  dir             a packed filesystem mirror
  network-mirror  zips and JSON documents of a network mirror, for any static HTTPS host
  registry        zips, signature and JSON documents of a provider registry, for any static HTTPS host
  hcp             prints a shell script with the API calls of a private registry

Examples:
  netingress provider publish --to dir --release release --out mirror
  netingress provider publish --to network-mirror --release release --out public --source registry.example.com/platform/netingress
  netingress provider publish --to registry --release release --out public --source registry.example.com/platform/netingress --sign key.asc
  netingress provider publish --to hcp --release release --source app.example.com/acme/netingress --sign key.asc > publish.sh
`;

export function publishCommand(context: CliContext): Command {
  return new Command('publish')
    .description('Publishes the provider with its own runtime in a mirror or a registry of a team.')
    .addOption(createOption('to', { choices: TARGETS }))
    .addOption(createOption('release', { detail: `default: ${BUNDLES_VARIABLE}` }))
    .addOption(createOption('out', { detail: 'needed for all targets except hcp' }))
    .addOption(createOption('source', { detail: `default for mirrors: ${PROVIDER_ADDRESS}` }))
    .addOption(createOption('platform', { detail: 'default: all of the release' }))
    .addOption(createOption('sign', { detail: `${PASSPHRASE_VARIABLE} has its passphrase` }))
    .addOption(createOption('public-key'))
    .addHelpText('after', HELP)
    .action((options: Options) => publish(context, options));
}

async function publish(context: CliContext, options: Options): Promise<void> {
  const { to } = options;
  if (to === undefined) throw new CliError(`Missing --to TARGET; expected one of ${TARGETS.join(', ')}.`);
  const zips = options.release ?? context.env[BUNDLES_VARIABLE];
  if (zips === undefined || zips === '')
    throw new CliError('Missing --release FOLDER, the folder with the zips of a release.');
  const folder = resolve(context.cwd, zips);
  const release = readRelease(folder, findPackage().version, readPlatforms(options));
  const needsSource = to === 'registry' || to === 'hcp';
  if (needsSource && options.source === undefined)
    throw new CliError(`Missing --source HOST/NAMESPACE/netingress, the address in required_providers.`);
  const address = options.source ?? PROVIDER_ADDRESS;
  const source = parseSource(address);
  if (to === 'hcp') {
    const signed = await requireSignature(context, options, release);
    // The script uploads the files, so they must be in the folder.
    writeSigned(folder, signed);
    return context.print(renderHcpScript(signed, source.namespace, folder).trimEnd());
  }
  if (options.out === undefined) throw new CliError('Missing --out FOLDER.');
  const out = resolve(context.cwd, options.out);
  const layout =
    to === 'registry'
      ? registry(await requireSignature(context, options, release), source)
      : (to === 'dir' ? packedMirror : networkMirror)(release, source);
  const written = writeFiles(out, () => writeLayout(out, layout));
  const platforms = release.zips.map(({ platform }) => platform).join(', ');
  context.printError(
    `Published ${address} ${release.version} for ${platforms} in ${out} (${formatCount(written, 'file')} written).`,
  );
  context.print(configuration(to, out, address, release.version, source));
}

function readPlatforms({ platform }: Options): readonly Platform[] | undefined {
  try {
    return platform.length === 0 ? undefined : [...new Set(platform.map(checkPlatform))];
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

/** Signs the checksums, or verifies the signature that the folder has. */
async function requireSignature(
  { cwd, env }: CliContext,
  { sign, publicKey, to }: Options,
  release: Release,
): Promise<SignedRelease> {
  if (sign !== undefined) {
    const key = await readSigningKey(requireFile(cwd, sign), env[PASSPHRASE_VARIABLE] || undefined);
    return { ...release, key, signature: Buffer.from(await key.sign(release.checksums)) };
  }
  const { signature, checksumsName } = release;
  if (signature === undefined || publicKey === undefined)
    throw new CliError(
      `--to ${to} needs a signature of the checksums. Give --sign with an RSA key, or --public-key with the key of ${checksumsName}.sig.`,
    );
  const key = await readPublicKey(requireFile(cwd, publicKey));
  if (await key.verifies(release.checksums, signature)) return { ...release, key, signature };
  throw new CliError(
    `${checksumsName}.sig is not a signature of ${checksumsName} by the key ${key.id}. Give the key that signed the release.`,
  );
}

function requireFile(cwd: string, file: string): string {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new CliError(`${file} does not exist; expected an OpenPGP key.`);
  return path;
}

function writeSigned(folder: string, { checksumsName, checksums, signature }: SignedRelease): void {
  writeFiles(folder, () => {
    writeFileSync(join(folder, checksumsName), checksums);
    writeFileSync(join(folder, `${checksumsName}.sig`), signature);
  });
}

function writeFiles<Result>(folder: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`Cannot write to ${folder}: ${(error as Error).message}. Give a writable folder.`);
  }
}

/** What a user of the published provider writes. */
function configuration(to: Target, out: string, address: string, version: string, { host }: ProviderSource): string {
  const required = `terraform {
  required_providers {
    netingress = {
      source  = "${address}"
      version = "~> ${version}"
    }
  }
}`;
  if (to === 'registry') return `# Serve ${out} as https://${host}/\n\n${required}`;
  const mirror =
    to === 'dir'
      ? `filesystem_mirror {\n    path = ${JSON.stringify(out)}`
      : `network_mirror {\n    url = "https://HOST/PATH/"`;
  const where = to === 'dir' ? '' : `# Serve ${out} at that HTTPS address; it ends with a slash.\n`;
  return `# CLI configuration\n${where}provider_installation {\n  ${mirror}\n    include = ["${address}"]\n  }\n  direct {\n    exclude = ["${address}"]\n  }\n}\n\n${required}`;
}
