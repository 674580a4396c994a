/** Reads the state of a stack in its own folder, without `init` and without a lock. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { omitQuotedLines } from '../../preview/secrets';
import type { PreviewStack } from '../../preview/stacks/prepare-stack';
import { findLocalState, isInitialized } from '../../terraform/read-state';
import { describeEnd, run } from '../../terraform/run';
import type { CliContext } from '../context';
import { terraformEnvironment } from '../load-inputs';

export function createStateReader(context: CliContext, binary: string): (stack: PreviewStack) => Promise<string> {
  const env = terraformEnvironment(context);
  return async (stack) => {
    const file = findLocalState(stack, env);
    if (file !== undefined) {
      const text = existsSync(file) ? await readFile(file, 'utf8') : '';
      // OpenTofu decrypts a state only when it reads it itself.
      if (!text.includes('"encrypted_data"')) return text;
    }
    if (!isInitialized(stack.folder, env)) {
      throw new Error(
        `its state cannot be read, because ${stack.displayFolder} is not initialized. Run \`terraform init\` there.`,
      );
    }
    const result = await run(binary, ['state', 'pull'], { cwd: stack.folder, env, signal: context.signal });
    if (result.status === 0) return result.stdout.trim() === '' ? '' : result.stdout;
    throw new Error(
      `\`terraform state pull\` in ${stack.displayFolder} ${describeEnd(result)}: ${omitQuotedLines(result.stderr).trim()}`,
    );
  };
}
