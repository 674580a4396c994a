import { existsSync } from 'node:fs';
import { satisfies } from 'semver';
import { findPackage, ownManifest, providerFile } from '../../terraform/npm-package';
import type { CliContext } from '../context';
import { type Check, failed, ok } from './check';
import { readOutput, versionIn } from './version';

export async function checkNode(context: CliContext): Promise<Check[]> {
  return [await checkVersion('Node', context, context.node), await checkProvider(context)];
}

async function checkVersion(name: string, context: CliContext, binary: string): Promise<Check> {
  const wanted = ownManifest().engines?.node ?? '';
  const version = versionIn((await readOutput(context, binary, ['--version'])) ?? '');
  if (version === undefined) {
    const advice = `Install Node ${wanted} and put it on the PATH: Terraform starts the provider with \`node\`.`;
    return failed(name, `${binary} cannot be started`, advice);
  }
  if (!satisfies(version, wanted)) return failed(name, `${version}, expected ${wanted}`, `Install Node ${wanted}.`);
  return ok(name, version);
}

async function checkProvider(context: CliContext): Promise<Check> {
  const name = 'Provider';
  if (process.platform === 'win32') {
    const found = 'the provider is a script, which Terraform for Windows cannot start';
    return failed(name, found, 'Use the Windows Subsystem for Linux.');
  }
  const file = providerFile(findPackage());
  if (!existsSync(file)) {
    const advice = 'Reinstall the package. In a checkout of netingress, run `npm run build`.';
    return failed(name, `${file} does not exist`, advice);
  }
  const node = await checkVersion(name, context, 'node');
  return node.status === 'ok' ? { ...node, found: `starts on Node ${node.found}, the first on the PATH` } : node;
}
