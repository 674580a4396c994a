/** Redirects a `terraform_remote_state` to the state file that the same stack has in the sandbox. Pure. */
import type { JsonObject } from '../values/json';

export function localBackendArguments(path: string): JsonObject {
  return { backend: 'local', config: { path } };
}
