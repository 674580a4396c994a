/** Redirects a `terraform_remote_state` to the state file that the same stack has in the sandbox. Pure. */
import type { JsonObject } from '../values/json';

/** Returns the arguments that make a `terraform_remote_state` read a state file. */
export function localBackendArguments(path: string): JsonObject {
  return { backend: 'local', config: { path } };
}
