/**
 * The operations of tfplugin6.Provider, one thin function each: decode, call the engine, encode. What an operation
 * means belongs to the engine. Methods that are not here are answered UNIMPLEMENTED, which Terraform tolerates.
 */
import { applyResourceChange } from './apply';
import { readDataSource, validateDataResourceConfig } from './data-source';
import { importResourceState } from './import';
import { configureProvider, stopProvider, validateProviderConfig } from './provider-config';
import { planResourceChange, readResource, upgradeResourceState, validateResourceConfig } from './resource';
import type { Rpc } from './rpc';
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from './schema';

export type { Rpc, RpcContext } from './rpc';

/** Every operation that is served. */
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
];
