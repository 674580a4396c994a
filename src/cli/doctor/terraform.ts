import { basename } from 'node:path';
import { type ENGINE_NAMES, findBinary } from '../../terraform/find-binary';
import { OPENTOFU } from '../../terraform/opentofu';
import { run } from '../../terraform/run';
import type { CliContext } from '../context';
import type { Check } from './check';
import { compareVersions, versionIn } from './version';

type Engine = (typeof ENGINE_NAMES)[number];

const TITLES: Readonly<Record<Engine, string>> = { terraform: 'Terraform', tofu: 'OpenTofu' };

/** From which version on each can do what the provider offers. The first line is needed for anything at all. */
const FEATURES: readonly (Readonly<Record<Engine, string>> & { readonly what: string })[] = [
  { what: 'providers of protocol 6', terraform: '1.0.0', tofu: '1.6.0' },
  { what: 'functions', terraform: '1.8.0', tofu: '1.7.0' },
  { what: 'ephemeral resources', terraform: '1.10.0', tofu: '1.11.0' },
  { what: 'write-only attributes', terraform: '1.11.0', tofu: '1.11.0' },
];

/** The engine that runs configurations: the first terraform, else the first tofu, on the PATH. */
export async function checkEngine(context: CliContext): Promise<Check> {
  const name = 'Terraform or OpenTofu';
  const binary = await findBinary(context.env['PATH'] ?? '');
  if (binary === undefined) {
    const advice =
      'Install one of them. `netingress demo` and netingress/testing need none: they fetch OpenTofu ' +
      `${OPENTOFU.version} into the project's cache.`;
    return { name, status: 'failed', found: 'neither is on the PATH', advice };
  }
  const engine = basename(binary) as Engine;
  const version = await versionOf(context, binary);
  if (version === undefined) {
    const advice = `Run \`${binary} version\` to see why, and install it anew.`;
    return { name, status: 'failed', found: `${binary} does not tell its version`, advice };
  }
  const found = `${TITLES[engine]} ${version}, ${binary}`;
  const lacking = FEATURES.filter((feature) => compareVersions(version, feature[engine]) < 0);
  const [first] = lacking;
  if (!first) return { name: TITLES[engine], status: 'ok', found };
  const needs = lacking.map(({ what, [engine]: from }) => `${what} need ${from}`).join(', ');
  const status = first === FEATURES[0] ? 'failed' : 'warning';
  return {
    name: TITLES[engine],
    status,
    found: `${found}: ${needs}`,
    advice: `Install a newer ${TITLES[engine]}, if you use them.`,
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
