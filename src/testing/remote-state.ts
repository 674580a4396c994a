/** References between stacks: in a test the other stack's state is a file of the kit, whatever backend it will have. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AnyStack } from './stack';
import type { Configuration } from './synthesize';

interface Backend {
  readonly type: string;
  readonly config: unknown;
}

/**
 * Has every `terraform_remote_state` that reads the backend of a stack of the app read the state of that stack's last
 * deployment here. One that reads anything else is an error: a test must not depend on what somebody deployed somewhere.
 */
export function connectRemoteStates(
  configuration: Configuration,
  stack: AnyStack,
  stacks: readonly AnyStack[],
  folderOf: (stack: AnyStack) => string,
): void {
  const remoteStates = Object.entries(configuration.data?.['terraform_remote_state'] ?? {});
  if (remoteStates.length === 0) return;
  const known = stacks.filter((each) => each !== stack).map((each) => ({ stack: each, backend: backendOf(each) }));
  for (const [name, block] of remoteStates) {
    const wanted: Backend = { type: String(block['backend']), config: block['config'] ?? {} };
    const found = known.find(({ backend }) => backend !== undefined && isDeepStrictEqual(backend, wanted));
    if (!found) {
      throw new Error(
        `Cannot test the stack '${stack.node.path}': its data source terraform_remote_state.${name} reads the state of no stack of the same app (backend '${wanted.type}'). ` +
          'Declare both stacks in one app, or hand the values to the stack as properties.',
      );
    }
    block['backend'] = 'local';
    block['config'] = { path: join(folderOf(found.stack), 'terraform.tfstate') };
  }
}

function backendOf(stack: AnyStack): Backend | undefined {
  const { terraform } = stack.toTerraform() as Configuration;
  const [backend] = Object.entries(terraform?.backend ?? {});
  return backend && { type: backend[0], config: backend[1] };
}
