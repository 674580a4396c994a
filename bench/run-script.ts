import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const tsx = join(__dirname, '../node_modules/tsx/dist/cli.mjs');

/**
 * Runs a TypeScript file of a folder in its own process, and returns its standard output. Its standard error is shown. Rejects if
 * it fails.
 */
export async function runScript(folder: string, file: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  const running = promisify(execFile)(process.execPath, [tsx, file, ...args], options);
  running.child.stderr?.pipe(process.stderr, { end: false });
  return (await running).stdout;
}
