/** Terraform accepts UNIMPLEMENTED for the other RPCs of tfplugin6.Provider. */
import { invokeAction, planAction } from './action';
import * as ephemeral from './ephemeral';
import * as provider from './provider';
import { callFunction, listResource, readDataSource } from './queries';
import * as resource from './resource';
import type { Rpc, StreamRpc } from './rpc';
import * as storedState from './stored-state';
import { VALIDATIONS } from './validate';

export type { Rpc, RpcContext, StreamRpc } from './rpc';

/** Each export of the modules that `Object.values` lists has to be an RPC. */
export const RPCS: readonly Rpc[] = [
  ...Object.values(provider),
  ...VALIDATIONS,
  ...Object.values(resource),
  ...Object.values(storedState),
  ...Object.values(ephemeral),
  readDataSource,
  callFunction,
  planAction,
];

export const STREAM_RPCS: readonly StreamRpc[] = [listResource, invokeAction];
