/**
 * The operations of tfplugin6.Provider, one thin function each: decode, call the engine, encode. What an operation
 * means belongs to the engine. Methods that are not here are answered UNIMPLEMENTED, which Terraform tolerates.
 */
import { applyResourceChange } from './apply';
import { callFunction } from './call-function';
import { readDataSource, validateDataResourceConfig } from './data-source';
import {
  closeEphemeralResource,
  openEphemeralResource,
  renewEphemeralResource,
  validateEphemeralResourceConfig,
} from './ephemeral';
import { generateResourceConfig } from './generate';
import { upgradeResourceIdentity } from './identity';
import { importResourceState } from './import';
import { listResource, validateListResourceConfig } from './list';
import { moveResourceState } from './move';
import { configureProvider, stopProvider, validateProviderConfig } from './provider-config';
import { planResourceChange, readResource, upgradeResourceState, validateResourceConfig } from './resource';
import type { Rpc, StreamRpc } from './rpc';
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from './schema';

export type { Rpc, RpcContext, StreamRpc } from './rpc';

/** Every operation with one answer that is served. */
export const RPCS: readonly Rpc[] = [
  getMetadata,
  getProviderSchema,
  getFunctions,
  getResourceIdentitySchemas,
  validateProviderConfig,
  configureProvider,
  stopProvider,
  validateResourceConfig,
  upgradeResourceState,
  readResource,
  planResourceChange,
  applyResourceChange,
  importResourceState,
  validateDataResourceConfig,
  readDataSource,
  validateEphemeralResourceConfig,
  openEphemeralResource,
  renewEphemeralResource,
  closeEphemeralResource,
  moveResourceState,
  upgradeResourceIdentity,
  generateResourceConfig,
  validateListResourceConfig,
  callFunction,
];

/** Every operation whose answer is a stream. */
export const STREAM_RPCS: readonly StreamRpc[] = [listResource];
