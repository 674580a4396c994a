import { satisfies } from 'semver';
import { findPackage, findProviderProblem, ownManifest } from '../../terraform/npm-package';
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
  const found = findProviderProblem(findPackage());
  if (found) return failed(name, found.problem, found.advice);
  const node = await checkVersion(name, context, 'node');
  return node.status === 'ok' ? { ...node, found: `starts on Node ${node.found}, the first on the PATH` } : node;
}
