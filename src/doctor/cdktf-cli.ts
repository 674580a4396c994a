/** Whether `cdktf-cli` can load its package for terminals, which needs a binary for this Node: else it cannot start. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CliContext } from '../command/context';
import type { Words } from '../values/words';
import { runProgram } from './version';

/** The package that cannot be loaded on a Node for which it has no binary. */
const TERMINAL_PACKAGE = '@cdktf/node-pty-prebuilt-multiarch';

export const CDKTF_CLI_ADVICE =
  'Run it on Node 20 or 22, or change the app to cdktn, whose command line runs on Node 22 and 24 (docs/guides/cdktn.md).';

/**
 * Undefined if its package for terminals loads; if it does not, a missing binary is assumed. Nothing else of
 * `cdktf-cli` is tried.
 */
export async function findCdktfCliProblem(
  context: CliContext,
  project: string,
): Promise<Words | { readonly notChecked: string } | undefined> {
  const terminal = findTerminalPackage(project);
  if (terminal === undefined) return { notChecked: `its package ${TERMINAL_PACKAGE} was not found` };
  const loaded = await runProgram(context, context.node, ['-e', 'require(process.argv[1])', terminal]);
  if (loaded === undefined) return { notChecked: `${context.node} did not start` };
  if (loaded.status === 0) return undefined;
  return `cdktf-cli cannot start on this Node: its package ${TERMINAL_PACKAGE} has no binary for it`;
}

/** A dependency of a dependency of `cdktf-cli`, which not every package manager puts into the project. */
function findTerminalPackage(project: string): string | undefined {
  try {
    const cli = createRequire(join(project, 'package.json')).resolve('cdktf-cli/package.json');
    const core = createRequire(cli).resolve('@cdktf/cli-core/package.json');
    return createRequire(core).resolve(TERMINAL_PACKAGE);
  } catch {
    return undefined;
  }
}
