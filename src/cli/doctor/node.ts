import { existsSync } from 'node:fs';
import { findPackage, providerFile } from '../../terraform/npm-package';
import { run } from '../../terraform/run';
import type { CliContext } from '../context';
import type { Check } from './check';
import { ownManifest } from './manifest';
import { satisfies, versionIn } from './version';

/** Checks the current Node, and the first `node` on the PATH, with which Terraform starts the provider. */
export async function checkNode(context: CliContext): Promise<Check[]> {
  return [await checkVersion('Node', context, context.node), await checkProvider(context)];
}

async function checkVersion(name: string, context: CliContext, binary: string): Promise<Check> {
  const wanted = ownManifest().engines?.node ?? '';
  const version = await versionOf(context, binary);
  if (version === undefined) {
    const advice = `Install Node ${wanted} and put it on the PATH: Terraform starts the provider with \`node\`.`;
    return { name, status: 'failed', found: `${binary} cannot be started`, advice };
  }
  if (!satisfies(version, wanted))
    return { name, status: 'failed', found: `${version}, expected ${wanted}`, advice: `Install Node ${wanted}.` };
  return { name, status: 'ok', found: version };
}

async function checkProvider(context: CliContext): Promise<Check> {
  const name = 'Provider';
  if (process.platform === 'win32') {
    const found = 'the provider is a script, which Terraform for Windows cannot start';
    return { name, status: 'failed', found, advice: 'Use the Windows Subsystem for Linux.' };
  }
  const file = providerFile(findPackage());
  if (!existsSync(file)) {
    const advice = 'Reinstall the package. In a checkout of netingress, run `npm run build`.';
    return { name, status: 'failed', found: `${file} does not exist`, advice };
  }
  const node = await checkVersion(name, context, 'node');
  return node.status === 'ok' ? { ...node, found: `starts on Node ${node.found}, the first on the PATH` } : node;
}

async function versionOf({ env, cwd, signal }: CliContext, binary: string): Promise<string | undefined> {
  const options = { cwd, env: { PATH: env['PATH'] ?? '' }, signal };
  return run(binary, ['--version'], options).then(
    ({ status, stdout }) => (status === 0 ? versionIn(stdout) : undefined),
    () => undefined,
  );
}
