import type { Duplex } from 'node:stream';
import {
  GRPCBrokerMethods,
  GRPCControllerMethods,
  GRPCStdioMethods,
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponseServingStatus,
  HealthMethods,
} from '../generated/tfplugin6';
import { createGrpcServer, type MethodHandler } from '../http2/grpc';
import { RPCS, type Rpc, type RpcContext, STREAM_RPCS, type StreamRpc } from '../rpc';
import type { OperationTracker } from './operation-tracker';

export interface ServerCallbacks {
  /** Terraform sent Shutdown; called when the response waits in the buffer of the connection. */
  readonly onShutdown: () => void;
  /** The last connection was closed. */
  readonly onDisconnect: () => void;
}

export interface PluginServer {
  accept(connection: Duplex): void;
  readonly isConnected: boolean;
  /** Refuses new and incomplete requests, and ends after `limitMs` at the latest. */
  close(limitMs: number): Promise<void>;
}

const HEALTH_SERVICE = 'plugin';

const NO_BYTES = new Uint8Array(0);

export function createPluginServer(
  context: () => Promise<RpcContext>,
  operations: OperationTracker,
  callbacks: ServerCallbacks,
): PluginServer {
  const methods = new Map<string, MethodHandler>([
    ...RPCS.map((rpc): [string, MethodHandler] => [rpc.path, serveRpc(rpc, context, operations)]),
    ...STREAM_RPCS.map((rpc): [string, MethodHandler] => [rpc.path, serveStream(rpc, context, operations)]),
    [GRPCControllerMethods.Shutdown.path, { kind: 'unary', handle: shutdown }],
    [HealthMethods.Check.path, { kind: 'unary', handle: checkHealth }],
    // Sends nothing, because Terraform would log it as a warning.
    [GRPCStdioMethods.StreamStdio.path, { kind: 'idle' }],
    // The stream of plugins that call Terraform back, which this one does not.
    [GRPCBrokerMethods.StartStream.path, { kind: 'idle' }],
  ]);
  const server = createGrpcServer({ methods });
  let connections = 0;
  return {
    accept(connection) {
      connections += 1;
      connection.once('close', () => {
        connections -= 1;
        if (connections === 0) callbacks.onDisconnect();
      });
      server.accept(connection);
    },
    get isConnected() {
      return connections > 0;
    },
    close: server.close,
  };

  async function shutdown(): Promise<Uint8Array> {
    setImmediate(callbacks.onShutdown);
    return NO_BYTES;
  }
}

/**
 * A call that is cancelled while it waits for the provider is not performed. Once `handle` was called it runs to its
 * end, because an apply may already have an effect.
 */
function serveRpc({ handle }: Rpc, context: () => Promise<RpcContext>, operations: OperationTracker): MethodHandler {
  // Once it is known, nothing is awaited before the call begins.
  let known: RpcContext | undefined;
  const first = async (request: Uint8Array, isCancelled: () => boolean): Promise<Uint8Array> => {
    known = await context();
    return isCancelled() ? NO_BYTES : handle(known, request);
  };
  return {
    kind: 'unary',
    handle: (request, isCancelled) =>
      operations.run(() => (known ? handle(known, request) : first(request, isCancelled))),
  };
}

function serveStream(
  { handle }: StreamRpc,
  context: () => Promise<RpcContext>,
  operations: OperationTracker,
): MethodHandler {
  return {
    kind: 'stream',
    serve({ request, send, signal, end }) {
      // A rejection ends the process, as that of a unary call does: `then` has no handler for it.
      void operations
        .run(async () => {
          const known = await context();
          if (!signal.aborted) await handle(known, request, send, signal);
        })
        .then(end);
    },
  };
}

async function checkHealth(request: Uint8Array): Promise<Uint8Array> {
  const { SERVING, SERVICE_UNKNOWN } = HealthCheckResponseServingStatus;
  return HealthCheckResponse.encode({ status: isHealthCheckForProvider(request) ? SERVING : SERVICE_UNKNOWN });
}

function isHealthCheckForProvider(request: Uint8Array): boolean {
  try {
    const { service } = HealthCheckRequest.decode(request);
    return !service || service === HEALTH_SERVICE;
  } catch {
    return false;
  }
}
