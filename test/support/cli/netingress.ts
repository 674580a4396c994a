/** The built command line in a process of its own, as a user runs it. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, type RunningScript, startScript } from '../script';

export const program = join(__dirname, '../../../lib/bin/netingress.js');

/** Starts a command. Of the environment of the test it has only PATH and TMPDIR. */
export function start(args: readonly string[], env: Record<string, string> = {}, cwd?: string): RunningScript {
  if (!existsSync(program)) throw new Error(`${program} is not there; run \`npm run build\` first`);
  return startScript(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...env },
    ...(cwd !== undefined && { cwd }),
  });
}

export function netingress(...args: string[]): Promise<Ended> {
  return start(args).ended;
}
