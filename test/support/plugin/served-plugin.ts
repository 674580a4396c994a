import { type Encryption, listen, type PluginListener } from '../../../src/plugin/grpc/listen';
import { createOperationTracker } from '../../../src/plugin/grpc/operation-tracker';
import { createPluginServer, type PluginServer } from '../../../src/plugin/grpc/server';
import type { RpcContext } from '../../../src/plugin/rpc';

export interface ServedPlugin {
  readonly server: PluginServer;
  readonly address: PluginListener['address'];
  /** The address as grpc-js names it. */
  readonly target: string;
  close(): Promise<void>;
}

export async function servePlugin(
  context: RpcContext | Promise<RpcContext>,
  report: (event: 'shutdown' | 'disconnect') => void = () => undefined,
  encryption?: Encryption,
): Promise<ServedPlugin> {
  const server = createPluginServer(async () => context, createOperationTracker(), {
    onShutdown: () => report('shutdown'),
    onDisconnect: () => report('disconnect'),
  });
  const ports = { min: 10_000, max: 25_000 };
  const listener = await listen(server.accept, { encryption, ports, platform: process.platform });
  const { address } = listener;
  return {
    server,
    address,
    target: address.network === 'unix' ? `unix:${address.path}` : `127.0.0.1:${address.port}`,
    async close() {
      await server.close(300);
      listener.close();
    },
  };
}
