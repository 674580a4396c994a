/** Redirects a `terraform_remote_state` to the state file that the same stack has in the sandbox. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../model/json';

/** Type and configuration of a backend. */
export interface Backend {
  readonly type: string;
  readonly config: unknown;
}

/** Returns the backend of a configuration in Terraform's JSON syntax; undefined for a `cloud` block or none. */
export function findBackend(configuration: JsonObject): Backend | undefined {
  const terraform = firstBlock(configuration['terraform']);
  const [backend] = Object.entries(firstBlock(terraform['backend']));
  return backend && { type: backend[0], config: firstBlock(backend[1]) };
}

export function remoteStateBackend(block: JsonObject): Backend {
  return { type: String(block['backend']), config: block['config'] ?? {} };
}

export function findByBackend<Candidate extends { readonly backend: Backend | undefined }>(
  wanted: Backend,
  candidates: readonly Candidate[],
): Candidate | undefined {
  return candidates.find(({ backend }) => backend !== undefined && isDeepStrictEqual(backend, wanted));
}

/** Returns the arguments that make a `terraform_remote_state` read a state file. */
export function localBackendArguments(path: string): JsonObject {
  return { backend: 'local', config: { path } };
}

/** Terraform accepts a block or a list of blocks. */
function firstBlock(blocks: Json | undefined): JsonObject {
  const [first] = Array.isArray(blocks) ? (blocks as readonly Json[]) : [blocks];
  return isJsonObject(first) ? first : {};
}
