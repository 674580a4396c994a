/** The server of a plugin: the operations of the provider and the services that go-plugin wants beside them. */
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
import type { OperationTracker } from '../process/in-flight';
import { RPCS, type Rpc, type RpcContext, STREAM_RPCS, type StreamRpc } from '../rpc';
import { createGrpcServer, type Method, type StreamCall } from './grpc';

/** What the server tells about its client. */
export interface ServerCallbacks {
  /** Terraform is done; the reply is on its way. */
  readonly onShutdown: () => void;
  /** A connection that Terraform keeps open as long as it lives ended. */
  readonly onDisconnect: () => void;
}

/** A server that serves the connections it is given. */
export interface PluginServer {
  /** Serves a connection that is decrypted and trusted. */
  accept(connection: Duplex): void;
  /** Lets answers out and closes all connections; done after 300 ms at the latest. */
  close(): Promise<void>;
}

/** As Terraform's own providers: attributes may be large (terraform/rules 0.7 and 6). */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

const CLOSE_MS = 300;

/** Under this name go-plugin asks for the health of a plugin. */
const HEALTH_SERVICE = 'plugin';

/** A server for one provider. */
export function createPluginServer(
  context: () => Promise<RpcContext>,
  activity: OperationTracker,
  events: ServerCallbacks,
): PluginServer {
  const stdio = new Set<StreamCall>();
  const methods = new Map<string, Method>([
    ...RPCS.map((rpc): [string, Method] => [rpc.path, serveRpc(rpc, context, activity)]),
    ...STREAM_RPCS.map((rpc): [string, Method] => [rpc.path, serveStream(rpc, context, activity)]),
    [GRPCControllerMethods.Shutdown.path, { kind: 'unary', answer: shutdown }],
    [HealthMethods.Check.path, { kind: 'unary', answer: checkHealth }],
    [GRPCStdioMethods.StreamStdio.path, { kind: 'stream', serve: keepStdio }],
    // Brokered connections serve plugins that call back; Terraform opens the stream and never uses it.
    [GRPCBrokerMethods.StartStream.path, { kind: 'idle' }],
  ]);
  const server = createGrpcServer({ methods, maxMessageBytes: MAX_MESSAGE_BYTES });
  return {
    accept: server.accept,
    async close() {
      for (const call of stdio) call.end();
      stdio.clear();
      await server.close(CLOSE_MS);
    },
  };

  async function shutdown(): Promise<Uint8Array> {
    setImmediate(events.onShutdown);
    return new Uint8Array(0);
  }

  /** Nothing is ever sent: what a plugin prints is only a warning in Terraform's log. */
  function keepStdio(call: StreamCall): void {
    stdio.add(call);
    call.signal.addEventListener('abort', () => {
      if (stdio.delete(call)) events.onDisconnect();
    });
  }
}

function serveRpc({ call }: Rpc, context: () => Promise<RpcContext>, activity: OperationTracker): Method {
  return { kind: 'unary', answer: (request) => activity.run(async () => call(await context(), request)) };
}

function serveStream({ call: answer }: StreamRpc, context: () => Promise<RpcContext>, activity: OperationTracker): Method {
  return {
    kind: 'stream',
    serve({ request, send, signal, end }) {
      void activity.run(async () => {
        await answer(await context(), request, send, signal);
        end();
      });
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
