/** TF_REATTACH_PROVIDERS: for the sandbox of preview and testing kit, and for debuggers. */
import type { Duplex } from 'node:stream';
import type { Provider } from '../../provider/protocol/provider';
import { createSchemaTypes, type SchemaTypes } from '../codec/schema-types';
import { listen, type SocketAddress, socketParents } from '../grpc/listen';
import { createOperationTracker } from '../grpc/operation-tracker';
import { createPluginServer } from '../grpc/server';
import type { Log } from '../log';
import type { RpcContext } from '../rpc';

export interface Reattach {
  readonly Protocol: 'grpc';
  readonly ProtocolVersion: 6;
  readonly Pid: number;
  /** Terraform does not stop the provider when it exits. */
  readonly Test: true;
  readonly Addr: { readonly Network: string; readonly String: string };
}

export interface ReattachServer {
  readonly reattach: Reattach;
  /** Removes the socket, ends waits and retries of operations in flight, and disconnects when they end or after 2 s. */
  close(): Promise<void>;
  /** Only stops accepting connections and removes the socket, at once: for a process that exits. */
  remove(): void;
}

export interface ReattachOptions {
  /** The process that serves, which Terraform watches: this one. */
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  /** Parent of the socket folder that is tried before {@link socketParents}. */
  readonly folder?: string;
  readonly log?: Log;
  /** Redacts errors of the protocol. By default they are not redacted. */
  readonly redact?: (text: string) => string;
}

/** The ports that Terraform gives a provider by default. */
const PORTS = { min: 10_000, max: 25_000 };
/** A judgement: the time that Terraform gives a provider that it started, after Shutdown. */
const CLOSE_MS = 2_000;

/**
 * Serves without TLS on a socket that only this user can access, on Windows on a port of 127.0.0.1. Creates a provider
 * for each connection: connections must not share settings, nor stop each other's operations. All providers that
 * `createProvider` returns must have the same schema: values are decoded by that of the first.
 */
export async function serveForReattach(
  createProvider: () => Provider | Promise<Provider>,
  options: ReattachOptions,
): Promise<ReattachServer> {
  const operations = createOperationTracker();
  const connections = new Set<{ readonly stop: () => void; readonly close: (limitMs: number) => Promise<void> }>();
  let types: SchemaTypes | undefined;
  let isClosing = false;
  const { log = noop, redact = String } = options;
  // A socket keeps what arrives until its server reads it, so no call can precede the provider.
  const accept = async (socket: Duplex): Promise<void> => {
    socket.on('error', noop);
    let provider: Provider;
    try {
      provider = await createProvider();
    } catch (error) {
      log('error', 'the provider cannot be created', { error: String(error) });
      // Terraform reports that it lost the connection.
      socket.destroy();
      return;
    }
    if (isClosing || socket.destroyed) {
      socket.destroy();
      provider.stop();
      return;
    }
    types ??= createSchemaTypes(() => provider.schema);
    const context: RpcContext = { provider, types, redact, log };
    const stop = (): void => provider.stop();
    const server = createPluginServer(async () => context, operations, {
      onShutdown: noop,
      onDisconnect() {
        connections.delete(connection);
        stop();
      },
    });
    const connection = { stop, close: server.close };
    connections.add(connection);
    server.accept(socket);
  };
  const listener = await listen((socket) => void accept(socket), {
    ports: PORTS,
    platform: options.platform,
    ...(options.folder !== undefined && { folders: [options.folder, ...socketParents()] }),
  });
  return {
    reattach: {
      Protocol: 'grpc',
      ProtocolVersion: 6,
      Pid: options.pid,
      Test: true,
      Addr: { Network: listener.address.network, String: formatAddress(listener.address) },
    },
    async close() {
      isClosing = true;
      listener.close();
      for (const { stop } of connections) stop();
      const closed = [...connections].map(({ close }) => close(CLOSE_MS));
      await Promise.all([operations.waitIdle(CLOSE_MS), ...closed]);
    },
    remove: listener.close,
  };
}

function noop(): void {}

export function reattachVariable(sourceAddress: string, reattach: Reattach): string {
  return JSON.stringify({ [sourceAddress]: reattach });
}

function formatAddress(address: SocketAddress): string {
  return address.network === 'unix' ? address.path : `127.0.0.1:${address.port}`;
}
