/** Terraform in a process group of its own, so that a test can send signals as a shell does. */
import { findBinary } from '../../../src/terraform/find-binary';
import { type RunningScript, startScript } from '../script';
import type { Workspace } from './workspace';

/** Starts terraform in the workspace. A signal to its process group reaches the provider, too. */
export async function startTerraform({ folder, env }: Workspace, ...args: string[]): Promise<RunningScript> {
  const binary = await findBinary(env['PATH'] ?? '');
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH');
  return startScript(binary, args, { cwd: folder, env: { ...env } });
}
