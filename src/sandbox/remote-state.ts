import type { JsonObject } from '../values/json';

/** The arguments of a `terraform_remote_state` that reads the state file at the path. */
export function localBackendArguments(path: string): JsonObject {
  return { backend: 'local', config: { path } };
}
