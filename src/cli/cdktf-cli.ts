/** Whether the command line of `cdktf` can start: its package for terminals is compiled for each version of Node. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CliContext } from './context';
import { runProgram } from './doctor/version';

/** The package that cannot be loaded on a Node for which it has no binary. */
const TERMINAL_PACKAGE = '@cdktf/node-pty-prebuilt-multiarch';

export const CDKTF_CLI_ADVICE =
  'Run it on Node 20 or 22, or change the app to cdktn, whose command line runs on Node 22 and 24 (docs/guides/cdktn.md).';

/** Returns the problem of the `cdktf-cli` in the folder with the Node of this command, or undefined if it can start. */
export async function findCdktfCliProblem(context: CliContext, folder: string): Promise<string | undefined> {
  const terminal = findTerminalPackage(folder);
  if (terminal === undefined) return undefined;
  const loaded = await runProgram(context, context.node, ['-e', 'require(process.argv[1])', terminal]);
  if (loaded === undefined || loaded.status === 0) return undefined;
  return `cdktf-cli cannot start on this Node: its package ${TERMINAL_PACKAGE} has no binary for it`;
}

/** `cdktf-cli` installs it by way of its core. */
function findTerminalPackage(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(TERMINAL_PACKAGE);
  } catch {
    return undefined;
  }
}
