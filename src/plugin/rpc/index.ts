/**
 * The RPCs of tfplugin6.Provider: each decodes a request, calls the provider and encodes the response. Terraform accepts
 * UNIMPLEMENTED for the others.
 */
import { callFunction } from './call-function';
import * as dataSource from './data-source';
import * as ephemeral from './ephemeral';
import { listResource, validateListResourceConfig } from './list';
import * as providerConfig from './provider-config';
import * as resource from './resource';
import type { Rpc, StreamRpc } from './rpc';
import * as schema from './schema';
import * as storedState from './stored-state';

export type { Rpc, RpcContext, StreamRpc } from './rpc';

export const RPCS: readonly Rpc[] = [
  ...Object.values(schema),
  ...Object.values(providerConfig),
  ...Object.values(resource),
  ...Object.values(storedState),
  ...Object.values(dataSource),
  ...Object.values(ephemeral),
  validateListResourceConfig,
  callFunction,
];

export const STREAM_RPCS: readonly StreamRpc[] = [listResource];
