/** Serving a provider that Terraform did not start: for tests and debuggers (terraform/rules 1.6). */
import type { Duplex } from 'node:stream';
import type { Provider } from '../../provider/protocol/provider';
import { createSchemaTypes, type SchemaTypes } from '../codec/schema-types';
import { type Address, listen } from '../grpc/listen';
import { createPluginServer } from '../grpc/server';
import type { RpcContext } from '../rpc';
import { createOperationTracker } from './in-flight';
import type { Log } from './log';

/** What Terraform needs to know of such a provider: one member of the JSON in TF_REATTACH_PROVIDERS. */
export interface Reattach {
  readonly Protocol: 'grpc';
  readonly ProtocolVersion: 6;
  readonly Pid: number;
  /** Terraform leaves the provider alone when it ends. */
  readonly Test: true;
  readonly Addr: { readonly Network: string; readonly String: string };
}

/** A provider that is being served. */
export interface ReattachServer {
  readonly reattach: Reattach;
  /** Ends waits and retries of what is under way, gives it 2 s, and closes; the socket is gone afterwards. */
  close(): Promise<void>;
}

/** How to serve it. */
export interface ReattachOptions {
  /** The process that serves: this one. Terraform watches it. */
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  readonly log?: Log;
  readonly redact?: (text: string) => string;
}

/** Where Terraform is not told to use other ports. */
const PORTS = { min: 10_000, max: 25_000 };
const CLOSE_MS = 2_000;

/**
 * Serves a provider in this process, without encryption, on a socket of this user only, to as many Terraform commands
 * as are run. Creates a provider for each connection, as Terraform starts a process for each configuration (alias) and each
 * walk: connections must neither share settings nor stop each other's operations.
 */
export async function serveForReattach(
  createProvider: () => Provider | Promise<Provider>,
  options: ReattachOptions,
): Promise<ReattachServer> {
  const activity = createOperationTracker();
  const open = new Set<{ readonly stop: () => void; readonly close: () => Promise<void> }>();
  let types: SchemaTypes | undefined;
  const accept = (connection: Duplex): void => {
    let own: Provider | undefined;
    const createContext = async (): Promise<RpcContext> => {
      const created = await createProvider();
      own = created;
      types ??= createSchemaTypes(() => created.schema);
      return {
        provider: created,
        types,
        redact: options.redact ?? ((text) => text),
        log: options.log ?? (() => undefined),
      };
    };
    const context = createContext();
    // Each call on the connection reports the failure; here it only must not go unhandled.
    context.catch(nothing);
    const stop = (): void => own?.stop();
    const server = createPluginServer(() => context, activity, { onShutdown: nothing, onDisconnect: nothing });
    const served = { stop, close: server.close };
    open.add(served);
    connection.once('close', () => {
      open.delete(served);
      stop();
      void server.close();
    });
    server.accept(connection);
  };
  const listener = await listen(accept, { ports: PORTS, platform: options.platform });
  return {
    reattach: {
      Protocol: 'grpc',
      ProtocolVersion: 6,
      Pid: options.pid,
      Test: true,
      Addr: { Network: listener.address.network, String: formatAddress(listener.address) },
    },
    async close() {
      for (const { stop } of open) stop();
      await activity.waitIdle(CLOSE_MS);
      await Promise.all([...open].map(({ close }) => close()));
      listener.close();
    },
  };
}

function nothing(): void {
  // Neither the end of Terraform nor a failed connection ends this process.
}

/** The value of TF_REATTACH_PROVIDERS for one provider of the given source address. */
export function reattachVariable(sourceAddress: string, reattach: Reattach): string {
  return JSON.stringify({ [sourceAddress]: reattach });
}

function formatAddress(address: Address): string {
  return address.network === 'unix' ? address.path : `127.0.0.1:${address.port}`;
}
