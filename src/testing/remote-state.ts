/** References between stacks: in a test every state is a local file, whatever backend the stacks configure. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from './configuration';
import type { AnyStack } from './stack';

interface Backend {
  readonly type: string;
  readonly config: unknown;
}

/**
 * Redirects each `terraform_remote_state` to the state of the referenced stack's last deployment in the test. Throws for
 * a state of any other stack, because a test must not depend on real deployments.
 */
export function connectRemoteStates(
  configuration: Configuration,
  stack: AnyStack,
  stacks: readonly AnyStack[],
  folderOf: (stack: AnyStack) => string,
): void {
  const remoteStates = Object.entries(configuration.data?.['terraform_remote_state'] ?? {});
  if (remoteStates.length === 0) return;
  const candidates = stacks
    .filter((each) => each !== stack)
    .map((each) => ({ stack: each, backend: findBackend(each) }));
  for (const [name, block] of remoteStates) {
    const wanted: Backend = { type: String(block['backend']), config: block['config'] ?? {} };
    const found = candidates.find(({ backend }) => backend !== undefined && isDeepStrictEqual(backend, wanted));
    if (!found) {
      throw new Error(
        `Cannot test the stack '${stack.node.path}': its data source terraform_remote_state.${name} does not refer to a stack of the same app (backend '${wanted.type}'). ` +
          'Declare both stacks in one app, or pass the values as props of the stack.',
      );
    }
    block['backend'] = 'local';
    block['config'] = { path: join(folderOf(found.stack), 'terraform.tfstate') };
  }
}

function findBackend(stack: AnyStack): Backend | undefined {
  const { terraform } = stack.toTerraform() as Configuration;
  const [backend] = Object.entries(terraform?.backend ?? {});
  return backend && { type: backend[0], config: backend[1] };
}
