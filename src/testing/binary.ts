/** The Terraform or OpenTofu that the kit runs. */
import { findBinary } from '../terraform/find-binary';
import type { Host } from './host';

/** The first on the PATH; throws, saying what to do, if there is none. */
export async function ensureBinary({ env }: Host): Promise<string> {
  const found = await findBinary(env['PATH'] ?? '');
  if (found !== undefined) return found;
  throw new Error(
    'Cannot run the stack: neither terraform nor tofu is on the PATH. Install Terraform or OpenTofu, or name one with the option `binary`.',
  );
}
