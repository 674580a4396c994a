import { basename } from 'node:path';
import { type BINARY_NAMES, findBinary } from '../../terraform/find-binary';
import { OPENTOFU } from '../../terraform/opentofu';
import { run } from '../../terraform/run';
import type { CliContext } from '../context';
import type { Check } from './check';
import { compareVersions, versionIn } from './version';

type BinaryName = (typeof BINARY_NAMES)[number];

const TITLES: Readonly<Record<BinaryName, string>> = { terraform: 'Terraform', tofu: 'OpenTofu' };

/** Minimum versions for the features of the provider. Every deployment needs the first one. */
const FEATURES: readonly (Readonly<Record<BinaryName, string>> & { readonly what: string })[] = [
  { what: 'providers of protocol 6', terraform: '1.0.0', tofu: '1.6.0' },
  { what: 'functions', terraform: '1.8.0', tofu: '1.7.0' },
  { what: 'ephemeral resources', terraform: '1.10.0', tofu: '1.11.0' },
  { what: 'write-only attributes', terraform: '1.11.0', tofu: '1.11.0' },
];

/** Checks the first terraform, else the first tofu, on the PATH. */
export async function checkTerraform(context: CliContext): Promise<Check> {
  const name = 'Terraform or OpenTofu';
  const binary = await findBinary(context.env['PATH'] ?? '');
  if (binary === undefined) {
    const advice = `Install one of them. \`netingress demo\` and netingress/testing fetch OpenTofu ${OPENTOFU.version} if neither exists.`;
    return { name, status: 'failed', found: 'neither is on the PATH', advice };
  }
  const program = basename(binary) as BinaryName;
  const version = await versionOf(context, binary);
  if (version === undefined) {
    const advice = `Run \`${binary} version\` to see the reason, and reinstall it.`;
    return { name, status: 'failed', found: `${binary} does not report its version`, advice };
  }
  const found = `${TITLES[program]} ${version}, ${binary}`;
  const missing = FEATURES.filter((feature) => compareVersions(version, feature[program]) < 0);
  const [first] = missing;
  if (!first) return { name: TITLES[program], status: 'ok', found };
  const needs = missing.map(({ what, [program]: from }) => `${what} need ${from}`).join(', ');
  const status = first === FEATURES[0] ? 'failed' : 'warning';
  return {
    name: TITLES[program],
    status,
    found: `${found}: ${needs}`,
    advice: `Install a newer ${TITLES[program]} to use these features.`,
  };
}

async function versionOf({ env, cwd, signal }: CliContext, binary: string): Promise<string | undefined> {
  const variables = { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? cwd, CHECKPOINT_DISABLE: '1' };
  return run(binary, ['version', '-json'], { cwd, env: variables, signal }).then(
    ({ status, stdout }) =>
      status === 0 ? versionIn(/"terraform_version":\s*"[^"]*"/.exec(stdout)?.[0] ?? '') : undefined,
    () => undefined,
  );
}
