import { basename } from 'node:path';
import { lt } from 'semver';
import type { CliContext } from '../command/context';
import {
  type BINARY_NAMES,
  BINARY_VARIABLE,
  findConfiguredBinary,
  findSelectedBinary,
  isOpenTofu,
} from '../terraform/find-binary';
import { OPENTOFU } from '../terraform/opentofu/release';
import { type Check, failed, ok } from './check';
import { findVersion, readOutput } from './version';

type BinaryName = (typeof BINARY_NAMES)[number];

const TITLES: Readonly<Record<BinaryName, string>> = { terraform: 'Terraform', tofu: 'OpenTofu' };

/** Minimum versions by the changelogs of both programs. Every deployment needs the first one. */
const FEATURES: readonly (Readonly<Record<BinaryName, string>> & { readonly what: string })[] = [
  { what: 'providers of protocol 6', terraform: '1.0.0', tofu: '1.6.0' },
  { what: 'functions', terraform: '1.8.0', tofu: '1.7.0' },
  { what: 'ephemeral resources', terraform: '1.10.0', tofu: '1.11.0' },
  { what: 'write-only attributes', terraform: '1.11.0', tofu: '1.11.0' },
];

const NAME = 'Terraform or OpenTofu';

/**
 * If TERRAFORM_BINARY_NAME is not on the PATH, there is a second check, a warning: most commands then use the binary
 * that was checked, and `preview` fails.
 */
export async function checkTerraform(context: CliContext): Promise<readonly Check[]> {
  const { name, binary: selected } = await findSelectedBinary(context.env);
  const binary = await findConfiguredBinary(context.env);
  if (binary === undefined) {
    const advice = `Install the one that deploys your configuration. Only \`npx netingress demo\` and netingress/testing fetch OpenTofu ${OPENTOFU.version} if neither exists; \`preview\` and CDKTF do not.`;
    return [failed(NAME, 'neither is on the PATH', advice)];
  }
  const check = await checkVersion(context, binary);
  if (selected !== undefined) return [check];
  const found = `${BINARY_VARIABLE} is '${name}', which is not on the PATH`;
  const advice = `Run \`export ${BINARY_VARIABLE}=${basename(binary)}\`.`;
  return [check, { name: NAME, status: 'warning', found, advice }];
}

async function checkVersion(context: CliContext, binary: string): Promise<Check> {
  const program: BinaryName = isOpenTofu(binary) ? 'tofu' : 'terraform';
  const output = await readOutput(context, binary, ['version', '-json']);
  const version = findVersion(/"terraform_version":\s*"[^"]*"/.exec(output ?? '')?.[0] ?? '');
  if (version === undefined) {
    const advice = `Run \`${binary} version\` to see the reason, and reinstall it.`;
    return failed(NAME, `${binary} does not report its version`, advice);
  }
  const found = `${TITLES[program]} ${version}, ${binary}`;
  const missing = FEATURES.filter((feature) => lt(version, feature[program]));
  const [first] = missing;
  if (!first) return ok(TITLES[program], found);
  const needs = missing.map(({ what, [program]: from }) => `${what} need ${from}`).join(', ');
  const advice = `Install a newer ${TITLES[program]} to use these features.`;
  const check = failed(TITLES[program], `${found}: ${needs}`, advice);
  return first === FEATURES[0] ? check : { ...check, status: 'warning' };
}
