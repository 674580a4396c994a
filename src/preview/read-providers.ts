/**
 * Reads the schemas of the other providers of a stack, as they are installed in its folder. `terraform providers schema` runs
 * in a folder that requires these providers and nothing else, because Terraform compares each `import` block with all others
 * whenever it reads a configuration: in a stack with 4,000 of them that takes 10 seconds.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CliContext } from '../command/context';
import { terraformEnvironment } from '../command/inputs/load-inputs';
import { oneLine } from '../model/text';
import { listAttached, mergeAttached } from '../sandbox/attach-provider';
import { cliConfigFiles, listOverriddenProviders } from '../terraform/cli-config';
import { LOCK_FILE } from '../terraform/lock-file';
import { omitQuotedLines } from '../terraform/omit-quoted-lines';
import { findDataFolder } from '../terraform/read-state';
import { listLockedProviders, listOtherProviders, listStateProviders, omitOwn } from '../terraform/required-providers';
import { describeEnd, run } from '../terraform/run';
import type { JsonObject } from '../values/json';
import type { ReadProviders } from './stacks/attach-stack';
import { hasInstalledModules } from './stacks/installed-modules';
import { type PreviewStack, requireProviders } from './stacks/prepare-stack';

type Environment = Readonly<Record<string, string>>;

/** `runFolder`: a folder that the caller removes. */
export function createProviderReader(
  context: Pick<CliContext, 'env' | 'signal'>,
  binary: string,
  runFolder: string,
): ReadProviders {
  const inherited = terraformEnvironment(context);
  return async (stack, state, variables) => {
    const cliFile = inherited['TF_CLI_CONFIG_FILE'];
    // Terraform resolves it against its working folder.
    const env = { ...inherited, ...(cliFile && { TF_CLI_CONFIG_FILE: resolve(stack.folder, cliFile) }) };
    const needed = [...new Set([...(await listProviders(stack, env)), ...listStateProviders(state)])];
    if (needed.length === 0) return { schemas: {}, pluginFolder: undefined };
    const plugins = join(findDataFolder(stack.folder, env), 'providers');
    const pluginFolder = existsSync(plugins) ? plugins : undefined;
    const folder = await mkdtemp(join(runFolder, 'schemas-'));
    await writeFile(
      join(folder, 'main.tf.json'),
      JSON.stringify({ terraform: { required_providers: requireProviders(needed) } }),
    );
    if (existsSync(join(stack.folder, LOCK_FILE)))
      await copyFile(join(stack.folder, LOCK_FILE), join(folder, LOCK_FILE));
    await mkdir(join(folder, '.terraform'));
    // On Windows only folders can be linked without a privilege.
    if (pluginFolder) await symlink(pluginFolder, join(folder, '.terraform', 'providers'), 'junction');
    const result = await run(binary, ['providers', 'schema', '-json'], {
      cwd: folder,
      // The user may have attached providers (`TF_REATTACH_PROVIDERS`), to debug them.
      env: { ...env, ...mergeAttached(env, variables), TF_DATA_DIR: '', TF_WORKSPACE: '' },
      signal: context.signal,
    });
    if (result.status !== 0) {
      throw new Error(
        `\`terraform providers schema\` for ${stack.displayFolder} ${describeEnd(result)}, so the schemas of ${needed.join(', ')} ` +
          `are not known. Run \`terraform init\` there. ${oneLine(omitQuotedLines(result.stderr))}`,
      );
    }
    const { provider_schemas: schemas = {} } = JSON.parse(result.stdout) as {
      readonly provider_schemas?: Readonly<Record<string, JsonObject>>;
    };
    return { schemas, pluginFolder };
  };
}

/**
 * The other providers of a configuration. For HCL, and if modules may need further ones, these are all that Terraform can run:
 * it refuses a provider that is not locked, attached, or overridden for development.
 */
async function listProviders(
  { folder, displayFolder, configuration }: PreviewStack,
  env: Environment,
): Promise<string[]> {
  const named = configuration ? listOtherProviders(configuration) : [];
  if (configuration && !('module' in configuration)) return named;
  if (configuration && !hasInstalledModules(findDataFolder(folder, env))) {
    throw new Error(`the modules of ${displayFolder} are not installed. Run \`terraform init\` there.`);
  }
  const read = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');
  const cliFile = env['TF_CLI_CONFIG_FILE'];
  const texts = await Promise.all((cliFile ? [cliFile] : cliConfigFiles(env)).map(read));
  return [
    ...named,
    ...listLockedProviders(await read(join(folder, LOCK_FILE))),
    ...omitOwn([...listAttached(env), ...texts.flatMap(listOverriddenProviders)]),
  ];
}
