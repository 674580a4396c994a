/** The arguments of a `terraform_remote_state` that reads the state file at the path. */
import type { JsonObject } from '../values/json';

export function localBackendArguments(path: string): JsonObject {
  return { backend: 'local', config: { path } };
}
