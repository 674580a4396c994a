/** The gRPC server: the operations of the provider and the services that go-plugin wants beside them. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import type { Activity } from './activity';
import {
  GRPCBrokerMethods,
  GRPCControllerMethods,
  GRPCStdioMethods,
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponseServingStatus,
  HealthMethods,
} from './generated/tfplugin6';
import { RPCS, type RpcContext, STREAM_RPCS, type StreamRpc } from './rpc';

/** What the server tells about its client. */
export interface ServerEvents {
  /** Terraform is done; the reply is on its way. */
  readonly onShutdown: () => void;
  /** A connection that Terraform keeps open as long as it lives ended. */
  readonly onHangUp: () => void;
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
  activity: Activity,
  events: ServerEvents,
): PluginServer {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.enable_channelz': 0,
  });
  const stdio = new Set<ServerWritableStream<Buffer, Buffer>>();
  for (const { path, call } of RPCS)
    unary(server, path, (request) => activity.run(async () => call(await context(), request)));
  for (const rpc of STREAM_RPCS) stream(server, rpc, context, activity);
  unary(server, GRPCControllerMethods.Shutdown.path, async () => {
    setImmediate(events.onShutdown);
    return new Uint8Array(0);
  });
  unary(server, HealthMethods.Check.path, async (request) => health(request));
  const keepStdio = (call: ServerWritableStream<Buffer, Buffer>): void => {
    // Nothing is ever sent: what a plugin prints is only a warning in Terraform's log.
    stdio.add(call);
    call.on('cancelled', () => {
      if (stdio.delete(call)) events.onHangUp();
    });
  };
  server.register(GRPCStdioMethods.StreamStdio.path, keepStdio, same, same, 'serverStream');
  server.register(GRPCBrokerMethods.StartStream.path, ignoreBroker, same, same, 'bidi');
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: injector.injectConnection,
    async close() {
      for (const call of stdio) call.end();
      stdio.clear();
      await closed(server);
    },
  };
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

function unary(server: Server, path: string, answer: (request: Uint8Array) => Promise<Uint8Array>): void {
  const handle = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    answer(call.request).then(
      (bytes) => reply(null, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      // Operations turn whatever goes wrong into diagnostics; this one is a bug, and the crash handler's.
      (error: unknown) => {
        throw error;
      },
    );
  };
  server.register(path, handle, same, same, 'unary');
}

function stream(
  server: Server,
  { path, call: answer }: StreamRpc,
  context: () => Promise<RpcContext>,
  activity: Activity,
): void {
  const handle = (call: ServerWritableStream<Buffer, Buffer>): void => {
    const ended = new AbortController();
    call.on('cancelled', () => ended.abort(new Error('Terraform wants no more')));
    const send = async (bytes: Uint8Array): Promise<void> => {
      // Objects are listed no faster than Terraform takes them.
      if (!call.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) && !ended.signal.aborted) {
        await once(call, 'drain', { signal: ended.signal }).catch(() => undefined);
      }
    };
    void activity.run(async () => {
      await answer(await context(), call.request, send, ended.signal);
      call.end();
    });
  };
  server.register(path, handle, same, same, 'serverStream');
}

async function health(request: Uint8Array): Promise<Uint8Array> {
  const { SERVING, SERVICE_UNKNOWN } = HealthCheckResponseServingStatus;
  return HealthCheckResponse.encode({ status: asksForUs(request) ? SERVING : SERVICE_UNKNOWN });
}

function asksForUs(request: Uint8Array): boolean {
  try {
    const { service } = HealthCheckRequest.decode(request);
    return !service || service === HEALTH_SERVICE;
  } catch {
    return false;
  }
}

/** Brokered connections serve plugins that call back; Terraform opens the stream and never uses it. */
function ignoreBroker(call: ServerDuplexStream<Buffer, Buffer>): void {
  call.on('data', () => undefined);
  call.on('end', () => call.end());
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, CLOSE_MS);
    function end(): void {
      clearTimeout(timer);
      server.forceShutdown();
      resolve();
    }
    server.tryShutdown(end);
  });
}
