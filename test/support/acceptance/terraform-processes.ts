/** Terraform in process groups of its own, so that a test can send signals as a shell does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { findBinary } from '../../../src/terraform/find-binary';
import type { Workspace } from './workspace';

/** A Terraform that runs. */
export interface TerraformProcess {
  readonly pid: number;
  /** Exit status, null after a signal. */
  readonly ended: Promise<number | null>;
  readonly output: () => string;
  /** Waits until it has printed the words. */
  readonly says: (words: string) => Promise<void>;
}

export interface TerraformProcesses {
  /** Starts terraform in the workspace; what is sent to its group gets the provider too. */
  startTerraform(...args: string[]): Promise<TerraformProcess>;
  /** Ends what is left of all of them, so that a test that fails leaves nothing running. */
  endAll(): void;
}

/** Starts processes in the workspace that there is then. */
export function terraformProcesses(workspaceNow: () => Workspace): TerraformProcesses {
  const started: ChildProcess[] = [];
  return {
    async startTerraform(...args) {
      const { folder, env } = workspaceNow();
      const binary = await findBinary(env['PATH'] ?? '');
      if (!binary) throw new Error('Neither terraform nor tofu is on the PATH');
      const child = spawn(binary, args, {
        cwd: folder,
        env: { ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      started.push(child);
      return processOf(child);
    },
    endAll() {
      for (const { pid } of started.splice(0)) if (pid !== undefined) endGroup(pid);
    },
  };
}

function processOf(child: ChildProcess): TerraformProcess {
  let text = '';
  const waiting = new Map<string, () => void>();
  const hear = (part: string): void => {
    text += part;
    for (const [words, found] of waiting) if (text.includes(words)) found();
  };
  child.stdout?.setEncoding('utf8').on('data', hear);
  child.stderr?.setEncoding('utf8').on('data', hear);
  return {
    pid: child.pid as number,
    ended: new Promise((resolve) => child.once('close', resolve)),
    output: () => text,
    says: (words) =>
      new Promise<void>((resolve) => {
        waiting.set(words, resolve);
        if (text.includes(words)) resolve();
      }),
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
