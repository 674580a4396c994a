/**
 * Reads the schemas of the providers of a stack, as they are installed in its folder. Reads none if the stack certainly
 * has no provider besides netingress.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
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
import { describeEnd, type RunResult, run } from '../terraform/run';
import type { JsonObject } from '../values/json';
import type { ReadProviders } from './stacks/attach-stack';
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
    // Terraform resolves a relative path against its working folder, which is not always that of the stack, see `cwd`.
    const env = { ...inherited, ...(cliFile && { TF_CLI_CONFIG_FILE: resolve(stack.folder, cliFile) }) };
    const lockFile = await readIfThere(join(stack.folder, LOCK_FILE));
    const locked = listLockedProviders(lockFile);
    const inState = listStateProviders(state);
    const needed = [...(stack.configuration ? listOtherProviders(stack.configuration) : locked), ...inState];
    // Modules, and configuration in HCL, may need further providers.
    const isNeededComplete = stack.configuration !== undefined && !('module' in stack.configuration);
    if (needed.length === 0 && isNeededComplete) return { schemas: {}, pluginFolder: undefined };
    const plugins = join(findDataFolder(stack.folder, env), 'providers');
    const pluginFolder = existsSync(plugins) ? plugins : undefined;
    const isLockEnough =
      lockFile !== '' &&
      locked.every((each) => existsSync(join(plugins, each))) &&
      inState.every((each) => locked.includes(each)) &&
      pluginFolder !== undefined &&
      !(await hasUnlocked(env));
    if (isLockEnough && locked.length === 0) return { schemas: {}, pluginFolder };
    const cwd = isLockEnough ? await createLockedFolder(runFolder, { lockFile, plugins, locked }) : stack.folder;
    const result = await run(binary, ['providers', 'schema', '-json'], {
      cwd,
      // The user may have attached providers (`TF_REATTACH_PROVIDERS`), to debug them.
      env: { ...env, ...mergeAttached(env, variables), ...(isLockEnough && { TF_DATA_DIR: '', TF_WORKSPACE: '' }) },
      signal: context.signal,
    });
    return { schemas: parseSchemas(result, stack, needed), pluginFolder };
  };
}

function parseSchemas(result: RunResult, { displayFolder }: PreviewStack, needed: readonly string[]) {
  if (result.status !== 0) {
    throw new Error(
      `\`terraform providers schema\` in ${displayFolder} ${describeEnd(result)}, so the schemas of ${[...new Set(needed)].join(', ') || 'its providers'} ` +
        `are not known. Run \`terraform init\` there. ${oneLine(omitQuotedLines(result.stderr))}`,
    );
  }
  const { provider_schemas: schemas = {} } = JSON.parse(result.stdout) as {
    readonly provider_schemas?: Readonly<Record<string, JsonObject>>;
  };
  return schemas;
}

const readIfThere = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');

/** Whether Terraform may run a provider that no lock file names: attached, or overridden for development. */
async function hasUnlocked(env: Environment): Promise<boolean> {
  const cliFile = env['TF_CLI_CONFIG_FILE'];
  const texts = await Promise.all((cliFile ? [cliFile] : cliConfigFiles(env)).map(readIfThere));
  return omitOwn([...listAttached(env), ...texts.flatMap(listOverriddenProviders)]).length > 0;
}

/**
 * Creates a folder that requires what the stack has locked, and nothing else: Terraform compares each `import` block
 * with all others whenever it reads a configuration, which takes seconds for thousands of them.
 */
async function createLockedFolder(
  runFolder: string,
  { lockFile, plugins, locked }: { readonly lockFile: string; readonly plugins: string; readonly locked: string[] },
): Promise<string> {
  const folder = await mkdtemp(join(runFolder, 'schemas-'));
  const terraform = { required_providers: requireProviders(locked) };
  await writeFile(join(folder, 'main.tf.json'), JSON.stringify({ terraform }));
  await writeFile(join(folder, LOCK_FILE), lockFile);
  await mkdir(join(folder, '.terraform'));
  // On Windows only folders can be linked without a privilege.
  await symlink(plugins, join(folder, '.terraform', 'providers'), 'junction');
  return folder;
}
