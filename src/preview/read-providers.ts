/**
 * Reads the schemas of all providers of a stack, as they are installed in its folder. Reads none if the stack certainly has no
 * provider besides netingress.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliContext } from '../command/context';
import { terraformEnvironment } from '../command/inputs/load-inputs';
import { oneLine } from '../model/text';
import { mergeAttached } from '../sandbox/attach-provider';
import { LOCK_FILE } from '../terraform/lock-file';
import { omitQuotedLines } from '../terraform/omit-quoted-lines';
import { findDataFolder } from '../terraform/read-state';
import { listLockedProviders, listOtherProviders, listStateProviders } from '../terraform/required-providers';
import { describeEnd, run } from '../terraform/run';
import type { JsonObject } from '../values/json';
import type { ReadProviders } from './stacks/attach-stack';

export function createProviderReader(context: CliContext, binary: string): ReadProviders {
  const env = terraformEnvironment(context);
  return async (stack, state, variables) => {
    const lockFile = join(stack.folder, LOCK_FILE);
    const locked = existsSync(lockFile) ? listLockedProviders(await readFile(lockFile, 'utf8')) : [];
    const needed = [
      ...(stack.configuration ? listOtherProviders(stack.configuration) : locked),
      ...listStateProviders(state),
    ];
    // Modules, and configuration in HCL, may need further providers.
    const isNeededComplete = stack.configuration !== undefined && !('module' in stack.configuration);
    if (needed.length === 0 && isNeededComplete) return { schemas: {}, pluginFolder: undefined };
    const result = await run(binary, ['providers', 'schema', '-json'], {
      cwd: stack.folder,
      // The user may have attached providers (`TF_REATTACH_PROVIDERS`), to debug them.
      env: { ...env, ...mergeAttached(env, variables) },
      signal: context.signal,
    });
    if (result.status !== 0) {
      throw new Error(
        `\`terraform providers schema\` in ${stack.displayFolder} ${describeEnd(result)}, so the schemas of ${[...new Set(needed)].join(', ') || 'its providers'} ` +
          `are not known. Run \`terraform init\` there. ${oneLine(omitQuotedLines(result.stderr))}`,
      );
    }
    const { provider_schemas: schemas = {} } = JSON.parse(result.stdout) as {
      readonly provider_schemas?: Readonly<Record<string, JsonObject>>;
    };
    const pluginFolder = join(findDataFolder(stack.folder, env), 'providers');
    return { schemas, pluginFolder: existsSync(pluginFolder) ? pluginFolder : undefined };
  };
}
