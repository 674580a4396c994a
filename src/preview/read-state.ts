/** Reads the state of a stack in its own folder, without `init` and without a lock. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { CliContext } from '../command/context';
import { terraformEnvironment } from '../command/inputs/load-inputs';
import { omitUndefined } from '../model/members';
import { findBackend } from '../terraform/configuration/configuration';
import { omitQuotedLines } from '../terraform/omit-quoted-lines';
import { type ConfiguredState, findStateFile, isInitialized } from '../terraform/read-state';
import { describeEnd, run } from '../terraform/run';
import type { PreviewStack } from './stacks/prepare-stack';

/** A state file is read only if nothing but the configuration decides where it is. Otherwise Terraform reads it. */
export function createStateReader(context: CliContext, binary: string): (stack: PreviewStack) => Promise<string> {
  const env = terraformEnvironment(context);
  return async (stack) => {
    const { folder, displayFolder } = stack;
    const file = findStateFile(toConfiguredState(stack), env);
    if (file !== undefined) {
      const text = existsSync(file) ? await readFile(file, 'utf8') : '';
      // OpenTofu decrypts a state only when it reads it itself.
      if (!text.includes('"encrypted_data"')) return text;
    }
    if (!isInitialized(folder, env)) {
      throw new Error(
        `its state cannot be read, because ${displayFolder} is not initialized. Run \`terraform init\` there.`,
      );
    }
    const result = await run(binary, ['state', 'pull'], { cwd: folder, env, signal: context.signal });
    if (result.status === 0) return result.stdout.trim() === '' ? '' : result.stdout;
    throw new Error(
      `\`terraform state pull\` in ${displayFolder} ${describeEnd(result)}: ${omitQuotedLines(result.stderr).trim()}`,
    );
  };
}

function toConfiguredState({ folder, localState, configuration }: PreviewStack): ConfiguredState {
  const backend = configuration && findBackend([configuration]);
  return { folder, ...omitUndefined({ localState, backend }) };
}
